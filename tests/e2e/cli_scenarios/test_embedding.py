"""W7 at the command line: without its embedder a command still stores, and says what follows."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.fixtures.commands import Said, Shell
from tests.fixtures.library import eventually

pytestmark = pytest.mark.scenario("W7", surface="cli")

TEXT = "The cache is dogpile"
LINES = b"The cache is dogpile\nRivers flow uphill\n"
# The package is found by nobody in that process, as when it was never installed.
WITHOUT_WORDLLAMA = """
import sys
sys.modules["wordllama"] = None
from holdfast.surfaces.cli import main
sys.exit(main())
"""
SECONDS_MAX = 30
ANSWER_SECONDS_MAX = 5.0


@pytest.fixture(autouse=True)
def embedder_of_users(quick_settings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_EMBEDDER", "wordllama")


@contextmanager
def without_embedder() -> Iterator[None]:
    """What Python itself does for a package that must not be found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "wordllama", None)
        yield


def in_a_process_without_it(shell: Shell, *arguments: str) -> Said:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_WORDLLAMA, "--home", str(shell.home), *arguments],
        capture_output=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_with_the_embedder_there_nothing_is_pending(shell: Shell) -> None:
    stored = shell.json("remember", TEXT)
    assert (stored["memory"]["embedding"], stored["degraded"]) == ("ready", [])
    assert shell.json("stats")["pending_vectors"] == 0


def test_without_the_embedder_it_is_stored_in_time_and_said_to_be_pending(shell: Shell) -> None:
    began = time.monotonic()
    told = in_a_process_without_it(shell, "remember", TEXT)
    assert time.monotonic() - began < ANSWER_SECONDS_MAX
    assert (told.exit, told.out.startswith("Stored: mem_")) == (0, True)
    assert "vector is pending" in told.err


def test_a_program_is_told_what_is_pending_and_that_the_answer_is_degraded(shell: Shell) -> None:
    with without_embedder():
        stored = shell.json("remember", TEXT)
        assert stored["outcome"] == "stored"
        assert (stored["memory"]["embedding"], stored["degraded"]) == ("pending", ["vectors"])
        assert shell.json("stats")["pending_vectors"] == 1


def test_without_the_embedder_memories_are_found_by_words(shell: Shell) -> None:
    with without_embedder():
        shell.done("remember", "-", given=LINES)
        assert len(shell.texts()) == 2
        assert shell.json("forget", "dogpile")["text"] == TEXT


def test_the_doctor_names_the_missing_embedder_and_what_repairs_it(shell: Shell) -> None:
    with without_embedder():
        shell.done("remember", TEXT)
        told = shell("doctor")
    assert told.exit == 5
    assert "The wordllama package is missing." in told.out
    assert "pip install wordllama" in told.out
    assert "waiting for a vector: 1" in told.out


def test_commands_with_the_embedder_fill_in_what_was_missed(shell: Shell) -> None:
    """Counting is a command like any other: each has its share of what is left to do."""
    with without_embedder():
        shell.done("remember", "-", given=LINES)
        assert shell.json("stats")["pending_vectors"] == 2
    eventually(lambda: shell.json("stats")["pending_vectors"] == 0)
    assert {one["embedding"] for one in shell.listed()} == {"ready"}
    assert "pending" not in shell.done("verify").out


def test_the_keyword_profile_says_that_vectors_are_off(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLDFAST_PROFILE", "keyword")
    told = shell.done("remember", TEXT)
    stored = shell.json("remember", "Rivers flow uphill")
    assert "pending" not in told.everything
    assert (stored["memory"]["embedding"], stored["degraded"]) == ("off", [])
    assert shell.json("stats")["pending_vectors"] == 0
    assert "off: the keyword profile" in shell.done("doctor").out
    assert shell.json("forget", "dogpile")["text"] == TEXT


def test_the_keyword_profile_does_not_need_the_embedder_at_all(shell: Shell) -> None:
    with without_embedder():
        stored = shell.json("remember", TEXT, "--profile", "keyword")
    assert stored["memory"]["embedding"] == "off"


def test_what_the_keyword_profile_stored_gets_vectors_in_the_semantic_one(shell: Shell) -> None:
    shell.done("remember", TEXT, "--profile", "keyword")
    eventually(lambda: shell.json("stats")["pending_vectors"] == 0)
    assert [one["embedding"] for one in shell.listed()] == ["ready"]
