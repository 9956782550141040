"""L2, L4 and L6: forgetting, protection, and ageing into the archive."""

from dataclasses import replace
from datetime import timedelta

import pytest

from holdfast import Denied, Draft, Grant, Holdfast, Memory, NotFound
from tests.fixtures.library import (
    BOB,
    BOT,
    SteppingClock,
    every_memory,
    limited,
    refusal,
    texts,
)

forgetting = pytest.mark.scenario("L2", surface="library")
protecting = pytest.mark.scenario("L4", surface="library")
ageing = pytest.mark.scenario("L6", surface="library")

RICH = {
    "text": "The cache is dogpile,  with\ttwo spaces \u2014 and é",
    "kind": "decision",
    "space": "team/core",
    "title": "Caching",
    "tags": ["cache", "api"],
    "detail": {
        "question": "Which cache?",
        "choice": "dogpile",
        "rejected": [{"option": "Redis", "reason": "too complex"}],
    },
    "confidence": 0.7,
    "importance": 0.9,
    "retention": "mid",
    "source": "meeting",
    "ref": "ADR-7",
}


@forgetting
def test_words_that_fit_two_memories_change_nothing_and_name_both(store: Holdfast) -> None:
    one = store.remember("The cache of the API is dogpile").memory
    two = store.remember("The cache of the shop is memcached").memory
    before = store.stats()

    error = refusal(lambda: store.forget("the cache"))
    assert error.code == "ambiguous"
    assert set(error.facts["candidates"]) == {one.id, two.id}
    assert one.id in error.hint
    assert two.id in error.hint
    assert store.stats() == before


@forgetting
@pytest.mark.parametrize("described", ["shop cache", "the cache of the SHOP", "memcached"])
def test_words_that_fit_one_memory_forget_it(store: Holdfast, described: str) -> None:
    store.remember("The cache of the API is dogpile")
    two = store.remember("The cache of the shop is memcached").memory

    assert store.forget(described).id == two.id
    assert texts(store) == ["The cache of the API is dogpile"]


@forgetting
def test_words_that_fit_nothing_are_not_found(store: Holdfast) -> None:
    store.remember("The cache of the API is dogpile")

    assert refusal(lambda: store.forget("the weather of tomorrow")).code == "not_found"


@forgetting
@pytest.mark.parametrize(
    "described", ["*", "%", '"', "dogp*", "NOT x", "text:cache", "cache OR x", "-"]
)
def test_operators_in_a_description_are_just_letters(store: Holdfast, described: str) -> None:
    store.remember("The cache of the API is dogpile")

    assert refusal(lambda: store.forget(described)).code == "not_found"


@forgetting
def test_many_memories_that_fit_are_named_up_to_a_few(store: Holdfast) -> None:
    for number in range(9):
        store.remember(f"Word{number} and the cache")

    error = refusal(lambda: store.forget("cache"))
    assert "More than 5" in error.message
    assert len(error.facts["candidates"]) == 5


@forgetting
def test_by_id_it_is_gone_from_answers_at_once(store: Holdfast) -> None:
    other = store.remember("Rivers flow uphill").memory
    memory = store.remember("Alice likes the PostgreSQL database").memory
    store.link(memory.id, other.id, "about")
    forgotten = store.forget(memory.id, why="she asked")

    assert (forgotten.status, forgotten.ended) == ("retired", "forgotten")
    assert texts(store) == ["Rivers flow uphill"]
    assert [moment.id for moment in store.timeline()] == [other.id]
    assert "PostgreSQL" not in {entity.name for entity in store.entities()}
    assert refusal(lambda: store.forget("PostgreSQL database")).code == "not_found"
    assert [one.id for one in store.list(ended="forgotten", status="retired")] == [memory.id]


@forgetting
def test_what_is_forgotten_is_not_in_the_graph(store: Holdfast) -> None:
    other = store.remember("Rivers flow uphill").memory
    memory = store.remember("Alice likes the PostgreSQL database").memory
    store.link(memory.id, other.id, "about")
    store.forget(memory.id)

    assert "PostgreSQL" not in repr(store.graph(other.id))


