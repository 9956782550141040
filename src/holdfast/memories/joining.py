"""merge, unmerge: several memories that say one thing, and back."""

from collections.abc import Sequence

from holdfast.evidence.rules import open_entry
from holdfast.evidence.types import Change, Entry, Row
from holdfast.kernel.errors import Conflict, InvalidInput
from holdfast.memories.changes import ended_row, joined_row, memory_change
from holdfast.memories.changing import reason
from holdfast.memories.finding import (
    as_before_ending,
    find,
    find_for,
    require_not_said_anew,
    require_removable,
    require_status,
)
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.reading import read
from holdfast.memories.room import Room
from holdfast.memories.types import LIVE, Memory

JOINED_FIELDS = (
    "title",
    "detail",
    "tags",
    "evidence",
    "confidence",
    "importance",
)
"""What a join may have added. A longer life is kept at parting: none is ever shortened."""


def merge(room: Room, given: Sequence[str], into: str, why: str | None) -> Memory:
    """The others end, and the one that stays rests on all their evidence."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Row:
        target = find_for(tx, into, "write")
        require_status(target, *LIVE, verb="merged into")
        sources = [find_for(tx, one, "write") for one in dict.fromkeys(given)]
        sources = [row for row in sources if row["id"] != target["id"]]
        if not sources:
            raise InvalidInput(
                "field_invalid",
                "Merging needs at least two different memories.",
                hint="holdfast merge ID ID … --into ID",
            )
        for row in sources:
            require_removable(tx, row)
            require_status(row, *LIVE, verb="merged")
        joined = joined_row(target, sources)
        facts = {"merged": [row["id"] for row in sources]}
        changes = [_ending(room, row, target, why) for row in sources]
        changes.append(memory_change("memory.joined", target, joined, why=why, facts=facts))
        room.journal.append(tx, changes)
        return joined

    return read(room, room.store.write(room.subject, work))


def _ending(room: Room, row: Row, target: Row, why: str | None) -> Change:
    after = ended_row(row, "superseded", "merged", room.clock())
    after["superseded_by"] = target["id"]
    return memory_change("memory.merged", row, after, why=why)


def unmerge(room: Room, given: str, why: str | None) -> tuple[Memory, ...]:
    """Brings back one merged memory, or all that were merged into the one named."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> list[Row]:
        row = find(tx, given)
        merged = [row] if row["ended"] == "merged" else tx.merged_into(row["id"])
        if not merged:
            raise Conflict(
                "status_wrong",
                "Nothing was merged into this memory, and it was not merged away.",
                hint="`holdfast history` shows what happened to it.",
            )
        target = find_for(tx, merged[0]["superseded_by"], "write")
        _require_different(merged)
        for one in merged:
            require_not_said_anew(tx, one)
        after = [as_before_ending(tx, one) for one in merged]
        changes = [
            memory_change("memory.unmerged", before, now, why=why)
            for before, now in zip(merged, after, strict=True)
        ]
        parted = _parted(tx, target, {one["id"] for one in merged})
        if parted != target:
            changes.append(memory_change("memory.parted", target, parted, why=why))
        room.journal.append(tx, changes)
        return after

    return tuple(read(room, row) for row in room.store.write(room.subject, work))


def _require_different(merged: Sequence[Row]) -> None:
    if len({row["fingerprint"] for row in merged}) < len(merged):
        raise Conflict(
            "ambiguous",
            "Two of the merged memories say the very same, and only one of them can come back.",
            hint="Bring back one by its id: " + ", ".join(row["id"] for row in merged),
            candidates=[row["id"] for row in merged],
        )


def _parted(tx: MemoryTransaction, target: Row, leaving: set[str]) -> Row:
    """What the joins of those that leave had added is taken away, unless it was changed since."""
    parted = dict(target)
    for entry in reversed(_joins(tx, target["id"])):
        if entry.before is None or entry.after is None:
            continue
        if not set(entry.facts.get("merged", ())) <= leaving:
            continue
        for name in JOINED_FIELDS:
            if name in entry.after and parted[name] == entry.after[name]:
                parted[name] = entry.before[name]
    return parted


def _joins(tx: MemoryTransaction, memory_id: str) -> list[Entry]:
    entries = map(open_entry, tx.all_entries([memory_id]))
    return [entry for entry in entries if entry.name == "memory.joined"]
