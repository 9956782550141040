"""Child processes for attacks: quick to start, and none is left behind."""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

# A server that has imported everything and opened nothing forks each child: a start costs
# milliseconds, and no child inherits an open store.
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.attack.workers"])

ANSWER_SECONDS_MAX = 60


@dataclass(frozen=True, slots=True)
class Child:
    """A process, and the pipe through which it says what it has done."""

    process: BaseProcess
    pipe: "Connection[Any, Any]"

    def answer(self, within_seconds: float = ANSWER_SECONDS_MAX) -> Any:
        """What the child says next."""
        if not self.pipe.poll(within_seconds):
            raise AssertionError("the child did not answer")
        return self.pipe.recv()

    def end(self) -> int | None:
        """Waits until it has ended; gives the exit code, negative for a signal."""
        self.process.join(ANSWER_SECONDS_MAX)
        return self.process.exitcode


@contextmanager
def child(work: Callable[..., None], *args: Any) -> Iterator[Child]:
    """Runs `work(pipe, *args)` in a process of its own."""
    ours, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=work, args=(theirs, *args), daemon=True)
    process.start()
    theirs.close()
    try:
        yield Child(process, ours)
    finally:
        process.kill()
        process.join()
        ours.close()