@forgetting
@pytest.mark.parametrize("length", [7, 12, 24])
def test_the_beginning_of_an_id_is_enough(store: Holdfast, length: int) -> None:
    memory = store.remember("The cache of the API is dogpile").memory

    assert store.forget(memory.id[:length]).id == memory.id


@forgetting
def test_an_id_of_nothing_is_not_taken_for_words(store: Holdfast) -> None:
    store.remember("The mem_00000000000000000000 is a strange word")

    assert refusal(lambda: store.forget("mem_" + "0" * 20)).code == "not_found"
    assert len(store.list()) == 1


@forgetting
def test_restore_brings_it_back_byte_for_byte(store: Holdfast) -> None:
    memory = store.remember(**RICH).memory  # type: ignore[arg-type]
    store.pin(memory.id)
    store.feedback(memory.id, True)
    before = store.get(memory.id)
    store.forget(memory.id)
    restored = store.restore(memory.id, why="it was right after all")

    assert restored == before
    assert store.get(memory.id) == before
    assert [entry.name for entry in store.history(memory.id)][-2:] == [
        "memory.forgotten",
        "memory.restored",
    ]


@forgetting
@pytest.mark.parametrize("verb", ["retire", "forget"])
def test_whatever_state_it_was_in_it_comes_back_to(store: Holdfast, verb: str) -> None:
    store.remember("We have a stand-up on Monday")
    disputed = store.remember("We have a stand-up on Wednesday").memory
    assert disputed.status == "disputed"
    getattr(store, verb)(disputed.id)

    assert store.restore(disputed.id) == disputed


@forgetting
def test_what_was_superseded_comes_back_whole_when_its_successor_is_gone(
    store: Holdfast,
) -> None:
    old = store.remember("The payments API uses PostgreSQL 14").memory
    new = store.remember("The payments API uses PostgreSQL 16").memory
    refusal(lambda: store.restore(old.id))
    store.forget(new.id)

    assert store.restore(old.id) == old
    assert texts(store) == [old.text]


@forgetting
def test_what_was_superseded_twice_over_does_not_come_back_beside_the_last(
    store: Holdfast,
) -> None:
    versions = [store.remember(f"The project uses PostgreSQL {n}").memory for n in (14, 15, 16)]

    refusal(lambda: store.restore(versions[0].id))
    assert texts(store) == ["The project uses PostgreSQL 16"]


@forgetting
def test_forget_undone_is_as_good_as_restore(store: Holdfast) -> None:
    memory = store.remember(**RICH).memory  # type: ignore[arg-type]
    store.forget(memory.id)
    store.undo()

    assert store.get(memory.id) == memory


@forgetting
def test_forgetting_twice_and_restoring_twice_are_refused(store: Holdfast) -> None:
    memory = store.remember("Rivers flow uphill").memory
    assert refusal(lambda: store.restore(memory.id)).code == "status_wrong"
    store.forget(memory.id)

    assert refusal(lambda: store.forget(memory.id)).code == "status_wrong"
    store.restore(memory.id)
    assert refusal(lambda: store.restore(memory.id)).code == "status_wrong"


@forgetting
def test_a_restored_memory_contradicts_and_is_known_again(store: Holdfast) -> None:
    memory = store.remember("The user likes jazz.").memory
    store.forget(memory.id)
    store.restore(memory.id)

    assert store.remember("the user likes jazz").memory.id == memory.id
    assert store.remember("The user does not like jazz.").related == (memory.id,)


@forgetting
def test_words_never_reach_what_the_caller_may_not_see(store: Holdfast) -> None:
    store.remember("The diary of Alice is blue", visibility="private")
    bob = store.as_subject(BOB)
    mine = bob.remember("The diary of Bob is green").memory

    assert bob.forget("diary").id == mine.id


