"""W7 at the command line: without its embedder a command still stores, and says what follows."""

import subprocess
import sys
import time

import pytest

from tests.fixtures.commands import Said, Shell

pytestmark = pytest.mark.scenario("W7", surface="cli")

TEXT = "The cache is dogpile"
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


def without_embedder(shell: Shell, *arguments: str, given: bytes = b"") -> Said:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_WORDLLAMA, "--home", str(shell.home), *arguments],
        input=given,
        capture_output=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_with_the_embedder_there_nothing_is_pending(shell: Shell) -> None:
    stored = shell.json("remember", TEXT)
    assert (stored["memory"]["embedding"], stored["degraded"]) == ("ready", [])
    assert shell.json("stats")["pending_vectors"] == 0


def test_without_the_embedder_it_is_stored_and_the_vector_is_said_to_be_pending(
    shell: Shell,
) -> None:
    began = time.monotonic()
    told = without_embedder(shell, "remember", TEXT)
    assert time.monotonic() - began < ANSWER_SECONDS_MAX
    assert told.exit == 0
    assert told.out.startswith("Stored: mem_")
    assert "vector is pending" in told.err

    stored = without_embedder(shell, "remember", "Rivers flow uphill", "--json").json
    assert (stored["outcome"], stored["memory"]["embedding"]) == ("stored", "pending")
    assert stored["degraded"] == ["vectors"]
    assert without_embedder(shell, "stats", "--json").json["pending_vectors"] == 2


def test_without_the_embedder_memories_are_found_by_words(shell: Shell) -> None:
    without_embedder(shell, "remember", "-", given=b"The cache is dogpile\nRivers flow uphill\n")
    assert without_embedder(shell, "list").out.count("mem_") == 2
    forgotten = without_embedder(shell, "forget", "dogpile", "--json")
    assert forgotten.json["text"] == TEXT


def test_the_doctor_names_the_missing_embedder_and_what_repairs_it(shell: Shell) -> None:
    without_embedder(shell, "remember", TEXT)
    told = without_embedder(shell, "doctor")
    assert told.exit == 5
    assert "The wordllama package is missing." in told.out
    assert "pip install wordllama" in told.out
    assert "waiting for a vector: 1" in told.out


def test_a_command_with_the_embedder_fills_in_what_was_missed(shell: Shell) -> None:
    without_embedder(shell, "remember", "-", given=b"The cache is dogpile\nRivers flow uphill\n")
    shell.done("remember", "Bells ring")
    assert shell.json("stats")["pending_vectors"] == 0
    assert {one["embedding"] for one in shell.listed()} == {"ready"}
    assert shell.done("verify").out.count("pending") == 0


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
    told = without_embedder(shell, "remember", TEXT, "--profile", "keyword", "--json")
    assert (told.exit, told.json["memory"]["embedding"]) == (0, "off")


def test_what_the_keyword_profile_stored_gets_vectors_in_the_semantic_one(shell: Shell) -> None:
    shell.done("remember", TEXT, "--profile", "keyword")
    shell.done("remember", "Bells ring", "--profile", "semantic")
    assert shell.json("stats")["pending_vectors"] == 0
