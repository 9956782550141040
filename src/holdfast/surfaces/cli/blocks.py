"""What a command has to say, before it is known who reads it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias


class Id(str):
    """An id: a terminal shows as much of it as a person would type, a pipe all of it."""


Word: TypeAlias = "str | Id | datetime | int | float | bool | None"
Cell: TypeAlias = "Word | tuple[Word, ...]"
"""A tuple of words is read as one, with nothing between them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence."""

    says: Cell


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; the last column is the one that may be long."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Fields:
    """Names and values of one thing; what has no value is left out."""

    rows: Sequence[tuple[str, Cell]]


@dataclass(slots=True)
class Branch:
    """A tree: what it says, and what hangs from it."""

    says: Cell
    under: list["Branch"] = field(default_factory=list)


Block: TypeAlias = Line | Table | Fields | Branch


@dataclass(frozen=True, slots=True)
class Answer:
    """The same answer twice: a value for programs, and blocks for people, made when wanted."""

    value: object
    view: Callable[[], Iterable[Block]]
    notes: Sequence[str] = ()
    """What is worth knowing beside it; printed on standard error, so that pipes stay clean."""
