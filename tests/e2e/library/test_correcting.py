"""L1 and L10: corrections keep the past, and feedback moves usefulness."""

from datetime import UTC, datetime

import pytest

from holdfast import Holdfast
from tests.fixtures.library import (
    BOB,
    SteppingClock,
    eventually,
    limited,
    reader,
    refusal,
    texts,
)

correcting = pytest.mark.scenario("L1", surface="library")
feeding_back = pytest.mark.scenario("L10", surface="library")

OLD, NEW = "The deploy day is Tuesdayish", "The deploy day is a moving feast"


@correcting
def test_after_a_correction_only_the_new_text_answers(store: Holdfast) -> None:
    memory = store.remember(OLD).memory
    revised = store.revise(memory.id, NEW)

    assert (revised.id, revised.text, revised.status) == (memory.id, NEW, "active")
    assert texts(store) == [NEW]
    assert [moment.text for moment in store.timeline()] == [NEW]
    assert refusal(lambda: store.forget("Tuesdayish")).code == "not_found"
    assert store.forget("moving feast").id == memory.id


@correcting
def test_history_shows_both_texts_with_who_when_and_why(
    store: Holdfast, clock: SteppingClock
) -> None:
    memory = store.remember(OLD).memory
    stored_at = clock.now
    store.as_subject(BOB).revise(memory.id, NEW, why="asked the team")

    stored, revised = store.history(memory.id)
    assert stored.after is not None
    assert (stored.name, stored.actor, stored.after["text"]) == ("memory.stored", "alice", OLD)
    assert revised.before is not None
    assert revised.after is not None
    assert (revised.name, revised.actor, revised.why) == ("memory.revised", "bob", "asked the team")
    assert (revised.before["text"], revised.after["text"]) == (OLD, NEW)
    assert stored.at <= stored_at < revised.at
    assert revised.surface == "library"


@correcting
def test_a_correction_can_be_seen_as_it_was_at_any_moment(
    store: Holdfast, clock: SteppingClock
) -> None:
    before = clock.now
    memory = store.remember(OLD).memory
    then = clock.now
    store.revise(memory.id, NEW)

    assert store.get(memory.id, as_of=then).text == OLD
    assert store.get(memory.id, as_of=clock.now).text == NEW
    assert [one.text for one in store.list(as_of=then)] == [OLD]
    assert store.list(as_of=before).items == ()
    assert refusal(lambda: store.get(memory.id, as_of=before)).code == "not_found"


@correcting
def test_a_memory_is_there_as_of_the_times_that_it_gives_itself(store: Holdfast) -> None:
    memory = store.remember(OLD).memory
    revised = store.revise(memory.id, NEW)

    assert store.get(memory.id, as_of=memory.recorded_at).text == OLD
    assert store.get(memory.id, as_of=revised.revised_at).text == NEW


@correcting
def test_every_field_can_be_corrected_and_each_correction_is_kept(store: Holdfast) -> None:
    memory = store.remember(OLD, tags=["ops"], confidence=0.4).memory
    began, ended = datetime(2025, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)
    revised = store.revise(
        memory.id,
        title="Deploying",
        tags=["ops", "release"],
        detail={"subject": "deploy", "attribute": "day", "value": "Tuesdayish"},
        visibility="org",
        confidence=0.9,
        importance=0.7,
        retention="mid",
        valid_from=began,
        valid_to=ended,
    )

    assert (revised.text, revised.title, revised.tags) == (OLD, "Deploying", ("ops", "release"))
    assert (revised.visibility, revised.confidence, revised.importance) == ("org", 0.9, 0.7)
    assert (revised.valid_from, revised.valid_to) == (began, ended)
    assert revised.retention == "mid"
    assert revised.expires_at is not None
    assert store.get(memory.id) == revised
    entry = store.history(memory.id)[-1]
    assert entry.before is not None
    assert {"title", "tags", "detail", "visibility", "confidence"} <= entry.before.keys()


@correcting
def test_a_correction_undone_and_redone(store: Holdfast) -> None:
    memory = store.remember(OLD).memory
    revised = store.revise(memory.id, NEW)
    undone = store.undo()
    assert store.get(memory.id).text == OLD

    store.undo(undone.operation)
    eventually(lambda: store.get(memory.id) == revised)
    assert store.verify().ok


@correcting
def test_after_a_redo_undo_takes_back_what_was_redone(store: Holdfast) -> None:
    store.remember("It was there before")
    memory = store.remember(OLD).memory
    store.revise(memory.id, NEW)
    store.undo(store.undo().operation)
    store.undo()

    assert texts(store) == ["It was there before", OLD]


