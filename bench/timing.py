"""Times calls: each alone, many in a row, and from several threads at once."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Timing:
    """How long every single call took, and what all of them took together."""

    milliseconds: tuple[float, ...]
    seconds: float
    cpu_seconds: float

    def at(self, share: float) -> float:
        """The time that this share of the calls did not exceed (nearest rank)."""
        ranked = sorted(self.milliseconds)
        return ranked[max(0, math.ceil(share * len(ranked)) - 1)]

    @property
    def per_second(self) -> float:
        return len(self.milliseconds) / self.seconds

    @property
    def cpu_milliseconds_each(self) -> float:
        return self.cpu_seconds / len(self.milliseconds) * 1_000


def joined(timings: Iterable[Timing]) -> Timing:
    """The calls of several rounds as one; what lay between the rounds does not count."""
    kept = list(timings)
    return Timing(
        tuple(one for timing in kept for one in timing.milliseconds),
        sum(timing.seconds for timing in kept),
        sum(timing.cpu_seconds for timing in kept),
    )


def timed(work: Callable[[Item], object], items: Sequence[Item], *, writers: int = 1) -> Timing:
    """Calls `work` with each item; several writers are threads that take turns at the items."""
    shares = [items[number::writers] for number in range(writers)]
    with ThreadPoolExecutor(writers) as pool:
        spent, done = spent_on(lambda: list(pool.map(partial(_each, work), shares)))
    return Timing(tuple(one for part in done for one in part), spent.wall, spent.cpu)


def _each(work: Callable[[Item], object], items: Sequence[Item]) -> list[float]:
    taken = []
    for item in items:
        started = time.perf_counter_ns()
        work(item)
        taken.append((time.perf_counter_ns() - started) / 1_000_000)
    return taken


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds by the clock on the wall and by the processor: apart when the machine is busy."""

    wall: float
    cpu: float

    def cells(self) -> tuple[str, str]:
        return f"{self.wall:.1f}", f"{self.cpu:.1f}"


def spent_on(work: Callable[[], Item]) -> tuple[Spent, Item]:
    """What one call took, and its answer."""
    wall, cpu = time.perf_counter(), time.process_time()
    answer = work()
    return Spent(time.perf_counter() - wall, time.process_time() - cpu), answer
