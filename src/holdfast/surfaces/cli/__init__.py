"""The command line."""

from holdfast.surfaces.cli.entry import main

__all__ = ["main"]
