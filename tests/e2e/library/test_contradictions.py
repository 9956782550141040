"""W3 and W4: near-duplicates merge, contradictions supersede, and doubt waits for a person."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from holdfast import Denied, Holdfast, Stored, Turn
from holdfast.adapters.inference.wordllama import WordLlamaEmbedder
from tests.fixtures.library import (
    BOT,
    SteppingClock,
    every_memory,
    limited,
    opened,
    reader,
    refusal,
    texts,
)

merging = pytest.mark.scenario("W3", surface="library")
disputing = pytest.mark.scenario("W4", surface="library")


@pytest.fixture(scope="module")
def bundled() -> WordLlamaEmbedder:
    """The table of the default embedder is read once for this module."""
    return WordLlamaEmbedder()


@pytest.fixture
def semantic(bundled: WordLlamaEmbedder, clock: SteppingClock) -> Iterator[Holdfast]:
    """A store as users have it, with the bundled embedder."""
    with opened(clock=clock, embedder=bundled) as opened_store:
        yield opened_store


# --- W3

SAME = [
    ("The user likes dark mode.", "User likes dark mode"),
    ("The project uses PostgreSQL 16.", "The project is using PostgreSQL 16."),
    ("Bob reports to Alice.", "Bob is reporting to Alice."),
    ("Run pytest before each commit.", "Run pytest before every commit."),
    ("The user prefers concise replies.", "The user prefers concise replies please."),
]
CONTRADICTING = [
    ("The user likes jazz.", "The user no longer likes jazz."),
    ("The user likes jazz.", "The user does not like jazz."),
    ("The payments API uses PostgreSQL 14", "The payments API uses PostgreSQL 16"),
    ("Alice lives in Berlin.", "Alice now lives in Paris."),
    ("Dark mode is enabled.", "Dark mode is disabled."),
    ("Users can delete comments.", "Users can't delete comments."),
    ("Timeout of 30 seconds.", "Timeout of 60 seconds."),
    ("Always rebase before merging.", "Never rebase before merging."),
    ("Bob works at Google.", "Bob works at Apple."),
]


@merging
@pytest.mark.parametrize(("old", "new"), SAME)
def test_a_near_duplicate_is_merged_into_what_is_there(
    semantic: Holdfast, old: str, new: str
) -> None:
    first = semantic.remember(old, kind="preference")
    second = semantic.remember(new, kind="preference")

    assert second.outcome == "merged"
    assert second.memory.id == first.memory.id
    assert second.memory.text == old
    [merged] = semantic.list(status="superseded")
    assert second.related == (merged.id,)
    assert (merged.text, merged.ended, merged.superseded_by) == (new, "merged", first.memory.id)


@merging
def test_a_merge_keeps_the_evidence_and_the_tags_of_both(semantic: Holdfast) -> None:
    one, two = semantic.observe([Turn("user", "I like it dark"), Turn("user", "Dark is best")])
    semantic.remember(SAME[0][0], tags=["ui"], evidence=[one], confidence=0.6)
    merged = semantic.remember(SAME[0][1], tags=["theme"], evidence=[two], confidence=0.9)

    assert merged.memory.tags == ("theme", "ui")
    assert merged.memory.evidence == (one, two)
    assert merged.memory.confidence == 0.9


@merging
def test_a_merge_can_be_taken_apart_and_each_side_is_as_it_was(semantic: Holdfast) -> None:
    first = semantic.remember(SAME[0][0], tags=["ui"], confidence=0.6).memory
    second = semantic.remember(SAME[0][1], tags=["theme"], confidence=0.9)
    [parted] = semantic.unmerge(first.id)

    assert parted.id == second.related[0]
    assert (parted.status, parted.ended, parted.superseded_by) == ("active", None, None)
    assert (parted.text, parted.tags, parted.confidence) == (SAME[0][1], ("theme",), 0.9)
    kept = semantic.get(first.id)
    assert (kept.text, kept.tags, kept.confidence) == (first.text, ("ui",), 0.6)
    assert texts(semantic) == sorted(SAME[0])
    assert semantic.verify().ok


@merging
def test_the_lineage_of_a_merge_is_in_the_history_of_both(semantic: Holdfast) -> None:
    first = semantic.remember(SAME[0][0]).memory
    merged = semantic.remember(SAME[0][1]).related[0]

    joined = semantic.history(first.id)[-1]
    assert (joined.name, joined.facts["merged"]) == ("memory.joined", [merged])
    [stored] = semantic.history(merged)
    assert stored.after is not None
    assert stored.after["superseded_by"] == first.id


@merging
def test_a_merge_by_hand_takes_in_several_and_gives_them_all_back(store: Holdfast) -> None:
    kept = store.remember("The cat sleeps on the sofa", tags=["cat"]).memory
    others = [
        store.remember(text, tags=[tag]).memory
        for text, tag in (("Elephants sing at noon", "song"), ("Rivers flow uphill", "water"))
    ]
    merged = store.merge([kept.id, *(one.id for one in others)], into=kept.id, why="one story")
    assert merged.tags == ("cat", "song", "water")
    assert texts(store) == [kept.text]

    back = store.unmerge(kept.id)
    assert {one.id for one in back} == {one.id for one in others}
    assert [store.get(one.id) for one in others] == others
    assert store.get(kept.id).tags == ("cat",)


@merging
def test_a_merge_can_be_undone_as_one_operation(semantic: Holdfast) -> None:
    first = semantic.remember(SAME[0][0], tags=["ui"]).memory
    semantic.remember(SAME[0][1], tags=["theme"])
    semantic.undo()

    assert semantic.get(first.id) == first
    assert texts(semantic) == [first.text]


@merging
def test_parting_a_disputed_memory_from_what_it_was_merged_into_keeps_it_disputed(
    store: Holdfast,
) -> None:
    _, disputed = in_doubt(store)
    kept = store.remember("Rivers flow uphill")
    store.merge([disputed.memory.id], into=kept.memory.id)

    [parted] = store.unmerge(disputed.memory.id)
    assert parted.status == "disputed"


@merging
@pytest.mark.parametrize("alone", [True, False])
def test_merging_needs_two_memories(store: Holdfast, alone: bool) -> None:
    only = store.remember("The cat sleeps on the sofa").memory

    error = refusal(lambda: store.merge([only.id] if alone else [], into=only.id))
    assert error.code == "field_invalid"


@merging
@pytest.mark.parametrize(("old", "new"), CONTRADICTING)
def test_a_contradiction_supersedes_and_is_never_taken_for_a_duplicate(
    semantic: Holdfast, old: str, new: str
) -> None:
    first = semantic.remember(old, kind="preference").memory
    second = semantic.remember(new, kind="preference")

    assert second.outcome == "superseding"
    assert second.related == (first.id,)
    assert second.because is not None
    assert texts(semantic) == [new]


@merging
@pytest.mark.parametrize(("old", "new"), CONTRADICTING)
def test_a_contradiction_without_any_vector_is_found_just_as_well(
    clock: SteppingClock, old: str, new: str
) -> None:
    with opened(clock=clock, profile="keyword") as store:
        store.remember(old, kind="preference")

        assert store.remember(new, kind="preference").outcome == "superseding"


@merging
def test_the_superseded_statement_keeps_a_closed_interval_and_a_link(store: Holdfast) -> None:
    began = datetime(2025, 3, 1, tzinfo=UTC)
    old = store.remember(CONTRADICTING[2][0], valid_from=began).memory
    new = store.remember(CONTRADICTING[2][1]).memory

    then = store.get(old.id)
    assert (then.status, then.ended, then.superseded_by) == ("superseded", "superseded", new.id)
    assert (then.valid_from, then.valid_to) == (began, new.recorded_at)
    assert then.text == old.text
    [link] = store.why(old.id).links
    assert (link.source, link.target, link.relation) == (new.id, old.id, "supersedes")


@merging
def test_both_statements_are_in_the_history_of_a_contradiction(store: Holdfast) -> None:
    old = store.remember(CONTRADICTING[0][0]).memory
    store.remember(CONTRADICTING[0][1])

    stored, superseded = store.history(old.id)
    assert (stored.name, superseded.name) == ("memory.stored", "memory.superseded")
    assert superseded.why is not None
    assert superseded.why.startswith("contradiction: ")
    assert superseded.before is not None
    assert superseded.before["status"] == "active"


@merging
def test_a_statement_that_starts_earlier_is_history_from_the_start(store: Holdfast) -> None:
    current = store.remember(CONTRADICTING[3][1], valid_from=datetime(2025, 6, 1, tzinfo=UTC))
    earlier = store.remember(CONTRADICTING[3][0], valid_from=datetime(2020, 1, 1, tzinfo=UTC))

    assert earlier.outcome == "stored"
    assert earlier.memory.status == "superseded"
    assert earlier.memory.valid_to == current.memory.valid_from
    assert texts(store) == [CONTRADICTING[3][1]]


@merging
def test_a_contradiction_undone_leaves_the_old_statement_as_it_was(store: Holdfast) -> None:
    old = store.remember(CONTRADICTING[0][0]).memory
    new = store.remember(CONTRADICTING[0][1]).memory
    store.undo()

    assert store.get(old.id) == old
    assert store.get(new.id).ended == "undone"
    assert store.verify().ok


@merging
@pytest.mark.parametrize("where", [{"space": "team"}, {"visibility": "private"}])
def test_what_is_said_elsewhere_contradicts_nothing_here(
    store: Holdfast, where: dict[str, str]
) -> None:
    store.remember(CONTRADICTING[0][0])

    assert store.remember(CONTRADICTING[0][1], **where).outcome == "stored"  # type: ignore[arg-type]


@merging
def test_a_chain_of_three_versions_ends_with_the_last(store: Holdfast) -> None:
    versions = [store.remember(f"The project uses PostgreSQL {n}").memory for n in (14, 15, 16)]

    ended = [store.get(one.id) for one in versions]
    assert [one.status for one in ended] == ["superseded", "superseded", "active"]
    assert [one.superseded_by for one in ended[:2]] == [versions[1].id, versions[2].id]
    assert ended[0].valid_to == versions[1].recorded_at


@merging
def test_going_back_to_an_earlier_statement_is_a_new_memory(store: Holdfast) -> None:
    first = store.remember("The user likes jazz.").memory
    store.remember("The user does not like jazz.")
    third = store.remember("The user likes jazz.")

    assert third.outcome == "superseding"
    assert third.memory.id != first.id
    assert texts(store) == ["The user likes jazz."]


# --- W4

DOUBTFUL = ("We have a stand-up on Monday", "We have a stand-up on Wednesday")


def in_doubt(store: Holdfast) -> tuple[Stored, Stored]:
    return store.remember(DOUBTFUL[0]), store.remember(DOUBTFUL[1])


@disputing
def test_what_rules_cannot_decide_is_disputed_and_the_old_one_stays(store: Holdfast) -> None:
    old, new = in_doubt(store)

    assert (new.outcome, new.memory.status) == ("disputed", "disputed")
    assert new.related == (old.memory.id,)
    assert store.get(old.memory.id) == old.memory
    [link] = store.why(new.memory.id).links
    assert (link.relation, link.target) == ("contradicts", old.memory.id)


@disputing
def test_disputes_are_listed_for_a_person(store: Holdfast) -> None:
    _, new = in_doubt(store)
    store.remember("Rivers flow uphill")

    assert [memory.id for memory in store.list(status="disputed")] == [new.memory.id]


@disputing
@pytest.mark.parametrize(
    ("verdict", "old_status", "new_status"),
    [
        ("accept", "superseded", "active"),
        ("reject", "active", "retired"),
        ("both", "active", "active"),
    ],
)
def test_one_command_decides_and_another_takes_it_back(
    store: Holdfast, verdict: str, old_status: str, new_status: str
) -> None:
    old, new = in_doubt(store)
    before = every_memory(store)
    store.decide(new.memory.id, verdict, why="asked the team")  # type: ignore[arg-type]

    assert store.get(old.memory.id).status == old_status
    assert store.get(new.memory.id).status == new_status
    decided = store.history(new.memory.id)[-1]
    assert (decided.name, decided.actor, decided.why) == (
        "memory.decided",
        "alice",
        "asked the team",
    )

    store.undo()
    assert every_memory(store) == before
    assert store.verify().ok


@disputing
def test_a_rejected_statement_is_in_the_archive_and_can_be_restored(store: Holdfast) -> None:
    _, new = in_doubt(store)
    store.decide(new.memory.id, "reject")

    assert [one.id for one in store.list(status="retired", ended="rejected")] == [new.memory.id]
    store.restore(new.memory.id)
    assert texts(store) == sorted(DOUBTFUL)


@disputing
def test_a_decision_is_made_once(store: Holdfast) -> None:
    _, new = in_doubt(store)
    store.decide(new.memory.id, "both")

    assert refusal(lambda: store.decide(new.memory.id, "reject")).code == "status_wrong"


@disputing
def test_only_a_person_decides(store: Holdfast) -> None:
    _, new = in_doubt(store)

    error = refusal(lambda: store.as_subject(BOT).decide(new.memory.id, "accept"))
    assert error.code == "not_a_person"
    assert store.get(new.memory.id).status == "disputed"


@disputing
def test_a_verdict_that_is_none_is_refused(store: Holdfast) -> None:
    _, new = in_doubt(store)

    error = refusal(lambda: store.decide(new.memory.id, "maybe"))  # type: ignore[arg-type]
    assert error.code == "field_invalid"


@disputing
def test_an_active_memory_has_nothing_to_decide(store: Holdfast) -> None:
    old, _ = in_doubt(store)

    assert refusal(lambda: store.decide(old.memory.id, "accept")).code == "status_wrong"


@disputing
def test_a_person_can_dispute_a_memory_and_name_what_speaks_against_it(store: Holdfast) -> None:
    doubted = store.remember("Rivers flow uphill").memory
    against = store.remember("Elephants sing at noon").memory
    disputed = store.dispute(doubted.id, against=against.id, why="I saw them")

    assert disputed.status == "disputed"
    store.decide(doubted.id, "accept")
    assert store.get(against.id).status == "superseded"


@disputing
def test_a_pinned_statement_is_not_superseded_by_a_rule(store: Holdfast) -> None:
    old = store.remember(CONTRADICTING[0][0]).memory
    store.pin(old.id)
    new = store.remember(CONTRADICTING[0][1])

    assert new.outcome == "disputed"
    assert store.get(old.id).status == "active"


class Judging:
    """A judge that always says the same, and remembers what it was asked."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str]] = []

    def judge(self, old: str, new: str) -> str:
        self.asked.append((old, new))
        return self.answer


