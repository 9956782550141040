"""forget, restore, erase, sweep: out of the answers, back again, gone for good, aged."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from holdfast.evidence.rules import operation_id
from holdfast.evidence.types import Change, Row
from holdfast.governance.normal import clean
from holdfast.governance.rules import may, require
from holdfast.kernel.clock import Micros, to_datetime
from holdfast.kernel.errors import Conflict, HoldfastError, NotFound, Unavailable
from holdfast.kernel.ids import EVIDENCE, LINK, MEMORY, has_prefix
from holdfast.memories.changes import current_row, ended_row, memory_change
from holdfast.memories.changing import change_one, reason
from holdfast.memories.finding import (
    CANDIDATES_SHOWN,
    as_before_ending,
    find_for,
    require_not_said_anew,
    require_person,
    require_removable,
    require_status,
)
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.reading import read
from holdfast.memories.room import Room
from holdfast.memories.rules.describing import described_words
from holdfast.memories.rules.life import expiry
from holdfast.memories.types import LIVE, Certificate, Memory, Swept

SWEEP_BATCH = 500
SHOWN_CHARS = 80
ERASURE_DUE, ERASURE_DONE = "erasure.due", "erasure.done"


def forget(room: Room, described: str, why: str | None) -> Memory:
    """By id, or by words that fit exactly one memory: with two, nothing changes."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Row:
        row = find_described(tx, described)
        require(tx.subject, "remove", row["space"])
        require_removable(tx, row)
        require_status(row, *LIVE, verb="forgotten")
        after = ended_row(row, "retired", "forgotten", room.clock())
        room.journal.append(tx, [memory_change("memory.forgotten", row, after, why=why)])
        return after

    return read(room, room.store.write(room.subject, work))


def find_described(tx: MemoryTransaction, described: str) -> Row:
    """An id, the beginning of one, or else words."""
    described = clean(described, field="the description").strip()
    if has_prefix(described, MEMORY) or (described.isalnum() and any(map(str.isdigit, described))):
        try:
            return find_for(tx, described, "remove")
        except HoldfastError:
            if has_prefix(described, MEMORY):
                raise
    rows = tx.memories_by_words(described_words(described), "", CANDIDATES_SHOWN + 1)
    if not rows:
        raise NotFound(
            "not_found",
            "No memory fits that description.",
            hint="Use words that are in it, or its id from `holdfast list`.",
        )
    if len(rows) > 1:
        shown = rows[:CANDIDATES_SHOWN]
        raise Conflict(
            "ambiguous",
            f"{'More than ' if len(rows) > CANDIDATES_SHOWN else ''}{len(shown)} memories fit "
            "that description; nothing was changed.",
            hint="Name one by its id: "
            + "; ".join(f"{row['id']} ({row['text'][:SHOWN_CHARS]})" for row in shown),
            candidates=[row["id"] for row in shown],
        )
    return rows[0]


def restore(room: Room, given: str, why: str | None) -> Memory:
    """Back as it was before it was retired, forgotten, expired or quarantined."""

    def changed(tx: MemoryTransaction, row: Row) -> Row:
        if row["status"] == "superseded" and row["ended"] != "merged":
            _require_no_successor(tx, row)
        else:
            require_status(row, "retired", "quarantined", verb="restored")
        if row["status"] == "quarantined":
            require_person(tx, "release a quarantined memory")
            require(tx.subject, "decide", row["space"])
            return current_row(row)
        require_not_said_anew(tx, row)
        after = as_before_ending(tx, row)
        now = room.clock()
        if row["expires_at"] is not None and row["expires_at"] <= now:
            after["expires_at"] = expiry(row["retention"], now)
        return after

    return change_one(room, given, "memory.restored", changed, why)


def _require_no_successor(tx: MemoryTransaction, row: Row) -> None:
    """However often its place was taken since: while the last one stands, it has no place."""
    successor: Row | None = row
    while successor is not None and successor["status"] == "superseded":
        heir = successor["superseded_by"]
        successor = tx.memory(heir) if heir else None
    if successor is not None and successor["status"] in LIVE:
        require_status(row, "retired", "quarantined", verb="restored")


