"""Wiring: reads the settings once and builds everything; the only importer of adapters."""
