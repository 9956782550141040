"""Memories: statements held to be true or useful, and everything that can happen to them."""
