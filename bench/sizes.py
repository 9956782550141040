"""How large a run is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    memories: int
    calls: int
    rounds: int = 3
    parts: int = 5
    opens: int = 5


FULL = Sizes(memories=100_000, calls=400)
QUICK = Sizes(memories=10_000, calls=100, rounds=2)