@forgetting
def test_forgetting_needs_leave_to_remove(store: Holdfast) -> None:
    store.remember("The cache is dogpile")
    writer = store.as_subject(limited("carl", Grant("", frozenset({"read", "write"}))))

    error = refusal(lambda: writer.forget("dogpile"))
    assert (type(error), error.code) == (Denied, "not_granted")


# --- L4


def guarded(store: Holdfast, how: str) -> Memory:
    memory = store.remember("The cache is dogpile", retention="short").memory
    return store.pin(memory.id) if how == "pin" else store.protect(memory.id)


every_guard = pytest.mark.parametrize("how", ["pin", "protect"])


@protecting
@every_guard
def test_an_agent_may_correct_what_is_guarded(store: Holdfast, how: str) -> None:
    memory = guarded(store, how)
    agent = store.as_subject(BOT)

    assert agent.revise(memory.id, "The cache is Redis after all").status == "active"
    successor = agent.supersede(memory.id, "The cache is gone").memory
    assert (successor.pinned, successor.protected) == (memory.pinned, memory.protected)
    assert agent.feedback(successor.id, True).helped == 1


@protecting
@every_guard
@pytest.mark.parametrize("verb", ["forget", "retire", "erase"])
def test_an_agent_may_not_remove_what_is_guarded(store: Holdfast, how: str, verb: str) -> None:
    memory = guarded(store, how)

    error = refusal(lambda: getattr(store.as_subject(BOT), verb)(memory.id))
    assert (type(error), error.code) == (Denied, "protected")
    assert store.get(memory.id) == memory


@protecting
@every_guard
def test_an_agent_may_not_merge_away_what_is_guarded(store: Holdfast, how: str) -> None:
    memory = guarded(store, how)
    other = store.remember("Rivers flow uphill").memory

    error = refusal(lambda: store.as_subject(BOT).merge([memory.id], into=other.id))
    assert error.code == "protected"


@protecting
@every_guard
def test_an_agent_may_not_take_the_guard_away(store: Holdfast, how: str) -> None:
    memory = guarded(store, how)
    guarding = store.history(memory.id)[-1].operation
    agent = store.as_subject(BOT)

    assert refusal(lambda: getattr(agent, how)(memory.id, on=False)).code == "not_a_person"
    assert refusal(lambda: agent.undo(guarding)).code == "not_a_person"
    assert store.get(memory.id) == memory


@protecting
@every_guard
def test_an_agent_may_not_undo_the_birth_of_what_a_person_guarded(
    store: Holdfast, how: str
) -> None:
    agent = store.as_subject(BOT)
    memory = agent.remember("The cache is dogpile").memory
    getattr(store, how)(memory.id)

    refusal(agent.undo)
    assert texts(store) == ["The cache is dogpile"]


@protecting
@every_guard
def test_an_agent_may_not_undo_its_own_restoring_of_what_a_person_guarded(
    store: Holdfast, how: str
) -> None:
    memory = store.remember("The cache is dogpile").memory
    store.forget(memory.id)
    agent = store.as_subject(BOT)
    agent.restore(memory.id)
    getattr(store, how)(memory.id)

    assert refusal(agent.undo).code == "protected"
    assert texts(store) == ["The cache is dogpile"]


@protecting
@every_guard
def test_an_agent_may_not_argue_away_what_is_guarded(store: Holdfast, how: str) -> None:
    memory = guarded(store, how)
    agent = store.as_subject(BOT)
    agent.dispute(memory.id)

    refusal(lambda: agent.decide(memory.id, "reject"))
    assert store.get(memory.id).status == "disputed"


@protecting
@every_guard
def test_an_agent_may_not_hide_what_is_guarded_from_the_others(store: Holdfast, how: str) -> None:
    memory = guarded(store, how)
    bobs_agent = store.as_subject(replace(BOT, user="bob"))

    refusal(lambda: bobs_agent.revise(memory.id, visibility="private"))
    assert len(store.as_subject(BOB).list()) == 1