class Vault(Protocol):
    """What lies around the tables and may hold erased text too."""

    def scrub(self) -> tuple[int, bool]:
        """Removes backups and empties the log file: how many, and whether it is empty."""
        ...


@dataclass(slots=True)
class _Erasure:
    """What one erasure takes with it."""

    erased: list[str]
    positions: list[int]
    kept: list[str]


def erase(room: Room, given: str, why: str | None, vault: Vault) -> Certificate:
    """Destroys a memory: its text, its past, what was merged into it, and its own evidence.

    The journal keeps that something was there and who erased it; the chain still verifies.
    """
    why = reason(room, why)
    certificate = room.store.write(room.subject, lambda tx: _erase(room, tx, given, why))
    room.step("erase.committed")
    backups_removed, wal_cleared = finish_erasing(room, vault)
    room.embedding.forget()
    return replace(certificate, backups_removed=backups_removed, wal_cleared=wal_cleared)


def finish_erasing(room: Room, vault: Vault) -> tuple[int, bool]:
    """Scrubs around the tables when an erasure asked for it; again at the next open if need be."""
    with room.store.read(room.subject) as tx:
        due, done = tx.cursor(ERASURE_DUE), tx.cursor(ERASURE_DONE)
    if due <= done:
        return 0, True
    removed, cleared = vault.scrub()
    if cleared:
        # The erasure itself is committed: a store that is busy now only means to scrub once more.
        with suppress(Unavailable):
            room.store.write(room.subject, lambda tx: tx.move_cursor(ERASURE_DONE, due))
    return removed, cleared


def _erase(room: Room, tx: MemoryTransaction, given: str, why: str | None) -> Certificate:
    changes: list[Change] = []
    erasure = _Erasure([], [], [])
    rows = _erased_rows(tx, given)
    erasure.erased.extend(row["id"] for row in rows)
    for row in rows:
        changes.append(_tombstone(room, row))
        for gone in [*tx.linked_requests(row["id"]), *tx.links_of(row["id"])]:
            changes.append(_gone(row, gone))
            erasure.erased.append(gone["id"])
        changes.extend(_evidence_changes(room, tx, row, erasure))
    erasure.positions = _positions(tx, erasure.erased)
    facts = {"positions": erasure.positions, "kept_evidence": erasure.kept}
    changes[0] = replace(changes[0], why=why, facts=facts)
    tx.erase_bodies(erasure.positions)
    operation = room.journal.append(tx, changes)
    tx.move_cursor(ERASURE_DUE, operation)
    sealed = tx.operation_entries(operation)[0]
    return Certificate(
        id=erasure.erased[0],
        at=to_datetime(sealed.header.at),
        actor=tx.subject.actor,
        erased=tuple(erasure.erased),
        positions=tuple(erasure.positions),
        kept_evidence=tuple(erasure.kept),
        operation=operation_id(operation),
        hash=sealed.hash.hex(),
        backups_removed=0,
        wal_cleared=False,
    )


def _erased_rows(tx: MemoryTransaction, given: str) -> list[Row]:
    """The thing itself, and what was merged into it: that says the same."""
    if has_prefix(given, EVIDENCE):
        rows = tx.evidence([given])
        if not rows or rows[0]["status"] == "erased":
            raise NotFound(
                "not_found",
                "There is no such evidence that you may see.",
                hint="`holdfast why` shows the evidence of a memory.",
            )
        require(tx.subject, "remove", rows[0]["space"])
        return rows
    row = find_for(tx, given, "remove")
    require_removable(tx, row)
    rows, waiting = [row], [row]
    while waiting:
        merged = tx.merged_into(waiting.pop()["id"])
        rows.extend(one for one in merged if one["status"] != "erased")
        waiting.extend(merged)
    return rows


