"""What the journal holds, and what was observed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from holdfast.kernel.clock import Micros
from holdfast.kernel.ids import EvidenceId

Row = dict[str, Any]
"""One stored row as plain values; times in microseconds, lists and objects as they are."""

Role = Literal["user", "assistant", "system", "tool", "outcome", "document"]
ROLES: tuple[Role, ...] = ("user", "assistant", "system", "tool", "outcome", "document")


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that was said or done, handed in to be observed."""

    role: Role
    text: str
    speaker: str | None = None
    at: datetime | None = None
    session: str | None = None
    space: str = ""
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that was said or done, as it was observed."""

    id: EvidenceId
    role: Role
    text: str
    speaker: str | None
    at: datetime
    session: str | None
    space: str
    ref: str | None
    status: Literal["active", "quarantined", "retired", "erased"]
    risk: float
    redacted: tuple[str, ...]
    author: str
    surface: str
    recorded_at: datetime
    position: int


@dataclass(frozen=True, slots=True)
class Change:
    """One row that becomes another: what a verb hands to the journal.

    The audience of an entry is `""` for whoever may read its space, `*` for the whole org, or
    `@user` for one person.
    """

    name: str
    subject: str
    space: str
    before: Row | None
    after: Row | None
    audience: str = ""
    why: str | None = None
    session: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    destroys: bool = False
    """Whether the row before must leave no trace: the entry then keeps only the row after."""


class Header(NamedTuple):
    """What every entry says openly, and the chain seals directly."""

    position: int
    at: Micros
    org: str
    space: str
    audience: str
    session: str | None
    actor: str
    surface: str
    name: str
    subject: str
    operation: int


class SealedEntry(NamedTuple):
    """One journal row as stored: the body as written, and the seals over it."""

    header: Header
    salt: bytes | None
    body: str | None
    digest: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One journal entry as read: who changed what, from what to what, and why."""

    position: int
    id: str
    at: datetime
    org: str
    space: str
    session: str | None
    actor: str
    surface: str
    name: str
    subject: str
    operation: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    why: str | None
    facts: Mapping[str, Any]
    erased: bool


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What `verify` found. `position` is the first journal position that does not hold."""

    ok: bool
    entries: int
    position: int | None
    problem: str | None
    rows_compared: int
    differences: tuple[str, ...]
    pending_vectors: int
    compared_tables: bool


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What `replay` rebuilt."""

    entries: int
    rows: int
    vectors: int
    pending_vectors: int