@protecting
@every_guard
def test_a_person_may_remove_it_and_take_the_guard_away(store: Holdfast, how: str) -> None:
    memory = guarded(store, how)
    assert store.forget(memory.id).status == "retired"
    store.restore(memory.id)

    freed = getattr(store, how)(memory.id, on=False)
    assert (freed.pinned, freed.protected) == (False, False)
    assert store.as_subject(BOT).forget(memory.id).status == "retired"


@protecting
@every_guard
def test_ageing_two_years_ahead_leaves_what_is_guarded(
    store: Holdfast, clock: SteppingClock, how: str
) -> None:
    memory = guarded(store, how)
    plain = store.remember("Rivers flow uphill", retention="mid").memory
    clock.leap(timedelta(days=730))
    swept = store.sweep()

    assert swept.expired == (plain.id,)
    assert (swept.kept_pinned, swept.kept_protected) == ((1, 0) if how == "pin" else (0, 1))
    assert store.get(memory.id) == memory
    assert store.sweep().expired == ()


@protecting
def test_guarding_is_in_the_history_and_guarding_twice_writes_nothing(store: Holdfast) -> None:
    memory = guarded(store, "protect")
    store.protect(memory.id)
    store.protect(memory.id, on=False, why="no longer needed")

    names = [entry.name for entry in store.history(memory.id)]
    assert names == ["memory.stored", "memory.protected", "memory.unprotected"]


# --- L6

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@ageing
@pytest.mark.parametrize(
    ("retention", "still", "over"),
    [("short", 6 * HOUR - timedelta(minutes=1), 6 * HOUR), ("mid", 7 * DAY - HOUR, 7 * DAY)],
)
def test_what_expires_moves_to_the_archive_and_not_before(
    store: Holdfast, clock: SteppingClock, retention: str, still: timedelta, over: timedelta
) -> None:
    memory = store.remember("The build is red", retention=retention).memory  # type: ignore[arg-type]
    assert memory.expires_at == memory.recorded_at + over
    clock.leap(still)
    assert store.sweep().expired == ()
    clock.leap(over - still)
    swept = store.sweep()

    assert swept.expired == (memory.id,)
    assert not swept.dry_run
    assert texts(store) == []
    [archived] = store.list(status="retired", ended="expired")
    assert (archived.id, archived.text) == (memory.id, memory.text)


@ageing
def test_a_long_memory_does_not_expire(store: Holdfast, clock: SteppingClock) -> None:
    memory = store.remember("The cache is dogpile").memory
    clock.leap(timedelta(days=3_650))

    assert memory.expires_at is None
    assert store.sweep().expired == ()


@ageing
def test_a_sweep_says_why_in_the_history(store: Holdfast, clock: SteppingClock) -> None:
    memory = store.remember("The build is red", retention="short").memory
    clock.leap(DAY)
    store.sweep()

    entry = store.history(memory.id)[-1]
    assert (entry.name, entry.why) == ("memory.expired", "its short retention is over")


@ageing
def test_a_dry_run_says_the_same_and_changes_nothing(store: Holdfast, clock: SteppingClock) -> None:
    for number in range(5):
        store.remember(f"Word{number} stands alone", retention="short")
    clock.leap(DAY)
    before = every_memory(store)
    tried = store.sweep(dry_run=True)

    assert tried.dry_run
    assert every_memory(store) == before
    assert sorted(store.sweep().expired) == sorted(tried.expired)


@ageing
def test_a_sweep_of_many_counts_as_it_goes(store: Holdfast, clock: SteppingClock) -> None:
    list(store.remember_many(_short_drafts(1_200)))
    clock.leap(DAY)
    seen: list[int] = []
    swept = store.sweep(progress=seen.append)

    assert len(swept.expired) == 1_200
    assert seen == sorted(seen)
    assert seen[-1] == 1_200


def _short_drafts(count: int) -> list[Draft]:
    return [Draft(text=f"Word{number} stands alone", retention="short") for number in range(count)]


