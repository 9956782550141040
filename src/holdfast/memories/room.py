"""What every verb of this room works with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdfast.evidence.journal import Journal
from holdfast.governance.ports import Transactions
from holdfast.governance.types import Subject
from holdfast.kernel.clock import Clock
from holdfast.kernel.ids import Ids
from holdfast.memories.ports import MemoryTransaction

if TYPE_CHECKING:
    from holdfast.inference.service import Embedding


@dataclass(frozen=True, slots=True)
class Options:
    """What an operator may choose about what is remembered."""

    redact: frozenset[str]
    quarantine_at: float


@dataclass(frozen=True, slots=True)
class Room:
    """The ports of the memories' verbs, and their options."""

    subject: Subject
    """Who is calling."""
    store: Transactions[MemoryTransaction]
    journal: Journal[MemoryTransaction]
    embedding: "Embedding"
    model: str | None
    """The embedder's name; None in the keyword profile."""
    clock: Clock
    ids: Ids
    options: Options
    step: Callable[[str], None]
    """Called at each named step of a write: tests stop the process there."""
    late: Callable[[Subject], None]
    """Called when a vector was not ready in time: somebody will fill it in."""
