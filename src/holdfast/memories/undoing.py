"""undo: puts back what one operation changed, unless something has changed it since."""

from collections.abc import Iterator, Mapping, Sequence

from holdfast.evidence.rules import open_entry, operation_id, operation_number
from holdfast.evidence.types import Change, Entry, Row, SealedEntry
from holdfast.governance.rules import require
from holdfast.kernel.errors import Conflict, NotFound
from holdfast.kernel.ids import EVIDENCE, LINK, MEMORY
from holdfast.memories.changes import ended_row
from holdfast.memories.changing import reason
from holdfast.memories.finding import (
    require_not_said_anew,
    require_person,
    require_removable,
)
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.room import Room
from holdfast.memories.rows import audience_of, narrower
from holdfast.memories.types import LIVE, Undone

LOOK_BACK = 500
UNDONE_SUFFIX = ".reverted"
NO_WAY_BACK = (".erased",)
COUNTERS = frozenset(("uses", "last_used", "retention", "expires_at", "embedded"))
"""What use changes by itself does not stand in the way of undoing the birth of a memory."""


def undo(room: Room, operation: str | None, why: str | None) -> Undone:
    """The operation named, or the caller's last one that is not undone yet."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Undone:
        number = _last_operation(tx) if operation is None else operation_number(operation)
        sealed = tx.operation_entries(number)
        entries = [open_entry(one) for one in sealed]
        if not entries:
            raise NotFound(
                "operation_not_found",
                "There is no such operation that you may see.",
                hint="`holdfast history ID` shows operations; they look like op_42.",
            )
        changes = _reversed_changes(room, tx, sealed, why)
        undoing = room.journal.append(tx, changes)
        return Undone(
            operation=operation_id(undoing),
            undone=operation_id(number),
            names=tuple(entry.name for entry in entries),
            subjects=tuple(dict.fromkeys(entry.subject for entry in entries)),
        )

    undone = room.store.write(room.subject, work)
    room.late(room.subject)  # a text that is back needs its vector back
    return undone


def _last_operation(tx: MemoryTransaction) -> int:
    """The caller's newest operation that is in force: not an undo, and not undone by anybody.

    An undo that was undone itself has undone nothing.
    """
    undone: set[str] = set()
    for sealed in _backwards(tx):
        entry = open_entry(sealed)
        if entry.operation in undone:
            continue
        if entry.name.endswith(UNDONE_SUFFIX):
            undone.add(entry.facts.get("undoes", ""))
        elif entry.actor == tx.subject.actor and entry.name != "memory.used":
            return operation_number(entry.operation)
    raise NotFound(
        "operation_not_found",
        "There is nothing of yours to undo.",
        hint="`holdfast history ID` shows operations; undo one by its id.",
    )


def _backwards(tx: MemoryTransaction) -> Iterator[SealedEntry]:
    before = tx.journal_head()[0] + 1
    while page := tx.entries_back(before=before, limit=LOOK_BACK):
        yield from page
        before = page[-1].header.position


def _reversed_changes(
    room: Room, tx: MemoryTransaction, sealed: Sequence[SealedEntry], why: str | None
) -> list[Change]:
    changes = []
    rows: dict[str, Row | None] = {}
    for one in reversed(sealed):
        entry = open_entry(one)
        current = rows[entry.subject] if entry.subject in rows else tx.row(entry.subject)
        after = _row_before(room, entry, current)
        rows[entry.subject] = after
        _require_leave(tx, entry, current, after)
        seen_by = [audience_of(row) for row in (current, after) if row and "visibility" in row]
        changes.append(
            Change(
                name=entry.name.partition(".")[0] + UNDONE_SUFFIX,
                subject=entry.subject,
                space=entry.space,
                audience=narrower(one.header.audience, *seen_by),
                before=current,
                after=after,
                why=why,
                facts={"undoes": entry.operation},
            )
        )
    _require_single(tx, rows)
    return changes


def _require_leave(
    tx: MemoryTransaction, entry: Entry, current: Row | None, after: Row | None
) -> None:
    """Undoing is a change too: it needs what the change needed. An agent undoes its own only."""
    if entry.actor != tx.subject.actor:
        require_person(tx, "undo what somebody else did")
    require(tx.subject, "write", entry.space)
    if not entry.subject.startswith(MEMORY):
        return
    if tx.memory(entry.subject) is None:
        raise NotFound(
            "operation_not_found",
            "There is no such operation that you may see.",
            hint="`holdfast history ID` shows operations; they look like op_42.",
        )
    if _is_live(current) and not _is_live(after):
        require(tx.subject, "remove", entry.space)
        require_removable(tx, current or {})


def _is_live(row: Row | None) -> bool:
    return row is not None and row["status"] in LIVE


def _require_single(tx: MemoryTransaction, rows: Mapping[str, Row | None]) -> None:
    """What comes back must not stand beside the same statement that was remembered since."""
    for subject, row in rows.items():
        if subject.startswith(MEMORY) and row is not None and _is_live(row):
            said = tx.memory_with(row["fingerprint"])
            if said is not None and _is_live(rows.get(said["id"], said)):
                require_not_said_anew(tx, row)


def _row_before(room: Room, entry: Entry, current: Row | None) -> Row | None:
    """The row without what the entry did; what others did to other fields stays."""
    if entry.erased or entry.name.endswith(NO_WAY_BACK):
        raise Conflict(
            "cannot_undo",
            "What was erased cannot be brought back.",
            hint="That is what erasing is for; remember the statement anew if it holds.",
        )
    _require_unchanged(entry, current)
    if current is None:
        return dict(entry.before or {})
    if entry.before is None:
        return _unmade(room, entry, current)
    return {**current, **entry.before}


def _require_unchanged(entry: Entry, current: Row | None) -> None:
    if entry.after is None:
        unchanged = current is None
    else:
        names = entry.after.keys() - (COUNTERS if entry.before is None else frozenset())
        unchanged = current is not None and all(
            current[name] == entry.after[name] for name in names
        )
    if not unchanged:
        raise Conflict(
            "changed_since",
            "Something that this operation changed was changed again since.",
            hint=f"Undo the later change first: holdfast history {entry.subject}",
            subject=entry.subject,
        )


def _unmade(room: Room, entry: Entry, current: Row) -> Row | None:
    """What came into being is taken out of sight, and keeps its place in history."""
    if entry.subject.startswith(MEMORY):
        return ended_row(current, "retired", "undone", room.clock())
    if entry.subject.startswith((EVIDENCE, LINK)):
        return {**current, "status": "retired"}
    return None
