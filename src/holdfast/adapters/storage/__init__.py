"""Storage: tables, statements, and the engines that execute them."""
