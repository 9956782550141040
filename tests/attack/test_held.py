"""A writer that stands still in the middle of a write, and what the others can do meanwhile."""

import os
import signal
import time
from pathlib import Path

import pytest

from holdfast.kernel.errors import Unavailable
from tests.attack.processes import Child, child
from tests.attack.workers import opened, stopped_inside_a_write

WAIT_SECONDS = 0.3
FIRST = "seals sleep on the northern rocks"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with opened(tmp_path) as memory:
        memory.remember(FIRST)
    return tmp_path


def test_readers_go_on_while_a_writer_stands_still(home: Path) -> None:
    with opened(home) as memory, child(stopped_inside_a_write, home) as worker:
        assert worker.answer() == "stopping"
        assert [item.text for item in memory.list().items] == [FIRST]
        assert memory.verify().ok


def test_a_reader_can_open_the_store_while_a_writer_stands_still(home: Path) -> None:
    with child(stopped_inside_a_write, home) as worker:
        assert worker.answer() == "stopping"
        with opened(home, wait_seconds=WAIT_SECONDS) as memory:
            assert [item.text for item in memory.list().items] == [FIRST]


@pytest.mark.scenario("W11", surface="library")
def test_a_writer_is_told_that_the_store_is_busy_after_its_limit(home: Path) -> None:
    with (
        opened(home, wait_seconds=WAIT_SECONDS) as memory,
        child(stopped_inside_a_write, home) as worker,
    ):
        assert worker.answer() == "stopping"
        began = time.monotonic()
        with pytest.raises(Unavailable) as caught:
            memory.remember("bakers rise before anyone else")
        assert caught.value.code == "store_busy"
        assert WAIT_SECONDS <= time.monotonic() - began < 10 * WAIT_SECONDS


def answer_once_it_goes_on(worker: Child) -> str:
    """It may stop only after it was told to go on: so it is told until it has gone on."""
    assert worker.process.pid is not None
    for _ in range(600):
        os.kill(worker.process.pid, signal.SIGCONT)
        if worker.pipe.poll(0.05):
            break
    return str(worker.answer())


def test_when_the_writer_goes_on_its_write_and_those_that_wait_are_kept(home: Path) -> None:
    with opened(home) as memory, child(stopped_inside_a_write, home) as worker:
        assert worker.answer() == "stopping"
        late = answer_once_it_goes_on(worker)
        waited = memory.remember("bakers rise before anyone else").memory.id
        assert {item.id for item in memory.list().items} >= {late, waited}
        assert worker.end() == 0
        assert memory.verify().ok


def test_a_writer_killed_while_it_holds_the_lock_holds_nobody_up(home: Path) -> None:
    with opened(home, wait_seconds=5) as memory:
        with child(stopped_inside_a_write, home) as worker:
            assert worker.answer() == "stopping"
            worker.process.kill()
            worker.end()
        memory.remember("bakers rise before anyone else")
        assert len(memory.list().items) == 2
