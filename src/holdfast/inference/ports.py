"""What the room needs from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into vectors. Called from several threads at once."""

    @property
    def name(self) -> str:
        """Names the model and its version: vectors of different names never meet."""
        ...

    @property
    def dimensions(self) -> int:
        """The full stored width."""
        ...

    @property
    def inline(self) -> bool:
        """Whether it answers in microseconds without I/O, and so is called without a thread."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of unit length per text; all zeros for a text with no known piece."""
        ...
