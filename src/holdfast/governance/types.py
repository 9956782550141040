"""The caller of every verb."""

from dataclasses import dataclass, field
from typing import Literal

Action = Literal["read", "write", "remove", "decide"]
ACTIONS: tuple[Action, ...] = ("read", "write", "remove", "decide")


@dataclass(frozen=True, slots=True)
class Grant:
    """Leave to do something in a space and in every space below it; `""` is the whole org."""

    space: str = ""
    actions: frozenset[Action] = frozenset(ACTIONS)


@dataclass(frozen=True, slots=True)
class Subject:
    """Who is calling. An `agent` acts for a `user`, and may do less than a person."""

    org: str = "local"
    user: str = "me"
    agent: str | None = None
    grants: tuple[Grant, ...] = field(default=(Grant(),))
    surface: str = "library"
    engine: bool = field(default=False, repr=False)
    """True only for the engine's own readers, which see private rows of their org."""

    @property
    def actor(self) -> str:
        return self.user if self.agent is None else f"{self.user}/{self.agent}"

    @property
    def readable(self) -> tuple[str, ...]:
        """Where the caller may read: these spaces and all below; `""` stands for everywhere."""
        if self.engine:
            return ("",)
        return tuple(grant.space for grant in self.grants if "read" in grant.actions)


def engine_of(subject: Subject) -> Subject:
    """The engine itself in the same org: it fills in vectors, replays and verifies."""
    return Subject(org=subject.org, user="holdfast", surface="engine", engine=True)
