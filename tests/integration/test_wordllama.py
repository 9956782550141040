"""Our reading of the wordllama files against the package's own, in a process of its own."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

import holdfast
from holdfast.adapters.inference.wordllama import WordLlamaEmbedder
from holdfast.kernel.errors import Unavailable

TABLE = Path("weights", "l2_supercat_256.safetensors")
TEXTS = [
    "We moved the payments service from REST to gRPC in March.",
    "Ana prefers tabs.",
    "x",
    "   leading and trailing spaces   ",
    "line one\nline two\n\n\tindented",
    "Der Zug fährt um 10:45 nach Zürich",
    "検索は日本語でも動く 🎉",
    "def main() -> None:\n    raise SystemExit(0)\n",
    "long text with many words " * 400,
]
THEIRS = """
import json, pathlib, sys, wordllama
model = wordllama.WordLlama.load(
    cache_dir=pathlib.Path(wordllama.__file__).parent, disable_download=True)
print(json.dumps([model.embed(text, norm=True)[0].tolist() for text in json.load(sys.stdin)]))
"""
IMPORTS_ONLY = """
import sys
from holdfast.adapters.inference.wordllama import WordLlamaEmbedder
WordLlamaEmbedder().embed(["a text"])
print("wordllama" in sys.modules, "requests" in sys.modules)
"""
WITHOUT_THE_PACKAGE = """
from holdfast.adapters.inference.wordllama import WordLlamaEmbedder
from holdfast.kernel.errors import Unavailable
try:
    WordLlamaEmbedder().embed(["a text"])
except Unavailable as error:
    print(error.code, "pip install wordllama" in error.hint)
"""
AFTER_A_FORK = """
import os
from holdfast.adapters.inference.wordllama import WordLlamaEmbedder
embedder = WordLlamaEmbedder()
before = embedder.embed(["one", "two"])
child = os.fork()
if child == 0:
    os._exit(0 if (embedder.embed(["one", "two"]) == before).all() else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def run(script: str, *options: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        # Newer Pythons warn of any fork next to NumPy's threads; the tokenizer is asked about here.
        [sys.executable, "-W", "ignore::DeprecationWarning", *options, "-c", script],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )


def test_the_vectors_are_those_of_the_package() -> None:
    theirs = np.array(json.loads(run(THEIRS, stdin=json.dumps(TEXTS)).stdout))
    ours = WordLlamaEmbedder().embed(TEXTS)
    assert (ours * theirs).sum(axis=1).min() > 0.9999


def test_the_package_itself_is_never_imported() -> None:
    assert run(IMPORTS_ONLY).stdout.split() == ["False", "False"]


def test_a_forked_child_embeds_without_a_warning() -> None:
    done = run(AFTER_A_FORK)
    assert (done.stdout.strip(), done.stderr) == ("0", "")


def test_special_tokens_in_a_text_are_ordinary_characters() -> None:
    sentence_start = load_file(package_folder() / TABLE)["embedding.weight"][1].astype(np.float32)
    tagged = WordLlamaEmbedder().embed(["<s>"])[0]
    assert tagged @ sentence_start / np.linalg.norm(sentence_start) < 0.9


def test_missing_files_are_told_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as caught:
        WordLlamaEmbedder(tmp_path).embed(["a text"])
    assert caught.value.code == "embedder_missing"
    assert "pip install wordllama" in caught.value.hint


OTHER_NUMBERS = (
    b'{"embedding.weight":{"dtype":"F32","shape":[32000,256],"data_offsets":[0,32768000]}}'
)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff" * 64, id="nonsense"),
        pytest.param(len(OTHER_NUMBERS).to_bytes(8, "little") + OTHER_NUMBERS, id="other-numbers"),
    ],
)
def test_a_damaged_table_is_told_and_not_used(tmp_path: Path, table: bytes) -> None:
    place_files(tmp_path, table=table)
    with pytest.raises(Unavailable, match="cannot be read"):
        WordLlamaEmbedder(tmp_path).embed(["a text"])


def test_a_missing_package_is_told_with_a_way_out(tmp_path: Path) -> None:
    installed = package_folder().parent
    for name in ("numpy", "numpy.libs", "tokenizers"):
        if (installed / name).exists():
            (tmp_path / name).symlink_to(installed / name)
    path = [str(tmp_path), str(Path(holdfast.__path__[0]).parent)]
    done = run(f"import sys; sys.path[:0] = {path!r}" + WITHOUT_THE_PACKAGE, "-S")
    assert done.stdout.split() == ["embedder_missing", "True"]


def test_files_that_appear_later_are_used_without_a_restart(tmp_path: Path) -> None:
    embedder = WordLlamaEmbedder(tmp_path)
    with pytest.raises(Unavailable):
        embedder.embed(["a text"])
    place_files(tmp_path, table=None)
    assert embedder.embed(["a text"]).any()


def package_folder() -> Path:
    spec = find_spec("wordllama")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0])


def place_files(folder: Path, *, table: bytes | None) -> None:
    """The package's own files, with another table if one is given."""
    (folder / "tokenizers").symlink_to(package_folder() / "tokenizers")
    (folder / "weights").mkdir()
    if table is None:
        (folder / TABLE).symlink_to(package_folder() / TABLE)
    else:
        (folder / TABLE).write_bytes(table)
