"""From what a caller calls a memory to its row, or an error that says what to do."""

from holdfast.evidence.rules import open_entry
from holdfast.evidence.types import Row
from holdfast.governance.normal import clean
from holdfast.governance.rules import require
from holdfast.governance.types import Action
from holdfast.kernel.errors import Conflict, Denied, InvalidInput, NotFound
from holdfast.kernel.ids import MEMORY, has_prefix
from holdfast.memories.changes import current_row
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.types import LIVE

SHORT_ID_MIN = 3
CANDIDATES_SHOWN = 5
FULL_ID_CHARS = 24
LIFE_FIELDS = ("status", "ended", "superseded_by", "replaced_at", "valid_to")


def find(tx: MemoryTransaction, given: str) -> Row:
    """The memory of that id, or of the one id that begins so."""
    clean(given, field="id")
    memory_id = given if given.startswith(MEMORY + "_") else f"{MEMORY}_{given}"
    if not has_prefix(memory_id, MEMORY):
        raise InvalidInput(
            "id_invalid",
            "That is not the id of a memory.",
            hint="Ids look like mem_7x2c…; `holdfast list` shows them, and the first letters do.",
        )
    row = tx.memory(memory_id) if len(memory_id) == FULL_ID_CHARS else _by_prefix(tx, memory_id)
    if row is None:
        raise NotFound(
            "not_found",
            "There is no such memory that you may see.",
            hint="`holdfast list` shows what there is.",
        )
    return row


def _by_prefix(tx: MemoryTransaction, start: str) -> Row | None:
    if len(start) < len(MEMORY) + 1 + SHORT_ID_MIN:
        raise InvalidInput(
            "id_invalid",
            f"An id needs at least {SHORT_ID_MIN} of its letters.",
            hint="Type a few more letters of the id.",
        )
    ids = tx.memory_ids(start, CANDIDATES_SHOWN)
    if len(ids) > 1:
        raise Conflict(
            "ambiguous",
            f"{len(ids)} memories have ids that begin so.",
            hint="Type more letters: " + ", ".join(ids),
            candidates=ids,
        )
    return tx.memory(ids[0]) if ids else None


def find_whole(tx: MemoryTransaction, given: str) -> Row:
    """The same, unless only the mark of an erased one is left."""
    row = find(tx, given)
    if row["status"] == "erased":
        raise Conflict(
            "status_wrong",
            "This memory was erased; nothing of it is left to change or to tie to.",
            hint="Remember the statement anew if it holds.",
        )
    return row


def find_for(tx: MemoryTransaction, given: str, action: Action) -> Row:
    """The same, for a verb that changes it."""
    row = find_whole(tx, given)
    require(tx.subject, action, row["space"])
    return row


def require_status(row: Row, *allowed: str, verb: str) -> None:
    if row["status"] not in allowed:
        raise Conflict(
            "status_wrong",
            f"This memory is {row['status']}, and only {' or '.join(allowed)} ones can be {verb}.",
            hint="`holdfast history` shows how it came to that, and `undo` takes it back.",
        )


def require_person(tx: MemoryTransaction, deed: str) -> None:
    if tx.subject.agent is not None:
        raise Denied(
            "not_a_person",
            f"An agent may not {deed}.",
            hint="Let the person do it whom the agent works for.",
        )


def require_not_said_anew(tx: MemoryTransaction, row: Row) -> None:
    """What comes back must not stand beside the same statement that was remembered since."""
    said = None if row["fingerprint"] is None else tx.memory_with(row["fingerprint"])
    if said is not None and said["id"] != row["id"]:
        raise Conflict(
            "status_wrong",
            "The same statement was remembered anew since.",
            hint=f"Use that one: holdfast get {said['id']}",
            memory=said["id"],
        )


def as_before_ending(tx: MemoryTransaction, row: Row) -> Row:
    """A disputed memory that was forgotten or merged comes back disputed, a plain one plain."""
    for sealed in reversed(tx.all_entries([row["id"]])):
        entry = open_entry(sealed)
        before = entry.before or {}
        if (entry.after or {}).get("status") == row["status"] and before.get("status") in LIVE:
            return {**row, **{name: before[name] for name in LIFE_FIELDS if name in before}}
    return current_row(row)


def require_removable(tx: MemoryTransaction, row: Row) -> None:
    """What a person pinned or protected, an agent may correct but not take away."""
    if tx.subject.agent is not None and (row["pinned"] or row["protected"]):
        raise Denied(
            "protected",
            "This memory is pinned or protected: an agent may correct it, not remove it.",
            hint="Let a person remove it, or use revise or supersede.",
        )
