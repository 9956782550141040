"""Measures the shipped path and writes docs/benchmarks.md: `python -m bench`."""
