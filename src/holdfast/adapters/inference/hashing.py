"""Vectors without a model: each word stem has a few places and signs of its own, by hash.

It knows words, not meaning. It is the twin for tests, and the choice where no table may be used.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

_DIMENSIONS = 256
_PLACES = 4
_QUARTER = _DIMENSIONS // _PLACES
_SEED = b"holdfast-hashing"
_WORD = re.compile(r"[^\W_]+")
_STEM_LETTERS_MIN = 3
_ENDINGS = ("ings", "ing", "edly", "ed", "ies", "es", "s", "ly")


class HashingEmbedder:
    """Deterministic on every machine; the same stems in any order give the same vector."""

    name: Final = "hashing-256"
    dimensions: Final = _DIMENSIONS
    inline: Final = True

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for stem in _stems(text):
                for place, sign in _places(stem):
                    row[place] += sign
        lengths = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
        np.divide(rows, lengths, out=rows, where=lengths > 0)
        return rows


def _stems(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.casefold()):
        yield _stem(word)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_LETTERS_MIN:
            return word.removesuffix(ending)
    return word


def _places(stem: str) -> Iterator[tuple[int, int]]:
    """One place per quarter of the vector, so that a stem never cancels itself and a shortened
    vector keeps some of every stem."""
    digest = blake2b(stem.encode(), digest_size=_PLACES, key=_SEED).digest()
    for quarter, byte in enumerate(digest):
        yield quarter * _QUARTER + byte % _QUARTER, 1 if byte & 0x80 else -1
