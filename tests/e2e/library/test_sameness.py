"""W2: one statement is one memory, one key is one request, and a retry never fails."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TypeGuard

import pytest

from holdfast import Conflict, Draft, Grant, Holdfast, Refused, Stored, Turn
from tests.fixtures.library import (
    ALICE,
    BOB,
    BOT,
    OUTSIDER,
    every_memory,
    in_threads,
    limited,
    opened,
    refusal,
    texts,
)

pytestmark = pytest.mark.scenario("W2", surface="library")

TEXT = "The cache is dogpile"


def test_the_same_text_twice_is_one_memory_and_the_second_answer_says_so(store: Holdfast) -> None:
    first, second = store.remember(TEXT), store.remember(TEXT)

    assert (first.outcome, second.outcome) == ("stored", "existing")
    assert second.memory == first.memory
    assert len(every_memory(store)) == 1


@pytest.mark.parametrize(
    "again",
    [
        "the cache is DOGPILE",
        "  The   cache\tis\ndogpile ",
        "The cache is dogpile.",
        "The cache is dogpile!",
        "The cache is\u00a0dogpile",
        "The cache is dog\u200bpile",
        "\uff34he cache is dogpile",
    ],
)
def test_case_spacing_and_the_final_dot_make_no_other_memory(store: Holdfast, again: str) -> None:
    first = store.remember(TEXT)
    second = store.remember(again)

    assert second.outcome == "existing"
    assert second.memory.id == first.memory.id
    assert second.memory.text == TEXT


@pytest.mark.parametrize("other", ["The cache is dogpile?", "The cache is not there", "Dogpile"])
def test_another_sentence_is_another_memory(store: Holdfast, other: str) -> None:
    first = store.remember(TEXT)

    assert store.remember(other).memory.id != first.memory.id


def test_another_space_has_a_memory_of_its_own(store: Holdfast) -> None:
    ids = {store.remember(TEXT, space=space).memory.id for space in ("", "team", "team/core")}

    assert len(ids) == 3
    assert len(store.list(space="team")) == 2


def test_each_visibility_has_a_memory_of_its_own(store: Holdfast) -> None:
    ids = {
        store.remember(TEXT, visibility="private").memory.id,
        store.remember(TEXT, visibility="space").memory.id,
        store.remember(TEXT, visibility="org").memory.id,
    }

    assert len(ids) == 3
    assert store.remember(TEXT, visibility="private").memory.visibility == "private"


def test_what_another_person_holds_in_private_is_not_an_existing_memory(store: Holdfast) -> None:
    mine = store.remember(TEXT, visibility="private")
    theirs = store.as_subject(BOB).remember(TEXT, visibility="private")

    assert theirs.outcome == "stored"
    assert theirs.memory.id != mine.memory.id


def test_a_shared_memory_is_existing_for_everybody(store: Holdfast) -> None:
    mine = store.remember(TEXT)
    theirs = store.as_subject(BOB).remember(TEXT)

    assert theirs.outcome == "existing"
    assert theirs.memory.id == mine.memory.id
    assert theirs.memory.author == "alice"


def test_another_org_has_a_memory_of_its_own(store: Holdfast) -> None:
    store.remember(TEXT)

    assert store.as_subject(OUTSIDER).remember(TEXT).outcome == "stored"


def test_a_forgotten_statement_can_be_remembered_anew(store: Holdfast) -> None:
    first = store.remember(TEXT)
    store.forget(first.memory.id)
    second = store.remember(TEXT)

    assert second.outcome == "stored"
    assert second.memory.id != first.memory.id
    assert texts(store) == [TEXT]


def test_what_was_said_anew_stands_in_the_way_of_a_restore(store: Holdfast) -> None:
    first = store.remember(TEXT)
    store.forget(first.memory.id)
    second = store.remember(TEXT)

    error = refusal(lambda: store.restore(first.memory.id))
    assert error.code == "status_wrong"
    assert error.facts["memory"] == second.memory.id


def test_undoing_a_forgetting_never_makes_two_memories_of_one_statement(store: Holdfast) -> None:
    first = store.remember(TEXT)
    store.forget(first.memory.id)
    forgetting = store.history(first.memory.id)[-1].operation
    store.remember(TEXT)

    assert isinstance(refusal(lambda: store.undo(forgetting)), Conflict)
    assert texts(store) == [TEXT]


def test_undoing_a_revision_never_makes_two_memories_of_one_statement(store: Holdfast) -> None:
    first = store.remember(TEXT)
    store.revise(first.memory.id, "The queue is made of wood")
    revision = store.history(first.memory.id)[-1].operation
    store.remember(TEXT)

    assert isinstance(refusal(lambda: store.undo(revision)), Conflict)
    assert texts(store) == [TEXT, "The queue is made of wood"]


def test_parting_what_was_merged_never_makes_two_memories_of_one_statement(
    store: Holdfast,
) -> None:
    merged = store.remember("A violet elephant sings")
    target = store.remember(TEXT)
    store.merge([merged.memory.id], into=target.memory.id)
    store.remember("A violet elephant sings")

    assert isinstance(refusal(lambda: store.unmerge(merged.memory.id)), Conflict)
    assert texts(store) == ["A violet elephant sings", TEXT]


def test_a_revision_to_what_another_memory_says_is_refused(store: Holdfast) -> None:
    store.remember(TEXT)
    other = store.remember("The queue is made of wood")

    error = refusal(lambda: store.revise(other.memory.id, "the cache is dogpile."))
    assert error.code == "status_wrong"
    assert store.get(other.memory.id).text == "The queue is made of wood"


def test_evidence_given_with_a_known_statement_is_added_to_it(store: Holdfast) -> None:
    first = store.remember(TEXT)
    [turn] = store.observe(Turn("user", "Did we not choose dogpile?"))

    assert store.remember(TEXT, evidence=[turn]).memory.evidence == (turn,)
    assert store.get(first.memory.id).evidence == (turn,)
    assert [entry.name for entry in store.history(first.memory.id)] == [
        "memory.stored",
        "memory.supported",
    ]


def test_a_known_statement_writes_nothing_to_the_journal(store: Holdfast) -> None:
    store.remember(TEXT)
    before = store.stats().entries
    store.remember(TEXT)

    assert store.stats().entries == before


# --- keys


def test_the_same_key_with_the_same_request_is_answered_with_the_same_memory(
    store: Holdfast,
) -> None:
    first = store.remember(TEXT, idempotency_key="request-1")
    second = store.remember(TEXT, idempotency_key="request-1")

    assert second.outcome == "existing"
    assert second.memory.id == first.memory.id


@pytest.mark.parametrize(
    "changed",
    [
        {"text": "Another statement altogether"},
        {"space": "team"},
        {"kind": "preference"},
        {"visibility": "private"},
        {"title": "Caching"},
    ],
)
def test_a_key_that_comes_with_another_request_is_a_conflict(
    store: Holdfast, changed: dict[str, str]
) -> None:
    store.remember(TEXT, idempotency_key="request-1")
    other = Draft(**{"text": TEXT, "idempotency_key": "request-1", **changed})  # type: ignore[arg-type]

    [answer] = store.remember_many([other])
    assert isinstance(answer, Refused)
    assert answer.error.code == "idempotency_key_reused"
    assert len(every_memory(store)) == 1


def test_a_key_stays_taken_when_its_memory_was_forgotten(store: Holdfast) -> None:
    first = store.remember(TEXT, idempotency_key="request-1")
    store.forget(first.memory.id)

    error = refusal(lambda: store.remember("Something else", idempotency_key="request-1"))
    assert error.code == "idempotency_key_reused"


def test_a_late_retry_does_not_bring_a_superseded_statement_back(store: Holdfast) -> None:
    old = "The payments API uses PostgreSQL 14"
    first = store.remember(old, idempotency_key="request-1")
    second = store.remember("The payments API uses PostgreSQL 16")
    assert second.outcome == "superseding"

    retried = store.remember(old, idempotency_key="request-1")

    assert retried.outcome == "existing"
    assert retried.memory.id == first.memory.id
    assert texts(store) == ["The payments API uses PostgreSQL 16"]


def test_a_late_retry_does_not_bring_a_forgotten_statement_back(store: Holdfast) -> None:
    first = store.remember(TEXT, idempotency_key="request-1")
    store.forget(first.memory.id)

    retried = store.remember(TEXT, idempotency_key="request-1")

    assert retried.memory.id == first.memory.id
    assert texts(store) == []


@pytest.mark.parametrize("other", [BOB, OUTSIDER, BOT])
def test_a_key_belongs_to_the_caller_who_used_it(store: Holdfast, other: object) -> None:
    store.remember(TEXT, idempotency_key="request-1")
    theirs = store.as_subject(other)  # type: ignore[arg-type]

    assert theirs.remember("Something else", idempotency_key="request-1").outcome == "stored"


def test_the_key_of_a_merged_statement_is_answered_with_what_it_was_merged_into(
    store: Holdfast,
) -> None:
    kept = store.remember("Never push to main directly.", kind="preference")
    same = Draft(
        text="Never push directly to main.", kind="preference", idempotency_key="request-1"
    )
    merged, again = (answer for answer in store.remember_many([same, same]) if _is_stored(answer))

    assert merged.outcome == "merged"
    assert (again.outcome, again.memory.id) == ("existing", kept.memory.id)


@pytest.mark.parametrize("key", ["", " ", "k" * 5_000, "\ud800", "a\x00b"])
def test_a_key_that_is_no_key_is_refused(store: Holdfast, key: str) -> None:
    refusal(lambda: store.remember(TEXT, idempotency_key=key))


def test_a_retry_is_not_refused_for_evidence_that_was_erased_since(store: Holdfast) -> None:
    [turn] = store.observe(Turn("user", "Did we not choose dogpile?"))
    first = store.remember(TEXT, evidence=[turn], idempotency_key="request-1")
    store.erase(turn)

    retried = store.remember(TEXT, evidence=[turn], idempotency_key="request-1")
    assert (retried.outcome, retried.memory.id) == ("existing", first.memory.id)


def test_two_that_say_the_same_do_not_both_come_back_from_one_merge(store: Holdfast) -> None:
    target = store.remember(TEXT).memory
    for _ in range(2):
        one = store.remember("A violet elephant sings").memory
        store.merge([one.id], into=target.id)

    refusal(lambda: store.unmerge(target.id))
    assert texts(store) == [TEXT]


# --- at once


def test_eight_threads_with_one_text_make_one_memory(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        answers = in_threads(8, lambda number: store.remember(TEXT))

    stored = [answer for answer in answers if isinstance(answer, Stored)]
    assert len(stored) == 8
    assert len({answer.memory.id for answer in stored}) == 1
    assert sorted(answer.outcome for answer in stored) == ["existing"] * 7 + ["stored"]


def test_eight_threads_with_one_key_and_eight_texts_make_one_memory(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        answers = in_threads(
            8,
            lambda number: store.remember(f"Statement {'abcdefgh'[number]}", idempotency_key="k"),
        )
        assert len(every_memory(store)) == 1

    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [error.code for error in refused] == ["idempotency_key_reused"] * 7


def test_two_handles_on_one_file_agree_on_one_memory(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as other:
        handles = [one, other]
        answers = in_threads(8, lambda number: handles[number % 2].remember(TEXT))
        assert len(every_memory(one)) == 1

    assert len({answer.memory.id for answer in answers if isinstance(answer, Stored)}) == 1


def test_a_draft_that_comes_twice_in_one_batch_is_one_memory(store: Holdfast) -> None:
    drafts = [TEXT, "Another statement altogether", TEXT.upper()]
    answers = [answer for answer in store.remember_many(drafts) if isinstance(answer, Stored)]

    assert [answer.outcome for answer in answers] == ["stored", "stored", "existing"]
    assert answers[2].memory.id == answers[0].memory.id


def test_a_refused_draft_leaves_those_around_it_alone(store: Holdfast) -> None:
    answers = list(store.remember_many(["Alpha one", "", "Omega two"]))

    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [(answer.index, answer.error.code) for answer in refused] == [(1, "text_empty")]
    assert texts(store) == ["Alpha one", "Omega two"]


def test_a_batch_can_be_sent_again_whole(store: Holdfast) -> None:
    drafts = [f"Word{number} stands alone" for number in range(300)]
    first = [answer.memory.id for answer in store.remember_many(drafts) if _is_stored(answer)]
    again = list(store.remember_many(drafts))

    assert len(first) == 300
    assert [answer.memory.id for answer in again if _is_stored(answer)] == first
    assert {answer.outcome for answer in again if _is_stored(answer)} == {"existing"}


def _is_stored(answer: Stored | Refused) -> TypeGuard[Stored]:
    return isinstance(answer, Stored)


def test_a_batch_can_be_undone_as_one_operation(store: Holdfast) -> None:
    store.remember("It was there before")
    list(store.remember_many(f"Word{number} stands alone" for number in range(300)))
    store.undo()

    assert texts(store) == ["It was there before"]


# --- after a failure

STEPS = (
    "write.prepared",
    "write.locked",
    "write.begun",
    "write.journal",
    "write.rows",
    "write.vector",
    "write.before_commit",
    "write.committed",
    "write.answered",
)


class PowerCut(RuntimeError):
    """What a step of a write may end in."""


def cut_once_at(wanted: str) -> Callable[[str], None]:
    """Fails the first write that comes to that step, and no other."""
    cuts = itertools.count()

    def step(name: str) -> None:
        if name == wanted and next(cuts) == 0:
            raise PowerCut(name)

    return step


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("key", [None, "request-1"])
def test_a_retry_after_a_failure_at_any_step_ends_with_one_memory(
    tmp_path: Path, step: str, key: str | None
) -> None:
    with opened(tmp_path, step=cut_once_at(step)) as store:
        with pytest.raises(PowerCut):
            store.remember(TEXT, idempotency_key=key)
        retried = store.remember(TEXT, idempotency_key=key)

        assert retried.outcome in ("stored", "existing")
        assert texts(store) == [TEXT]
        assert store.verify().ok


def test_who_may_only_write_is_not_told_what_is_there(store: Holdfast) -> None:
    store.remember(TEXT, space="team")
    writer = store.as_subject(limited("carl", Grant("team", frozenset({"write"}))))

    assert writer.remember(TEXT, space="team").outcome == "stored"


def test_the_caller_of_a_store_is_part_of_every_memory(store: Holdfast) -> None:
    by_agent = store.as_subject(BOT).remember("An agent wrote this")

    assert (by_agent.memory.author, by_agent.memory.agent) == ("alice", "bot")
    assert store.subject == ALICE