@disputing
@pytest.mark.parametrize(("answer", "decided"), [("accept", 1), ("both", 1), ("unsure", 0)])
def test_a_judge_is_asked_behind_the_request(store: Holdfast, answer: str, decided: int) -> None:
    _, new = in_doubt(store)
    judge = Judging(answer)

    assert store.settle(judge) == decided  # type: ignore[arg-type]
    assert judge.asked == [DOUBTFUL]
    assert store.get(new.memory.id).status == ("disputed" if answer == "unsure" else "active")


@disputing
def test_the_caller_of_a_judge_must_be_allowed_to_decide(store: Holdfast) -> None:
    in_doubt(store)
    judge = Judging("accept")
    for caller in (reader("carl", ""), limited("carl")):
        with contextlib.suppress(Denied):
            store.as_subject(caller).settle(judge)  # type: ignore[arg-type]

    assert len(store.list(status="disputed")) == 1


@disputing
def test_a_dispute_survives_being_forgotten_and_restored(store: Holdfast) -> None:
    _, new = in_doubt(store)
    store.forget(new.memory.id)
    store.restore(new.memory.id)

    assert store.get(new.memory.id).status == "disputed"


@disputing
def test_a_dispute_that_nobody_decides_outlives_the_years(
    store: Holdfast, clock: SteppingClock
) -> None:
    _, new = in_doubt(store)
    clock.leap(timedelta(days=730))
    store.sweep()

    assert store.get(new.memory.id).status == "disputed"