@correcting
def test_undo_after_undo_goes_further_back(store: Holdfast) -> None:
    memory = store.remember(OLD).memory
    store.revise(memory.id, NEW)
    store.pin(memory.id)

    store.undo()
    assert not store.get(memory.id).pinned
    store.undo()
    assert store.get(memory.id).text == OLD
    store.undo()
    assert texts(store) == []
    assert refusal(store.undo).code == "operation_not_found"


@correcting
def test_undo_goes_on_when_somebody_else_has_undone_the_last_change(store: Holdfast) -> None:
    first = store.remember("It was there before").memory
    second = store.remember(OLD).memory
    store.as_subject(BOB).undo(store.history(second.id)[0].operation)

    assert store.undo().subjects == (first.id,)


@correcting
def test_an_undo_after_a_later_change_of_the_same_field_is_a_conflict(store: Holdfast) -> None:
    memory = store.remember(OLD).memory
    store.revise(memory.id, NEW)
    revision = store.history(memory.id)[-1].operation
    store.revise(memory.id, "It is on Fridayish")

    assert refusal(lambda: store.undo(revision)).code == "changed_since"
    assert texts(store) == ["It is on Fridayish"]


@correcting
def test_an_undo_leaves_what_others_did_to_other_fields(store: Holdfast) -> None:
    memory = store.remember(OLD).memory
    store.revise(memory.id, NEW)
    revision = store.history(memory.id)[-1].operation
    store.pin(memory.id)
    store.undo(revision)

    kept = store.get(memory.id)
    assert (kept.text, kept.pinned) == (OLD, True)


@correcting
@pytest.mark.parametrize("caller", [reader("carl", ""), limited("carl")])
def test_who_may_not_write_may_not_correct(store: Holdfast, caller: object) -> None:
    memory = store.remember(OLD, visibility="org").memory

    error = refusal(lambda: store.as_subject(caller).revise(memory.id, NEW))  # type: ignore[arg-type]
    assert error.code == "not_granted"


@correcting
def test_superseding_by_hand_ends_the_old_one_and_says_why(store: Holdfast) -> None:
    old = store.remember(OLD, tags=["ops"]).memory
    answer = store.supersede(old.id, NEW, why="asked the team")

    assert (answer.outcome, answer.related, answer.memory.tags) == (
        "superseding",
        (old.id,),
        ("ops",),
    )
    assert texts(store) == [NEW]
    assert store.get(old.id).superseded_by == answer.memory.id
    assert store.history(old.id)[-1].why == "asked the team"


@correcting
def test_superseding_by_a_memory_that_is_there(store: Holdfast) -> None:
    old, new = store.remember(OLD).memory, store.remember(NEW).memory
    store.supersede(old.id, by=new.id)

    assert texts(store) == [NEW]
    assert refusal(lambda: store.supersede(old.id, by=new.id)).code == "status_wrong"
    assert refusal(lambda: store.supersede(new.id, by=new.id)).code == "field_invalid"


@feeding_back
@pytest.mark.parametrize(
    ("helped", "hurt", "usefulness"),
    [(0, 0, 0.5), (1, 0, 2 / 3), (0, 1, 1 / 3), (3, 1, 4 / 6), (10, 0, 11 / 12), (2, 5, 3 / 9)],
)
def test_usefulness_is_helped_plus_one_over_all_plus_two(
    store: Holdfast, helped: int, hurt: int, usefulness: float
) -> None:
    memory = store.remember(OLD).memory
    for _ in range(helped):
        store.feedback(memory.id, True)
    for _ in range(hurt):
        store.feedback(memory.id, False)

    moved = store.get(memory.id)
    assert (moved.helped, moved.hurt) == (helped, hurt)
    assert moved.usefulness == pytest.approx(usefulness, abs=1e-12)


@feeding_back
def test_feedback_is_in_the_history_and_can_be_undone(store: Holdfast) -> None:
    memory = store.remember(OLD).memory
    store.feedback(memory.id, False, why="it was out of date")

    entry = store.history(memory.id)[-1]
    assert (entry.name, entry.why) == ("memory.hurt", "it was out of date")
    store.undo()
    assert store.get(memory.id).usefulness == 0.5


@feeding_back
def test_feedback_needs_leave_to_write(store: Holdfast) -> None:
    memory = store.remember(OLD).memory

    error = refusal(lambda: store.as_subject(reader("carl", "")).feedback(memory.id, True))
    assert error.code == "not_granted"