def _tombstone(room: Room, row: Row) -> Change:
    if row["id"].startswith(EVIDENCE):
        blank: Row = {"text": "", "speaker": None, "session": None, "ref": None, "redacted": []}
        name = "turn.erased"
    else:
        name = "memory.erased"
        blank = {"title": None, "text": "", "detail": None, "source": None, "ref": None}
        blank |= {"tags": [], "entities": [], "redacted": [], "evidence": []}
        blank |= {"fingerprint": None, "ended": None, "superseded_by": None}
        blank |= {"replaced_at": room.clock()}
    after = {**row, **blank, "status": "erased", "risk": 0.0}
    after.pop("embedded", None)
    return Change(
        name=name,
        subject=row["id"],
        space=row["space"],
        audience=_audience(row),
        before=row,
        after=after,
        destroys=True,
    )


def _audience(row: Row) -> str:
    return f"@{row['author']}" if row.get("visibility") == "private" else ""


def _gone(row: Row, before: Row) -> Change:
    """Its links and the requests that it answered go with it, and so do the reasons given."""
    kind = "link" if before["id"].startswith(LINK) else "request"
    return Change(
        name=f"{kind}.erased",
        subject=before["id"],
        space=row["space"],
        audience=_audience(row),
        before=before,
        after=None,
        destroys=True,
    )


def _evidence_changes(
    room: Room, tx: MemoryTransaction, row: Row, erasure: _Erasure
) -> list[Change]:
    """Evidence that nothing else rests on goes too; what others rest on is kept and named."""
    changes = []
    for evidence in tx.evidence(row.get("evidence", [])):
        others = {other["id"] for other in tx.citing(evidence["id"])} - set(erasure.erased)
        if others or not may(tx.subject, "remove", evidence["space"]):
            erasure.kept.append(evidence["id"])
        elif evidence["id"] not in erasure.erased and evidence["status"] != "erased":
            erasure.erased.append(evidence["id"])
            changes.append(_tombstone(room, evidence))
    return changes


def _positions(tx: MemoryTransaction, subjects: Sequence[str]) -> list[int]:
    """Every entry about them, those too that the caller was never shown."""
    entries = tx.all_entries(subjects)
    return [sealed.header.position for sealed in entries if sealed.body is not None]


def sweep(room: Room, dry_run: bool, progress: Callable[[int], None]) -> Swept:
    """Moves what has expired to the archive, where the caller may; pinned and protected stay."""
    seen: list[Row] = []
    operation: int | None = None
    now = room.clock()
    while page := _expired_page(room, now, seen):
        if not dry_run:
            operation = room.store.write(room.subject, _archiving(room, page, now, operation))
        seen.extend(page)
        progress(len(seen))
    mine = [row for row in seen if may(room.subject, "remove", row["space"])]
    return Swept(
        expired=tuple(row["id"] for row in mine if not _is_kept(row)),
        kept_pinned=sum(row["pinned"] for row in mine),
        kept_protected=sum(row["protected"] and not row["pinned"] for row in mine),
        dry_run=dry_run,
        at=to_datetime(now),
        operation=None if operation is None else operation_id(operation),
    )


def _expired_page(room: Room, now: Micros, seen: Sequence[Row]) -> list[Row]:
    with room.store.read(room.subject) as tx:
        return tx.expired(now, seen[-1]["position"] if seen else 0, SWEEP_BATCH)


def _archiving(
    room: Room, page: Sequence[Row], now: Micros, operation: int | None
) -> Callable[[MemoryTransaction], int | None]:
    """All batches of one sweep are one operation, so that one undo takes all of it back."""

    def work(tx: MemoryTransaction) -> int | None:
        changes = []
        for row in tx.memories([row["id"] for row in page]):
            due = row["status"] in LIVE and (row["expires_at"] or now + 1) <= now
            if due and may(tx.subject, "remove", row["space"]) and not _is_kept(row):
                why = f"its {row['retention']} retention is over"
                archived = ended_row(row, "retired", "expired", now)
                changes.append(memory_change("memory.expired", row, archived, why=why))
        return room.journal.append(tx, changes, operation=operation) if changes else operation

    return work


def _is_kept(row: Row) -> bool:
    return bool(row["pinned"] or row["protected"])
