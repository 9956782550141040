"""revise, supersede, dispute, decide, retire, pin, protect, feedback, use: all keep the past."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from holdfast.evidence.types import Change, Row
from holdfast.governance.normal import clean
from holdfast.kernel.clock import optional_micros
from holdfast.kernel.errors import Conflict, InvalidInput
from holdfast.memories.asking import check_flag
from holdfast.memories.changes import (
    current_row,
    ended_row,
    link_change,
    memory_change,
    stamp,
    superseding,
)
from holdfast.memories.details import Detail
from holdfast.memories.finding import (
    find_for,
    find_whole,
    require_person,
    require_removable,
    require_status,
)
from holdfast.memories.intake import Cleaner, Prepared, prepare
from holdfast.memories.keys import fingerprint_of
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.reading import read
from holdfast.memories.remember import encode, put_vector
from holdfast.memories.room import Room
from holdfast.memories.rows import searchable
from holdfast.memories.rules.life import life_after_use
from holdfast.memories.types import (
    LIVE,
    Draft,
    Memory,
    Outcome,
    Retention,
    Stored,
    Verdict,
    Visibility,
)

REASON_BYTES_MAX = 4_096


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """What to change of a memory; None leaves a field as it is."""

    text: str | None = None
    title: str | None = None
    tags: tuple[str, ...] | None = None
    detail: Detail | Mapping[str, Any] | None = None
    visibility: Visibility | None = None
    confidence: float | None = None
    importance: float | None = None
    retention: Retention | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None


def reason(room: Room, why: str | None) -> str | None:
    """Reasons are kept too, so they are cleaned like everything that is kept."""
    if why is None:
        return None
    return Cleaner(room.options).text(clean(why, field="why", bytes_max=REASON_BYTES_MAX))


def revise(room: Room, given: str, revision: Revision, why: str | None) -> Memory:
    why = reason(room, why)
    if all(getattr(revision, field.name) is None for field in fields(revision)):
        raise InvalidInput(
            "field_invalid",
            "Nothing was given to change.",
            hint="Give a new text, title, tags, detail or another field.",
        )
    with room.store.read(room.subject) as tx:
        seen = revised_row(room, find_for(tx, given, "write"), revision)
    blob = room.embedding.vectors([searchable(seen)]).blobs[0]

    def work(tx: MemoryTransaction) -> Row:
        before = find_for(tx, given, "write")
        after = revised_row(room, before, revision)
        if (after["status"], after["visibility"]) != (before["status"], before["visibility"]):
            require_removable(tx, before)
            require_status(before, *LIVE, "quarantined", verb="shown to others or hidden")
        taken = tx.memory_with(after["fingerprint"])
        if taken is not None and taken["id"] != before["id"]:
            raise Conflict(
                "status_wrong",
                "Another memory in this space says exactly that already.",
                hint=f"Merge the two: holdfast merge {taken['id']} {before['id']}",
                memory=taken["id"],
            )
        change = memory_change("memory.revised", before, after, why=why)
        room.journal.append(tx, [change], at=after["revised_at"])
        if searchable(after) != searchable(before):
            after["embedded"] = _put_vector(room, tx, seen, after, blob)
        return after

    row = room.store.write(room.subject, work)
    memory = read(room, row)
    if memory.embedding == "pending":
        room.late(room.subject)
    return memory


def _put_vector(
    room: Room, tx: MemoryTransaction, seen: Row, after: Row, blob: bytes | None
) -> bool:
    """A vector made for a text that somebody else has changed meanwhile is of no use."""
    if blob is None or room.model is None or searchable(seen) != searchable(after):
        return False
    tx.put_vectors(room.model, [(after["position"], blob)])
    return True


def revised_row(room: Room, row: Row, revision: Revision) -> Row:
    """The row with the revision in it: as checked and screened as a new memory."""
    prepared = prepare(
        room,
        Draft(
            text=row["text"] if revision.text is None else revision.text,
            kind=row["kind"],
            space=row["space"],
            title=row["title"] if revision.title is None else revision.title,
            tags=tuple(row["tags"]) if revision.tags is None else revision.tags,
            detail=row["detail"] if revision.detail is None else revision.detail,
            visibility=revision.visibility or row["visibility"],
            confidence=_kept(row["confidence"], revision.confidence),
            importance=_kept(row["importance"], revision.importance),
            retention=revision.retention or row["retention"],
            source=row["source"],
        ),
    ).row
    taken = ("title", "text", "detail", "tags", "visibility", "confidence", "importance")
    after = {**row, **{name: prepared[name] for name in taken}}
    after |= {name: prepared[name] for name in ("risk", "entities", "revised_at")}
    after["redacted"] = sorted({*row["redacted"], *prepared["redacted"]})
    says_more = searchable(after) != searchable(row)
    if says_more and prepared["status"] == "quarantined" and row["status"] in LIVE:
        after["status"] = "quarantined"
    if revision.retention is not None:
        after |= {"retention": revision.retention, "expires_at": prepared["expires_at"]}
    _revise_validity(after, revision)
    after["fingerprint"] = fingerprint_of(after)
    return after


def _kept(current: float, given: float | None) -> float:
    return current if given is None else given


def _revise_validity(after: Row, revision: Revision) -> None:
    for name in ("valid_from", "valid_to"):
        given = optional_micros(getattr(revision, name), field=name)
        if given is not None:
            after[name] = given
    if None not in (after["valid_from"], after["valid_to"]) and (
        after["valid_to"] <= after["valid_from"]
    ):
        raise InvalidInput(
            "time_invalid",
            "valid_to is not after valid_from.",
            hint="Give both ends of the time in which it holds.",
        )


def supersede_with_text(room: Room, given: str, text: str, why: str | None) -> Stored:
    """The old memory keeps its place in history, and a new one of its kind takes over."""
    why = reason(room, why)
    with room.store.read(room.subject) as tx:
        old = find_for(tx, given, "write")
    prepared = prepare(
        room,
        Draft(
            text=text,
            kind=old["kind"],
            space=old["space"],
            tags=tuple(old["tags"]),
            visibility=old["visibility"],
            importance=old["importance"],
            retention=old["retention"],
        ),
    )
    encode(room, [prepared])
    stored = room.store.write(room.subject, lambda tx: _supersede(room, tx, given, prepared, why))
    if stored.memory.embedding == "pending":
        room.late(room.subject)
    return stored


def _supersede(
    room: Room,
    tx: MemoryTransaction,
    given: str,
    prepared: Prepared,
    why: str | None,
) -> Stored:
    old = find_for(tx, given, "write")
    require_status(old, *LIVE, verb="superseded")
    new = prepared.row
    stamp(new, room.clock())
    taken = tx.memory_with(new["fingerprint"])
    if taken is not None:
        raise Conflict(
            "status_wrong",
            "A memory in this space says exactly that already.",
            hint=f"Let it take over: holdfast supersede {old['id']} --by {taken['id']}",
            memory=taken["id"],
        )
    changes = [memory_change("memory.stored", None, new)]
    if new["status"] == "active":
        new["pinned"], new["protected"] = old["pinned"], old["protected"]
        changes.append(superseding(old, new, why=why))
        changes.append(link_change(room, new, "supersedes", old, why=why))
    room.journal.append(tx, changes, at=new["recorded_at"])
    put_vector(room, tx, new, prepared.blob)
    outcome: Outcome = "superseding" if new["status"] == "active" else "quarantined"
    related = (old["id"],) if new["status"] == "active" else ()
    return Stored(read(room, new), outcome, because="asked", related=related)


def supersede_by(room: Room, given: str, by: str, why: str | None) -> Stored:
    """A memory that is there already takes the place of another."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Stored:
        old, new = find_for(tx, given, "write"), find_for(tx, by, "write")
        _require_two(old, new)
        require_status(old, *LIVE, verb="superseded")
        require_status(new, *LIVE, verb="the successor")
        ending = superseding(old, {**new, "revised_at": room.clock()}, why=why)
        link = link_change(room, new, "supersedes", old, why=why)
        room.journal.append(tx, [ending, link])
        return Stored(read(room, new), "superseding", because="asked", related=(old["id"],))

    return room.store.write(room.subject, work)


