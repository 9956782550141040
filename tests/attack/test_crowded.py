"""Many processes on one file: all is there, and nobody is turned away."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from holdfast.surfaces.library import Durability
from tests.attack import inspection
from tests.attack.processes import CONTEXT, child
from tests.attack.workers import opened, write_thousand


@pytest.mark.timeout(280)
@pytest.mark.scenario("W9", surface="library")
@pytest.mark.parametrize(
    ("processes", "count", "durability"),
    [
        (4, 50, "normal"),
        pytest.param(16, 1_000, "normal", marks=pytest.mark.attack),
        pytest.param(16, 100, "full", marks=pytest.mark.attack),
    ],
)
def test_every_process_writes_without_being_turned_away_and_sees_the_others(
    tmp_path: Path, processes: int, count: int, durability: Durability
) -> None:
    opened(tmp_path).close()
    barrier = CONTEXT.Barrier(processes)
    with ExitStack() as running:
        workers = [
            running.enter_context(
                child(write_thousand, tmp_path, number, count, barrier, durability)
            )
            for number in range(processes)
        ]
        answers = [worker.answer() for worker in workers]
    assert [answer["errors"] for answer in answers] == [[]] * processes
    assert [answer["seen"] for answer in answers] == [count] * processes
    assert inspection.half_written(tmp_path) == []
    with opened(tmp_path) as memory:
        stats = memory.stats()
        assert stats.memories == {"active": processes * count}
        assert stats.entries == processes * count
        assert memory.verify().ok


def test_processes_that_begin_a_store_at_once_make_one(tmp_path: Path) -> None:
    home = tmp_path / "new"
    barrier = CONTEXT.Barrier(4)
    with ExitStack() as running:
        workers = [
            running.enter_context(child(write_thousand, home, number, 3, barrier, "full"))
            for number in range(4)
        ]
        assert [worker.answer()["errors"] for worker in workers] == [[]] * 4
    with opened(home) as memory:
        assert memory.stats().memories == {"active": 12}
        assert memory.verify().ok
