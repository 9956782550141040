"""A writer interrupted by Ctrl-C: nobody is told that something was kept when it was not."""

import threading
from pathlib import Path

import pytest

from holdfast.kernel.errors import Unavailable
from tests.attack.workers import opened

FIRST = "seals sleep on the northern rocks"
STEPS = ("write.locked", "write.begun", "write.journal", "write.before_commit", "write.committed")
DEADLINE_SECONDS = 10.0


@pytest.mark.parametrize("step", STEPS)
def test_after_an_interruption_the_store_goes_on(tmp_path: Path, step: str) -> None:
    armed: list[str] = []

    def interrupt(name: str) -> None:
        if name in armed:
            armed.clear()
            raise KeyboardInterrupt

    with opened(tmp_path, step=interrupt) as memory:
        armed.append(step)
        with pytest.raises(KeyboardInterrupt):
            memory.remember(FIRST)
        kept = [FIRST] if step == "write.committed" else []
        assert [item.text for item in memory.list().items] == kept
        assert memory.remember("bakers rise early").outcome == "stored"
        assert memory.verify().ok


@pytest.mark.parametrize("step", STEPS[:-1])
def test_whose_write_was_with_the_interrupted_one_is_told_that_it_was_not_kept(
    tmp_path: Path, step: str
) -> None:
    """The first write holds the turn until two more wait, who are then taken up together."""
    passed: list[str] = []
    held, let_go = threading.Event(), threading.Event()

    def watch(name: str) -> None:
        if name == "write.locked":
            passed.append(name)
            held.set()
            assert let_go.wait(DEADLINE_SECONDS)
        if name == step and len(passed) == 2:
            raise KeyboardInterrupt

    with opened(tmp_path) as memory:
        memory.remember("goats climb trees")
    with opened(tmp_path, step=watch) as memory:
        answers: list[object] = []

        def remember(text: str) -> None:
            try:
                answers.append(memory.remember(text).outcome)
            except (KeyboardInterrupt, Unavailable) as error:
                answers.append(type(error))

        threads = [threading.Thread(target=remember, args=(FIRST,))]
        threads[0].start()
        assert held.wait(DEADLINE_SECONDS)
        for text in ("bakers rise early", "owls hunt mice"):
            threads.append(threading.Thread(target=remember, args=(text,)))
            threads[-1].start()
        while len(memory._house.store._queue) < 2:
            threads[-1].join(0.001)
        let_go.set()
        for thread in threads:
            thread.join(DEADLINE_SECONDS)

        assert len(answers) == 3
        assert set(answers) == {"stored", KeyboardInterrupt, Unavailable}
        assert {item.text for item in memory.list().items} == {"goats climb trees", FIRST}
