"""W2 at the command line: one statement, one key, and retries."""

import json

import pytest

from tests.fixtures.commands import Shell

pytestmark = pytest.mark.scenario("W2", surface="cli")

TEXT = "The cache is dogpile"


def test_the_same_text_twice_is_one_memory_and_the_second_answer_says_existing(
    shell: Shell,
) -> None:
    first, second = shell.json("remember", TEXT), shell.json("remember", TEXT)
    assert (first["outcome"], second["outcome"]) == ("stored", "existing")
    assert second["memory"] == first["memory"]
    assert shell.texts() == [TEXT]


def test_a_person_is_told_that_it_is_known_and_under_which_id(shell: Shell) -> None:
    stored = shell.remembered(TEXT)
    assert shell.done("remember", TEXT).out.startswith(f"Known already: {stored}\n")


@pytest.mark.parametrize("again", ["the cache is DOGPILE", " The  cache is dogpile. "])
def test_case_spacing_and_the_final_dot_make_no_other_memory(shell: Shell, again: str) -> None:
    stored = shell.remembered(TEXT)
    assert shell.remembered(again) == stored


def test_each_space_has_a_memory_of_its_own(shell: Shell) -> None:
    ids = {shell.remembered(TEXT, "--space", space) for space in ("", "team", "team/core")}
    assert len(ids) == 3
    assert shell.texts("--space", "team") == [TEXT, TEXT]


def test_the_same_key_with_the_same_text_is_the_same_memory(shell: Shell) -> None:
    first = shell.json("remember", TEXT, "--key", "k1")
    second = shell.json("remember", TEXT, "--key", "k1")
    assert (second["outcome"], second["memory"]["id"]) == ("existing", first["memory"]["id"])


def test_the_same_key_with_another_text_is_a_clear_conflict(shell: Shell) -> None:
    shell.remembered(TEXT, "--key", "k1")
    refusal = shell.refused("remember", "The queue is RabbitMQ", "--key", "k1")
    assert (refusal.exit, refusal.code) == (4, "idempotency_key_reused")
    assert "key" in refusal.message
    assert shell.texts() == [TEXT]


def test_a_key_of_somebody_else_is_another_key(shell: Shell) -> None:
    shell.remembered(TEXT, "--key", "k1")
    shell.by("--user", "bob").remembered("The queue is RabbitMQ", "--key", "k1")
    assert shell.texts() == [TEXT, "The queue is RabbitMQ"]


@pytest.mark.parametrize(
    "failed_try",
    [
        ("remember", "x" * 65_537, "--key", "k1"),
        ("remember", " ", "--key", "k1"),
        ("remember", TEXT, "--key", "k1", "--confidence", "7"),
        ("remember", TEXT, "--key", "k1", "--evidence", "ev_" + "0" * 20),
        ("remember", TEXT, "--key", "k1", "--space", "no space"),
    ],
    ids=["too long", "empty", "confidence", "evidence", "space"],
)
def test_a_try_that_failed_leaves_its_key_free(shell: Shell, failed_try: tuple[str, ...]) -> None:
    shell.refused(*failed_try)
    assert shell.json("remember", TEXT, "--key", "k1")["outcome"] == "stored"


def test_a_stream_given_again_after_a_failure_stores_what_was_missing(shell: Shell) -> None:
    half = shell("remember", "-", given=b"Anchors rust\nNUL \x00 here\nBells ring\n")
    assert half.exit == 2
    whole = shell.done("remember", "-", given=b"Anchors rust\nNo NUL here\nBells ring\n")
    assert whole.out == "3 lines: 2 existing, 1 stored\n"
    assert shell.texts() == ["Anchors rust", "Bells ring", "No NUL here"]


def test_a_stream_of_keyed_lines_names_the_line_whose_key_is_taken(shell: Shell) -> None:
    drafts = [("Anchors rust", "k1"), ("Bells ring", "k2"), ("Cats purr", "k1")]
    given = "\n".join(json.dumps({"text": text, "idempotency_key": key}) for text, key in drafts)
    done = shell("remember", "-", "--jsonl", given=given.encode())
    assert done.exit == 2
    assert done.err.startswith("line 3: idempotency_key_reused: ")
    assert shell.texts() == ["Anchors rust", "Bells ring"]
