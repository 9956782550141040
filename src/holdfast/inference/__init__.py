"""Inference: what Holdfast asks of models. Today it is one thing, vectors for texts.

The service is imported by its own path, because it needs NumPy and the names here do not.
"""

from holdfast.inference.ports import Embedder
from holdfast.inference.types import Counts, Vectors

__all__ = ["Counts", "Embedder", "Vectors"]
