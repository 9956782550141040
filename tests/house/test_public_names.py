"""The face: its names are the documented ones, and importing it opens nothing."""

import json
import subprocess
import sys

import pytest

import holdfast
from tests.house.papers import ROOT, named, rows

HEAVY = {"alembic", "numpy", "pydantic", "rich", "sqlalchemy", "tokenizers", "typer", "wordllama"}


def test_the_public_names_are_the_documented_ones() -> None:
    documented = {named(row[0]) for row in rows(ROOT / "docs" / "library.md", "name")}
    assert set(holdfast.__all__) == documented


def test_the_public_names_are_sorted_and_listed_once() -> None:
    assert list(holdfast.__all__) == sorted(set(holdfast.__all__))


@pytest.mark.parametrize("name", holdfast.__all__)
def test_every_public_name_resolves(name: str) -> None:
    assert getattr(holdfast, name) is not None


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = holdfast.no_such_name


def test_dir_lists_the_public_names() -> None:
    assert set(holdfast.__all__) <= set(dir(holdfast))


def test_importing_brings_in_nothing_heavy() -> None:
    program = "import json, sys, holdfast; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(_run(program))
    assert HEAVY & {name.partition(".")[0] for name in loaded} == set()


def test_importing_opens_no_file_socket_or_thread() -> None:
    # Reading source and bytecode is the import itself; everything else is seen by the hook.
    program = """
import sys, threading
seen = []
def watch(event, args):
    if event.startswith("socket.") or event in ("sqlite3.connect", "subprocess.Popen", "os.mkdir"):
        seen.append(event)
    if event == "open" and not str(args[0]).endswith((".py", ".pyc", ".so")):
        seen.append(f"open {args[0]}")
sys.addaudithook(watch)
import holdfast
print(seen, threading.active_count())
"""
    assert _run(program).strip() == "[] 1"


def _run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout
