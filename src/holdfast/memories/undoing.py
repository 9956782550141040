"""undo: puts back what one operation changed, unless something has changed it since."""

from collections.abc import Sequence

from holdfast.evidence.rules import open_entry, operation_id, operation_number
from holdfast.evidence.types import Change, Entry, Row
from holdfast.governance.rules import require
from holdfast.kernel.errors import Conflict, NotFound
from holdfast.kernel.ids import EVIDENCE, LINK, MEMORY
from holdfast.memories.changes import ended_row
from holdfast.memories.changing import reason
from holdfast.memories.finding import require_person, require_removable
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.room import Room
from holdfast.memories.rows import audience_of
from holdfast.memories.types import Undone

LOOK_BACK = 1_000
UNDONE_SUFFIX = ".reverted"
NO_WAY_BACK = (".erased",)
COUNTERS = frozenset(("uses", "last_used", "retention", "expires_at", "embedded"))
"""What use changes by itself does not stand in the way of undoing the birth of a memory."""


def undo(room: Room, operation: str | None, why: str | None) -> Undone:
    """The operation named, or the caller's last one that is not undone yet."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Undone:
        number = _last_operation(tx) if operation is None else operation_number(operation)
        entries = [open_entry(sealed) for sealed in tx.operation_entries(number)]
        if not entries:
            raise NotFound(
                "operation_not_found",
                "There is no such operation that you may see.",
                hint="`holdfast history ID` shows operations; they look like op_42.",
            )
        changes = _reversed_changes(room, tx, entries, why)
        undoing = room.journal.append(tx, changes)
        return Undone(
            operation=operation_id(undoing),
            undone=operation_id(number),
            names=tuple(entry.name for entry in entries),
            subjects=tuple(dict.fromkeys(entry.subject for entry in entries)),
        )

    return room.store.write(room.subject, work)


def _last_operation(tx: MemoryTransaction) -> int:
    """Steps back over undos and what they undid, so that undo after undo goes further back."""
    undone: set[str] = set()
    for sealed in tx.entries_back(before=tx.journal_head()[0] + 1, limit=LOOK_BACK):
        entry = open_entry(sealed)
        if entry.actor != tx.subject.actor or entry.name == "memory.used":
            continue
        if entry.name.endswith(UNDONE_SUFFIX):
            undone |= {entry.operation, entry.facts.get("undoes", "")}
        elif entry.operation not in undone:
            return operation_number(entry.operation)
    raise NotFound(
        "operation_not_found",
        "There is nothing of yours to undo.",
        hint="`holdfast history ID` shows operations; undo one by its id.",
    )


def _reversed_changes(
    room: Room, tx: MemoryTransaction, entries: Sequence[Entry], why: str | None
) -> list[Change]:
    changes = []
    rows: dict[str, Row | None] = {}
    for entry in reversed(entries):
        current = rows[entry.subject] if entry.subject in rows else tx.row(entry.subject)
        after = _row_before(room, entry, current)
        _require_leave(tx, entry, current or after)
        rows[entry.subject] = after
        changes.append(
            Change(
                name=entry.name.partition(".")[0] + UNDONE_SUFFIX,
                subject=entry.subject,
                space=entry.space,
                audience=_audience(entry, current or after),
                before=current,
                after=after,
                why=why,
                facts={"undoes": entry.operation},
            )
        )
    return changes


def _audience(entry: Entry, row: Row | None) -> str:
    if row is not None and "visibility" in row:
        return audience_of(row)
    return "*" if entry.name.startswith("entity.") else ""


def _require_leave(tx: MemoryTransaction, entry: Entry, row: Row | None) -> None:
    """Undoing is a change too: it needs what the change needed. An agent undoes its own only."""
    if entry.actor != tx.subject.actor:
        require_person(tx, "undo what somebody else did")
    removes = entry.before is None and entry.subject.startswith(MEMORY)
    require(tx.subject, "remove" if removes else "write", entry.space)
    if row is not None and removes:
        require_removable(tx, row)
    if entry.subject.startswith(MEMORY) and tx.memory(entry.subject) is None:
        raise NotFound(
            "operation_not_found",
            "There is no such operation that you may see.",
            hint="`holdfast history ID` shows operations; they look like op_42.",
        )


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