@ageing
def test_an_expired_memory_can_be_restored_and_lives_its_span_again(
    store: Holdfast, clock: SteppingClock
) -> None:
    memory = store.remember("The build is red", retention="short").memory
    clock.leap(DAY)
    store.sweep()
    restored = store.restore(memory.id)

    assert (restored.status, restored.ended, restored.text) == ("active", None, memory.text)
    assert restored.expires_at is not None
    assert restored.expires_at >= clock.now + 5 * HOUR
    assert store.sweep().expired == ()


@ageing
def test_a_sweep_can_be_undone(store: Holdfast, clock: SteppingClock) -> None:
    memory = store.remember("The build is red", retention="short").memory
    clock.leap(DAY)
    store.sweep()
    store.undo()

    assert store.get(memory.id) == memory


@ageing
def test_use_lengthens_a_life_and_the_fifth_lifts_it(store: Holdfast, clock: SteppingClock) -> None:
    memory = store.remember("The build is red", retention="mid").memory
    for _ in range(4):
        clock.leap(6 * DAY)
        store.use([memory.id])
    used = store.get(memory.id)
    assert (used.uses, used.retention) == (4, "mid")
    assert used.expires_at is not None
    assert memory.expires_at is not None
    assert used.expires_at > memory.expires_at

    store.use([memory.id])
    lifted = store.get(memory.id)
    assert (lifted.uses, lifted.retention, lifted.expires_at) == (5, "long", None)
    clock.leap(timedelta(days=730))
    assert store.sweep().expired == ()


@ageing
def test_parting_what_was_merged_does_not_take_back_what_use_has_earned(
    store: Holdfast, clock: SteppingClock
) -> None:
    target = store.remember("The build is red", retention="mid").memory
    merged = store.remember("Rivers flow uphill", retention="long").memory
    store.merge([merged.id], into=target.id)
    store.use([target.id] * 5)
    clock.leap(8 * DAY)
    store.unmerge(merged.id)

    assert store.get(target.id).retention == "long"
    assert store.sweep().expired == ()


@ageing
def test_saying_it_again_lengthens_a_life_and_never_shortens_it(store: Holdfast) -> None:
    memory = store.remember("The build is red", retention="mid").memory

    assert store.remember("The build is red", retention="short").memory.retention == "mid"
    assert store.remember("The build is red", retention="long").memory.expires_at is None
    assert store.get(memory.id).retention == "long"


@ageing
def test_a_short_memory_is_lengthened_by_use_and_not_lifted(
    store: Holdfast, clock: SteppingClock
) -> None:
    memory = store.remember("The build is red", retention="short").memory
    for _ in range(7):
        store.use([memory.id])
    assert store.get(memory.id).retention == "short"

    clock.leap(DAY)
    assert store.sweep().expired == (memory.id,)


@ageing
def test_a_sweep_takes_only_what_its_caller_may_see_and_remove(
    store: Holdfast, clock: SteppingClock
) -> None:
    mine = store.remember("Word one stands alone", retention="short", space="a").memory
    store.remember("Word two stands alone", retention="short", space="b")
    store.remember("Word three stands alone", retention="short", visibility="private")
    clock.leap(DAY)
    carl = store.as_subject(limited("carl", Grant("a"), Grant("b", frozenset({"read"}))))

    assert carl.sweep(dry_run=True).expired == (mine.id,)
    assert carl.sweep().expired == (mine.id,)
    assert len(store.list()) == 2


@ageing
def test_as_of_the_day_before_the_archive_it_is_still_there(
    store: Holdfast, clock: SteppingClock
) -> None:
    store.remember("The build is red", retention="short")
    then = clock.leap(HOUR)
    clock.leap(DAY)
    store.sweep()

    assert [memory.text for memory in store.list(as_of=then)] == ["The build is red"]


def test_what_is_in_the_archive_is_found_by_id(store: Holdfast) -> None:
    memory = store.remember("Rivers flow uphill").memory
    store.forget(memory.id)

    assert store.get(memory.id).text == "Rivers flow uphill"
    with pytest.raises(NotFound):
        store.as_subject(replace(BOB, org="globex")).get(memory.id)
