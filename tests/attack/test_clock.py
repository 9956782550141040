"""A clock that jumps forwards and back: nothing is lost, and positions say what came first."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from holdfast import Holdfast
from holdfast.kernel.clock import DAY, HOUR, SECOND, to_datetime, to_micros
from tests.attack.workers import opened

START = to_micros(datetime(2026, 6, 1, 12, tzinfo=UTC))


class SteppedClock:
    """Goes on by a second at each look, and anywhere when it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        self.now += SECOND
        return self.now


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock()


@pytest.fixture
def memory(tmp_path: Path, clock: SteppedClock) -> Iterator[Holdfast]:
    with opened(tmp_path, clock=clock) as memory:
        yield memory


STEPS = pytest.mark.parametrize(
    "jump", [-10 * 365 * DAY, -DAY, -HOUR, HOUR, DAY, 10 * 365 * DAY], ids=lambda jump: jump // HOUR
)


@STEPS
def test_history_is_in_the_order_of_positions(
    memory: Holdfast, clock: SteppedClock, jump: int
) -> None:
    id = memory.remember("the ferry leaves at nine").memory.id
    clock.now += jump
    memory.revise(id, "the ferry leaves at ten")
    clock.now -= 2 * jump
    memory.revise(id, "the ferry leaves at eleven")
    history = memory.history(id)
    assert [entry.position for entry in history] == [1, 2, 3]
    assert memory.get(id).text == "the ferry leaves at eleven"
    assert memory.verify().ok


@STEPS
def test_every_moment_asked_for_gives_a_state_that_truly_was(
    memory: Holdfast, clock: SteppedClock, jump: int
) -> None:
    states: list[frozenset[str]] = [frozenset()]

    def note() -> None:
        states.append(frozenset(item.text for item in memory.list().items))

    id = memory.remember("the ferry leaves at nine").memory.id
    note()
    clock.now += jump
    memory.remember("goats climb trees in the south")
    note()
    memory.revise(id, "the ferry leaves at ten")
    note()
    clock.now -= jump // 2
    memory.forget(id)
    note()
    moments = {entry.at for entry in memory.read()}
    spread = [to_datetime(START + step * abs(jump) // 4) for step in range(-8, 9)]
    for moment in [*moments, *spread]:
        shown = frozenset(item.text for item in memory.list(as_of=moment).items)
        assert shown in states


def test_a_clock_set_back_never_expires_anything_early(
    memory: Holdfast, clock: SteppedClock
) -> None:
    memory.remember("the parcel is at the neighbour's", retention="short")
    clock.now -= 30 * DAY
    assert memory.sweep().expired == ()
    assert len(memory.list().items) == 1


def test_a_clock_set_ahead_expires_to_the_archive_and_restore_brings_it_back(
    memory: Holdfast, clock: SteppedClock
) -> None:
    id = memory.remember("the parcel is at the neighbour's", retention="short").memory.id
    kept = memory.remember("the house number is forty", retention="long").memory.id
    clock.now += 365 * DAY
    assert memory.sweep().expired == (id,)
    clock.now -= 365 * DAY
    assert memory.restore(id).status == "active"
    assert {item.id for item in memory.list().items} == {id, kept}
    assert memory.verify().ok


@STEPS
def test_undo_takes_back_the_last_operation_and_not_the_latest_by_the_clock(
    memory: Holdfast, clock: SteppedClock, jump: int
) -> None:
    id = memory.remember("the ferry leaves at nine").memory.id
    memory.revise(id, "the ferry leaves at ten")
    clock.now += jump
    memory.revise(id, "the ferry leaves at eleven")
    memory.undo()
    assert memory.get(id).text == "the ferry leaves at ten"
    assert memory.verify().ok


@STEPS
def test_a_contradiction_across_a_jump_leaves_one_of_the_two_active(
    memory: Holdfast, clock: SteppedClock, jump: int
) -> None:
    old = memory.remember("the payments service uses PostgreSQL 14").memory.id
    clock.now += jump
    new = memory.remember("the payments service uses PostgreSQL 16").memory.id
    both = [memory.get(old), memory.get(new)]
    # Newer by the clock supersedes; against the clock nobody can say, so it may wait for a person.
    assert sorted(one.status for one in both) in (["active", "superseded"], ["active", "disputed"])
    for one in both:
        starts = one.valid_from or one.recorded_at
        assert one.valid_to is None or starts <= one.valid_to
    assert memory.verify().ok
