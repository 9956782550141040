"""Memories as callers see them, and what the verbs take and answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from holdfast.evidence.types import Entry, Evidence
from holdfast.kernel.clock import Micros
from holdfast.kernel.ids import EntityId, LinkId, MemoryId
from holdfast.memories.details import Detail

Kind = Literal["fact", "preference", "decision", "failure", "lesson", "procedure", "episode"]
KINDS: tuple[Kind, ...] = (
    "fact",
    "preference",
    "decision",
    "failure",
    "lesson",
    "procedure",
    "episode",
)
Status = Literal["proposed", "active", "disputed", "superseded", "retired", "quarantined", "erased"]
STATUSES: tuple[Status, ...] = (
    "proposed",
    "active",
    "disputed",
    "superseded",
    "retired",
    "quarantined",
    "erased",
)
LIVE: tuple[Status, ...] = ("proposed", "active", "disputed")
"""What counts as remembered: what a list shows when no status is asked for."""

Ended = Literal["retired", "forgotten", "expired", "superseded", "merged", "rejected", "undone"]
Visibility = Literal["private", "space", "org"]
VISIBILITIES: tuple[Visibility, ...] = ("private", "space", "org")
Retention = Literal["short", "mid", "long"]
RETENTIONS: tuple[Retention, ...] = ("short", "mid", "long")
Outcome = Literal["stored", "existing", "merged", "superseding", "disputed", "quarantined"]
Relation = Literal[
    "supports",
    "contradicts",
    "supersedes",
    "refines",
    "derived_from",
    "depends_on",
    "about",
    "mentions",
    "caused",
]
RELATIONS: tuple[Relation, ...] = (
    "supports",
    "contradicts",
    "supersedes",
    "refines",
    "derived_from",
    "depends_on",
    "about",
    "mentions",
    "caused",
)
Verdict = Literal["accept", "reject", "both"]
EmbeddingState = Literal["ready", "pending", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A statement to remember, before it is one."""

    text: str
    kind: Kind = "fact"
    space: str = ""
    title: str | None = None
    tags: tuple[str, ...] = ()
    detail: Detail | Mapping[str, Any] | None = None
    visibility: Visibility = "space"
    confidence: float | None = None
    importance: float | None = None
    retention: Retention | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    evidence: tuple[str, ...] = ()
    source: str | None = None
    ref: str | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One statement held to be true or useful."""

    id: MemoryId
    kind: Kind
    text: str
    title: str | None
    detail: Detail | None
    space: str
    visibility: Visibility
    status: Status
    ended: Ended | None
    superseded_by: MemoryId | None
    confidence: float
    importance: float
    pinned: bool
    protected: bool
    retention: Retention
    expires_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    revised_at: datetime
    replaced_at: datetime | None
    author: str
    agent: str | None
    source: str | None
    ref: str | None
    uses: int
    last_used: datetime | None
    helped: int
    hurt: int
    tags: tuple[str, ...]
    evidence: tuple[str, ...]
    entities: tuple[str, ...]
    redacted: tuple[str, ...]
    risk: float
    embedding: EmbeddingState
    position: int

    @property
    def usefulness(self) -> float:
        """How often it helped, starting from one half while nobody has said."""
        return (self.helped + 1) / (self.helped + self.hurt + 2)


@dataclass(frozen=True, slots=True)
class Stored:
    """The answer to `remember`."""

    memory: Memory
    outcome: Outcome
    because: str | None = None
    related: tuple[str, ...] = ()
    """The memories that were superseded, contradicted or merged with."""
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What a list asks for. It is applied inside the query."""

    space: str = ""
    statuses: tuple[Status, ...] = LIVE
    kinds: tuple[Kind, ...] = ()
    tags: tuple[str, ...] = ()
    ended: Ended | None = None
    entity: str | None = None
    pinned: bool | None = None
    author: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Between:
    """A stretch of time in a space, and how much of it at most."""

    space: str
    since: Micros
    until: Micros
    limit: int


@dataclass(frozen=True, slots=True)
class Link:
    """A relation that holds between two things from one moment until another."""

    id: LinkId
    source: str
    target: str
    relation: Relation
    confidence: float
    valid_from: datetime
    valid_to: datetime | None
    author: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that memories name."""

    id: EntityId
    name: str
    sort: str
    aliases: tuple[str, ...]
    mentions: int


@dataclass(frozen=True, slots=True)
class Node:
    """One thing in a graph, and how far it is from where the question began."""

    id: str
    label: str
    depth: int


@dataclass(frozen=True, slots=True)
class Graph:
    """What is linked to one thing; each thing and each link once."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class Path:
    """The shortest way between two things; empty when there is none."""

    found: bool
    nodes: tuple[str, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of a timeline."""

    at: datetime
    id: str
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why a memory is believed: what it rests on, who wrote it down, and what changed since."""

    memory: Memory
    evidence: tuple[Evidence, ...]
    entries: tuple[Entry, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo put back."""

    operation: str
    undone: str
    names: tuple[str, ...]
    subjects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What an erasure destroyed: enough to prove it, nothing of the content."""

    id: str
    at: datetime
    actor: str
    erased: tuple[str, ...]
    positions: tuple[int, ...]
    kept_evidence: tuple[str, ...]
    operation: str
    hash: str
    backups_removed: int
    wal_cleared: bool


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep moved to the archive, or would move, and why."""

    expired: tuple[str, ...]
    kept_pinned: int
    kept_protected: int
    dry_run: bool
    at: datetime
    operation: str | None = None
    """What `undo` takes; None when nothing was moved."""


@dataclass(frozen=True, slots=True)
class Stats:
    """How much there is."""

    memories: Mapping[str, int]
    kinds: Mapping[str, int]
    turns: int
    links: int
    entities: int
    entries: int
    pending_vectors: int
