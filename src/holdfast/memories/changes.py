"""The changes that several verbs make, each in one form."""

from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.evidence.types import Change, Row
from holdfast.kernel.clock import Micros
from holdfast.kernel.ids import LINK
from holdfast.memories.room import Room
from holdfast.memories.rows import audience_of, narrower, starts_of
from holdfast.memories.rules.life import expiry, later_expiry
from holdfast.memories.types import RETENTIONS, Ended, Relation, Status


def memory_change(
    name: str,
    before: Row | None,
    after: Row,
    *,
    why: str | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Change:
    return Change(
        name=name,
        subject=after["id"],
        space=after["space"],
        audience=narrower(audience_of(after), audience_of(before or after)),
        before=before,
        after=after,
        why=why,
        facts=facts or {},
    )


def stamp(row: Row, now: Micros) -> None:
    """A row is recorded when it is written, not when it was asked for."""
    row |= {"recorded_at": now, "revised_at": now, "expires_at": expiry(row["retention"], now)}


def ended_row(row: Row, status: Status, ended: Ended, now: Micros) -> Row:
    return {**row, "status": status, "ended": ended, "replaced_at": now}


def current_row(row: Row) -> Row:
    """The row as one that is remembered again."""
    return {**row, "status": "active", "ended": None, "superseded_by": None, "replaced_at": None}


def superseding(old: Row, new: Row, *, why: str | None) -> Change:
    """One memory ends because another takes its place: in the world from when that one starts.

    When that is still to come, the old one holds until then.
    """
    if starts_of(new) > new["revised_at"]:
        bounded = {**old, "valid_to": starts_of(new)}
        return memory_change("memory.bounded", old, bounded, why=why)
    after = ended_row(old, "superseded", "superseded", new["revised_at"])
    after["superseded_by"] = new["id"]
    if old["valid_to"] is None or old["valid_to"] > starts_of(new):
        after["valid_to"] = max(starts_of(new), starts_of(old))
    return memory_change("memory.superseded", old, after, why=why)


def joined_row(into: Row, merged: Sequence[Row]) -> Row:
    """The row that has taken in others: what they rest on, the surer figures, the longer life."""
    rows = [into, *merged]
    retention = max((row["retention"] for row in rows), key=RETENTIONS.index)
    expires_at = into["expires_at"]
    for row in merged:
        expires_at = later_expiry(expires_at, row["expires_at"])
    return {
        **into,
        "title": next((row["title"] for row in rows if row["title"]), None),
        "detail": next((row["detail"] for row in rows if row["detail"]), None),
        "retention": retention,
        "expires_at": expires_at,
        "tags": sorted({tag for row in rows for tag in row["tags"]}),
        "evidence": list(dict.fromkeys(one for row in rows for one in row["evidence"])),
        "confidence": max(row["confidence"] for row in rows),
        "importance": max(row["importance"] for row in rows),
    }


def link_change(
    room: Room,
    source: Row,
    relation: Relation,
    target: Row,
    *,
    why: str | None = None,
) -> Change:
    """A link between two memories, as the verbs that relate them add it."""
    now = room.clock()
    row = {
        "id": room.ids.make(LINK),
        "source": source["id"],
        "target": target["id"],
        "relation": relation,
        "confidence": 1.0,
        "valid_from": now,
        "valid_to": None,
        "status": "active",
        "author": room.subject.user,
        "recorded_at": now,
    }
    return Change(
        name="link.added",
        subject=row["id"],
        space=source["space"],
        audience=narrower(audience_of(source), audience_of(target)),
        before=None,
        after=row,
        why=why,
    )