def _require_two(one: Row, other: Row) -> None:
    if one["id"] == other["id"]:
        raise InvalidInput(
            "field_invalid",
            "A memory cannot take its own place.",
            hint="Name two different memories.",
        )


def dispute(room: Room, given: str, against: str | None, why: str | None) -> Memory:
    """Marks a memory as doubted until somebody decides."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Row:
        row = find_for(tx, given, "write")
        require_status(row, "active", "proposed", verb="disputed")
        after = {**row, "status": "disputed"}
        changes = [memory_change("memory.disputed", row, after, why=why)]
        if against is not None:
            other = find_whole(tx, against)
            _require_two(row, other)
            changes.append(link_change(room, row, "contradicts", other, why=why))
        room.journal.append(tx, changes)
        return after

    return read(room, room.store.write(room.subject, work))


def decide(room: Room, given: str, verdict: Verdict, why: str | None) -> Memory:
    """Ends a dispute: `accept` the disputed memory, `reject` it, or let `both` stand."""
    why = reason(room, why)
    if verdict not in ("accept", "reject", "both"):
        raise InvalidInput(
            "field_invalid",
            "The decision is none that there is.",
            hint="Say accept, reject or both.",
        )

    def work(tx: MemoryTransaction) -> Row:
        row = find_for(tx, given, "decide")
        require_person(tx, "decide a dispute")
        require_status(row, "disputed", verb="decided")
        after, changes = decision(room, tx, row, verdict, why)
        room.journal.append(tx, changes)
        return after

    return read(room, room.store.write(room.subject, work))


def opposed_by(room: Room, tx: MemoryTransaction, row: Row) -> list[Row]:
    """What a disputed memory contradicts."""
    links = tx.links_at([row["id"]], at=room.clock())
    return tx.memories(
        [
            link["target"]
            for link in links
            if link["relation"] == "contradicts" and link["source"] == row["id"]
        ]
    )


def decision(
    room: Room, tx: MemoryTransaction, row: Row, verdict: Verdict, why: str | None
) -> tuple[Row, list[Change]]:
    if verdict == "reject":
        after = ended_row(row, "retired", "rejected", room.clock())
        return after, [memory_change("memory.decided", row, after, why=why)]
    after = current_row(row)
    changes = [memory_change("memory.decided", row, after, why=why)]
    if verdict == "accept":
        for old in opposed_by(room, tx, row):
            if old["status"] in LIVE:
                new = {**after, "revised_at": room.clock()}
                changes.append(superseding(old, new, why=why))
                changes.append(link_change(room, after, "supersedes", old, why=why))
    return after, changes


def change_one(
    room: Room,
    given: str,
    name: str,
    changed: Callable[[MemoryTransaction, Row], Row],
    why: str | None,
) -> Memory:
    """One memory, one field or a few: a change that does nothing writes nothing."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Row:
        row = find_for(tx, given, "write")
        after = changed(tx, row)
        if after != row:
            room.journal.append(tx, [memory_change(name, row, after, why=why)])
        return after

    return read(room, room.store.write(room.subject, work))


