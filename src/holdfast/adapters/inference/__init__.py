"""Embedders: a table of word pieces, and a twin without any model."""
