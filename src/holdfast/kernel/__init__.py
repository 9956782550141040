"""The kernel: ids, clock, errors, pages, transactions. No I/O, no third party."""