def retire(room: Room, given: str, why: str | None) -> Memory:
    def changed(tx: MemoryTransaction, row: Row) -> Row:
        require_removable(tx, row)
        require_status(row, *LIVE, verb="retired")
        return ended_row(row, "retired", "retired", room.clock())

    return change_one(room, given, "memory.retired", changed, why)


def pin(room: Room, given: str, on: bool, why: str | None) -> Memory:
    return _flag(room, given, "pinned", on, why)


def protect(room: Room, given: str, on: bool, why: str | None) -> Memory:
    return _flag(room, given, "protected", on, why)


def _flag(room: Room, given: str, flag: str, on: bool, why: str | None) -> Memory:
    check_flag("on", on)

    def changed(tx: MemoryTransaction, row: Row) -> Row:
        if not on and row[flag]:
            require_person(tx, f"take away that a memory is {flag}")
        return {**row, flag: on}

    name = f"memory.{flag}" if on else f"memory.un{flag}"
    return change_one(room, given, name, changed, why)


def feedback(room: Room, given: str, helped: bool, why: str | None) -> Memory:
    check_flag("helped", helped)
    counted = "helped" if helped else "hurt"

    def changed(tx: MemoryTransaction, row: Row) -> Row:
        return {**row, counted: row[counted] + 1}

    return change_one(room, given, f"memory.{counted}", changed, why)


def use(room: Room, ids: Sequence[str]) -> int:
    """Notes that memories were used: it can lengthen a life and never shortens one."""

    def work(tx: MemoryTransaction) -> int:
        changes = []
        now = room.clock()
        for row in tx.memories(ids):
            if row["status"] in LIVE:
                uses = row["uses"] + ids.count(row["id"])
                retention, expires_at = life_after_use(
                    row["retention"], row["expires_at"], uses, now
                )
                after = {**row, "uses": uses, "last_used": max(now, row["last_used"] or now)}
                after |= {"retention": retention, "expires_at": expires_at}
                changes.append(memory_change("memory.used", row, after))
        if changes:
            room.journal.append(tx, changes)
        return len(changes)

    return room.store.write(room.subject, work)
