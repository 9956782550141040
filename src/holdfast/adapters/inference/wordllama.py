"""Vectors from the table of the wordllama package: the mean of its word-piece vectors.

The files are read without importing that package, whose loader looks in the wrong folder and
then goes to the network. The table is mapped, not read: processes share its pages, and only
those that are used become resident.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from holdfast.kernel.errors import Unavailable

_DIMENSIONS = 256
_TABLE = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_HINT = "Install it with: pip install wordllama==0.4.0.post1"
_PIECES_AT_ONCE = 4_096
"""Bounds the copy that is made of the table for a long text (4 MB)."""


@dataclass(frozen=True, slots=True)
class _Model:
    tokenizer: Tokenizer
    table: NDArray[np.float16]


class WordLlamaEmbedder:
    """Needs no network. The model is loaded at the first call, once for all threads."""

    name: Final = "wordllama-l2-supercat-256"
    dimensions: Final = _DIMENSIONS
    inline: Final = True

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._model: _Model | None = None
        self._loading = Lock()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        model = self._loaded()
        rows = np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            # One by one: encode_batch starts threads that warn and stall after a fork.
            encoded = model.tokenizer.encode(text, add_special_tokens=False)
            _add_pieces(row, model.table, encoded.ids)
        # The sum and the mean point the same way, so the division by the count is spared.
        lengths = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
        np.divide(rows, lengths, out=rows, where=lengths > 0)
        return rows

    def _loaded(self) -> _Model:
        if self._model is None:
            with self._loading:
                if self._model is None:
                    self._model = _load(self._folder or _package_folder())
        return self._model


def _add_pieces(row: NDArray[np.float32], table: NDArray[np.float16], pieces: list[int]) -> None:
    for start in range(0, len(pieces), _PIECES_AT_ONCE):
        rows = table.take(pieces[start : start + _PIECES_AT_ONCE], axis=0)
        row += np.add.reduce(rows.astype(np.float32), axis=0)


def _package_folder() -> Path:
    spec = find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise Unavailable("embedder_missing", "The wordllama package is missing.", hint=_HINT)
    return Path(spec.submodule_search_locations[0])


def _load(folder: Path) -> _Model:
    try:
        return _Model(_tokenizer(folder / _TOKENIZER), _table(folder / _TABLE))
    except Exception as error:  # the tokenizer library raises bare Exception
        raise Unavailable(
            "embedder_missing",
            f"The files of wordllama cannot be read: {error}",
            hint=_HINT,
        ) from error


def _tokenizer(path: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    # Remembered text is data: "<s>" in it is three characters, not the start of a sentence.
    tokenizer.encode_special_tokens = True
    return tokenizer


def _table(path: Path) -> NDArray[np.float16]:
    """The safetensors form: length of the header, header in JSON, then the bare numbers."""
    with path.open("rb") as file:
        header_bytes = int.from_bytes(file.read(8), "little")
        entry = json.loads(file.read(header_bytes))["embedding.weight"]
    rows, columns = entry["shape"]
    if entry["dtype"] != "F16" or columns != _DIMENSIONS:
        raise ValueError(f"unexpected table of {entry['dtype']} {entry['shape']}")
    offset = 8 + header_bytes + entry["data_offsets"][0]
    return np.asarray(np.memmap(path, "<f2", mode="r", offset=offset, shape=(rows, columns)))
