"""Between stored rows and memories: pure."""

from typing import Any, cast

from holdfast.evidence.types import Evidence, Row
from holdfast.kernel.clock import optional_datetime, to_datetime
from holdfast.kernel.ids import EvidenceId, LinkId, MemoryId
from holdfast.memories.details import read_detail
from holdfast.memories.rules.contradiction import Statement
from holdfast.memories.types import EmbeddingState, Link, Memory


def read_memory(row: Row, *, embedding: EmbeddingState) -> Memory:
    return Memory(
        id=MemoryId(row["id"]),
        kind=row["kind"],
        text=row["text"],
        title=row["title"],
        detail=read_detail(row["kind"], row["detail"]),
        space=row["space"],
        visibility=row["visibility"],
        status=row["status"],
        ended=row["ended"],
        superseded_by=row["superseded_by"],
        confidence=row["confidence"],
        importance=row["importance"],
        pinned=row["pinned"],
        protected=row["protected"],
        retention=row["retention"],
        expires_at=optional_datetime(row["expires_at"]),
        valid_from=optional_datetime(row["valid_from"]),
        valid_to=optional_datetime(row["valid_to"]),
        recorded_at=to_datetime(row["recorded_at"]),
        revised_at=to_datetime(row["revised_at"]),
        replaced_at=optional_datetime(row["replaced_at"]),
        author=row["author"],
        agent=row["agent"],
        source=row["source"],
        ref=row["ref"],
        uses=row["uses"],
        last_used=optional_datetime(row["last_used"]),
        helped=row["helped"],
        hurt=row["hurt"],
        tags=tuple(row["tags"]),
        evidence=tuple(row["evidence"]),
        entities=tuple(name for name, _sort in row["entities"]),
        redacted=tuple(row["redacted"]),
        risk=row["risk"],
        embedding=embedding,
        position=row["position"],
    )


def read_evidence(row: Row) -> Evidence:
    return Evidence(
        id=EvidenceId(row["id"]),
        role=row["role"],
        text=row["text"],
        speaker=row["speaker"],
        at=to_datetime(row["at"]),
        session=row["session"],
        space=row["space"],
        ref=row["ref"],
        status=row["status"],
        risk=row["risk"],
        redacted=tuple(row["redacted"]),
        author=row["author"],
        surface=row["surface"],
        recorded_at=to_datetime(row["recorded_at"]),
        position=row["position"],
    )


def read_link(row: Row) -> Link:
    return Link(
        id=LinkId(row["id"]),
        source=row["source"],
        target=row["target"],
        relation=row["relation"],
        confidence=row["confidence"],
        valid_from=to_datetime(row["valid_from"]),
        valid_to=optional_datetime(row["valid_to"]),
        author=row["author"],
        recorded_at=to_datetime(row["recorded_at"]),
    )


def audience_of(row: Row) -> str:
    """Who may read the journal entries of a memory."""
    if row["visibility"] == "private":
        return f"@{row['author']}"
    return "*" if row["visibility"] == "org" else ""


def narrower(*audiences: str) -> str:
    """The audience of an entry that tells of several: one person, before a space, before all."""
    private = [audience for audience in audiences if audience.startswith("@")]
    return private[0] if private else min(audiences)


def searchable(row: Row) -> str:
    """What of a memory is searched: its title, its text, and the words of its detail."""
    parts = [row["title"]] if row["title"] else []
    parts.append(row["text"])
    parts.extend(detail_words(row["detail"]))
    return "\n".join(parts)


def detail_words(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for part in value.values() for word in detail_words(part)]
    if isinstance(value, list):
        return [word for part in value for word in detail_words(part)]
    return []


def triple_of(row: Row) -> tuple[str, str, str] | None:
    """Subject, attribute and value, for the kinds that say them."""
    detail = row["detail"]
    if detail is None:
        return None
    if row["kind"] == "fact":
        return detail["subject"], detail["attribute"], detail["value"]
    if row["kind"] == "decision":
        return detail["question"], "decision", detail["choice"]
    return None


def statement_of(row: Row) -> Statement:
    subject, attribute, value = triple_of(row) or (None, None, None)
    return Statement(
        text=row["text"],
        kind=row["kind"],
        subject=subject,
        attribute=attribute,
        value=value,
        starts=starts_of(row),
        starts_given=row["valid_from"] is not None,
        ends=row["valid_to"],
        firm=row["pinned"] or row["protected"],
    )


def starts_of(row: Row) -> int:
    return cast(int, row["recorded_at"] if row["valid_from"] is None else row["valid_from"])
