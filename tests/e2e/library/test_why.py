"""L5: why a memory is believed: the evidence in order, with time, speaker and surface."""

from datetime import UTC, datetime, timedelta

import pytest

from holdfast import Grant, Holdfast, Subject, Turn
from tests.fixtures.library import BOB, SteppingClock, limited, reader, refusal

pytestmark = pytest.mark.scenario("L5", surface="library")

NOON = datetime(2026, 1, 4, 12, 0, tzinfo=UTC)
TALK = [
    Turn("user", "Which database do we take?", speaker="Ann", at=NOON, session="s1"),
    Turn(
        "assistant",
        "PostgreSQL, since the team knows it",
        speaker="Bot",
        at=NOON + timedelta(minutes=1),
        session="s1",
    ),
    Turn("tool", "psql --version: 16.2", at=NOON + timedelta(minutes=2), session="s1"),
    Turn("outcome", "All migrations ran", at=NOON + timedelta(days=1), session="s2", ref="run-7"),
]


def test_the_evidence_comes_in_order_with_time_speaker_and_surface(store: Holdfast) -> None:
    turns = store.observe(TALK)
    memory = store.remember("We take PostgreSQL", evidence=turns).memory

    why = store.why(memory.id)
    assert why.memory == memory
    assert [(one.role, one.text, one.speaker, one.at, one.session) for one in why.evidence] == [
        (turn.role, turn.text, turn.speaker, turn.at, turn.session) for turn in TALK
    ]
    assert {one.surface for one in why.evidence} == {"library"}
    assert {one.author for one in why.evidence} == {"alice"}
    assert why.evidence[3].ref == "run-7"


def test_the_order_is_that_of_time_and_not_of_citing(store: Holdfast) -> None:
    turns = store.observe([TALK[2], TALK[0], TALK[1]])
    memory = store.remember("We take PostgreSQL", evidence=[turns[0], turns[2], turns[1]]).memory

    assert [one.text for one in store.why(memory.id).evidence] == [turn.text for turn in TALK[:3]]


def test_turns_of_one_moment_keep_the_order_in_which_they_were_observed(store: Holdfast) -> None:
    turns = store.observe(Turn("user", f"line {number}", at=NOON) for number in range(20))
    memory = store.remember("There were lines", evidence=turns[::-1]).memory

    assert tuple(one.id for one in store.why(memory.id).evidence) == turns


def test_the_surface_is_that_of_who_observed(store: Holdfast) -> None:
    other_door = store.as_subject(Subject(org="acme", user="bob", surface="cli"))
    [turn] = other_door.observe(TALK[0])
    memory = store.remember("We take PostgreSQL", evidence=[turn]).memory

    [evidence] = store.why(memory.id).evidence
    assert (evidence.surface, evidence.author) == ("cli", "bob")


def test_a_turn_without_a_time_was_said_when_it_was_observed(
    store: Holdfast, clock: SteppingClock
) -> None:
    before = clock.now
    [turn] = store.observe(Turn("user", "Just now"))
    memory = store.remember("Somebody spoke", evidence=[turn]).memory

    [evidence] = store.why(memory.id).evidence
    assert before < evidence.at == evidence.recorded_at <= clock.now


def test_the_past_of_the_memory_and_its_links_come_with_the_evidence(store: Holdfast) -> None:
    memory = store.remember("We take PostgreSQL").memory
    other = store.remember("The team knows it").memory
    store.revise(memory.id, "We take PostgreSQL 16", why="the version is fixed")
    link = store.link(memory.id, other.id, "depends_on")

    why = store.why(memory.id)
    assert why.entries == store.history(memory.id)
    assert [entry.name for entry in why.entries] == ["memory.stored", "memory.revised"]
    assert why.links == (link,)


def test_a_superseded_memory_names_what_took_its_place(store: Holdfast) -> None:
    old = store.remember("The payments API uses PostgreSQL 14").memory
    new = store.remember("The payments API uses PostgreSQL 16").memory

    why = store.why(old.id)
    assert why.memory.superseded_by == new.id
    assert [(link.source, link.relation) for link in why.links] == [(new.id, "supersedes")]


def test_why_of_a_forgotten_memory_still_answers(store: Holdfast) -> None:
    [turn] = store.observe(TALK[0])
    memory = store.remember("We take PostgreSQL", evidence=[turn]).memory
    store.forget(memory.id, why="no longer so")

    why = store.why(memory.id)
    assert why.memory.ended == "forgotten"
    assert why.entries[-1].why == "no longer so"
    assert len(why.evidence) == 1


def test_evidence_of_a_space_that_the_caller_may_not_read_is_not_shown(store: Holdfast) -> None:
    hidden, shown = store.observe(
        [Turn("user", "Said in the other room", space="b"), Turn("user", "Said here", space="a")]
    )
    memory = store.remember("It was said", space="a", evidence=[hidden, shown]).memory
    carl = store.as_subject(reader("carl", "a"))

    assert [one.text for one in carl.why(memory.id).evidence] == ["Said here"]


def test_links_to_what_the_caller_may_not_see_are_not_shown(store: Holdfast) -> None:
    shared = store.remember("The team knows it").memory
    private = store.remember("Alice doubts it", visibility="private").memory
    store.link(private.id, shared.id, "contradicts")
    store.link(shared.id, private.id, "about")

    assert store.as_subject(BOB).why(shared.id).links == ()
    assert len(store.why(shared.id).links) == 2


@pytest.mark.parametrize("evidence", ["ev_" + "0" * 20, "mem_" + "0" * 20])
def test_evidence_that_there_is_not_is_refused(store: Holdfast, evidence: str) -> None:
    error = refusal(lambda: store.remember("It was said", evidence=[evidence]))

    assert error.code == "not_found"


def test_evidence_that_the_caller_may_not_see_is_refused_in_the_same_words(
    store: Holdfast,
) -> None:
    [turn] = store.observe(Turn("user", "Said in the other room", space="b"))
    carl = store.as_subject(limited("carl", Grant("a")))

    absent = refusal(lambda: carl.remember("So it is", space="a", evidence=["ev_" + "0" * 20]))
    hidden = refusal(lambda: carl.remember("So it is", space="a", evidence=[turn]))
    assert (hidden.code, hidden.message, hidden.hint) == (absent.code, absent.message, absent.hint)


def test_turns_are_observed_all_or_not_at_all(store: Holdfast) -> None:
    refusal(lambda: store.observe([TALK[0], Turn("user", ""), TALK[1]]))

    assert store.stats().turns == 0
    assert store.read() == ()


def test_observing_nothing_is_nothing(store: Holdfast) -> None:
    assert store.observe([]) == ()
    assert store.read() == ()


def test_observing_can_be_undone(store: Holdfast) -> None:
    store.observe(TALK)
    store.undo()

    assert store.stats().turns == 0
    assert store.timeline() == ()
    assert store.verify().ok
