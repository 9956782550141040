"""Vectors as stored bytes, their likeness, and when to stop asking an embedder. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

BATCH_TEXTS_MAX = 256
MISSES_TO_OPEN = 3
COOL_DOWN_SECONDS_FIRST = 1.0
COOL_DOWN_SECONDS_MAX = 60.0
LATE_TEXTS_TELLING = 8

_STORED = np.dtype("<f2")
_UNIT_LENGTH_MAX = 1.01


def pack(rows: Floats) -> list[bytes]:
    """Each row as little-endian half floats: half the bytes, and no rank changes."""
    return [row.tobytes() for row in rows.astype(_STORED)]


def unpack(blob: bytes) -> Floats:
    return np.frombuffer(blob, dtype=_STORED).astype(np.float32)


def shorten(vectors: Floats, dimensions: int) -> Floats:
    """The first `dimensions` of one vector or of many, back at unit length."""
    width = vectors.shape[-1]
    if not 0 < dimensions <= width:
        raise ValueError(f"cannot take {dimensions} dimensions of {width}")
    return _unit(vectors[..., :dimensions])


def cosine(a: Floats, b: Floats) -> float:
    """Between -1 and 1; 0 when either has no direction."""
    return float(np.clip(np.dot(_unit(a), _unit(b)), -1.0, 1.0))


def cosines(query: Floats, blobs: Sequence[bytes]) -> Floats:
    """The query against stored vectors. A shortened query is compared with their prefixes."""
    if not blobs:
        return np.zeros(0, dtype=np.float32)
    if len({len(blob) for blob in blobs}) != 1:
        raise ValueError("the stored vectors differ in width")
    stored = np.frombuffer(b"".join(blobs), dtype=_STORED).reshape(len(blobs), -1)
    if query.shape[0] > stored.shape[1]:
        raise ValueError(f"the query has {query.shape[0]} dimensions, stored {stored.shape[1]}")
    rows = stored[:, : query.shape[0]].astype(np.float32)
    # Dividing the answers instead of the rows: one number per row, not 256.
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    dots = rows @ _unit(query)
    likeness: Floats = np.zeros(len(blobs), dtype=np.float32)
    np.divide(dots, lengths, out=likeness, where=lengths > 0)
    np.clip(likeness, -1.0, 1.0, out=likeness)
    return likeness


def _unit(vectors: Floats) -> Floats:
    # In double precision, since the square of a small number is zero in single.
    lengths = np.sqrt(np.square(vectors, dtype=np.float64).sum(axis=-1, keepdims=True))
    scaled = np.divide(vectors, lengths, out=np.zeros(vectors.shape), where=lengths > 0)
    unit: Floats = scaled.astype(np.float32)
    return unit


def is_well_formed(rows: Floats, *, texts: int, dimensions: int) -> bool:
    """Whether an embedder kept its promise: the shape, and no NaN, infinity or over-long row."""
    if rows.shape != (texts, dimensions):
        return False
    # Stated as "within", because every comparison with NaN is false.
    return bool(np.abs(rows).max(initial=0.0) <= _UNIT_LENGTH_MAX)


@dataclass(frozen=True, slots=True)
class Circuit:
    """After misses in a row, asks only once per cool-down, so that writers do not all wait."""

    misses: int = 0
    cool_down_seconds: float = 0.0
    asks_again_at: float = 0.0

    @property
    def is_open(self) -> bool:
        return self.misses >= MISSES_TO_OPEN

    def admits(self, now: float) -> bool:
        return not self.is_open or now >= self.asks_again_at

    def asked(self, now: float) -> "Circuit":
        """While open, the one who asks is a probe and holds the others off meanwhile."""
        if not self.is_open:
            return self
        return replace(self, asks_again_at=now + self.cool_down_seconds)

    def missed(self, now: float, *, probe: bool) -> "Circuit":
        """Only a probe makes the cool-down longer: many who asked at once missed only once."""
        if self.is_open and not probe:
            return self
        misses = min(self.misses + 1, MISSES_TO_OPEN)
        if misses < MISSES_TO_OPEN:
            return replace(self, misses=misses)
        doubled = max(COOL_DOWN_SECONDS_FIRST, self.cool_down_seconds * 2)
        cool_down = min(doubled, COOL_DOWN_SECONDS_MAX)
        return Circuit(misses, cool_down, now + cool_down)


def lateness_is_telling(texts: int) -> bool:
    """A large batch that is late says little: one bulk import must not blind every recall."""
    return texts <= LATE_TEXTS_TELLING
