"""What happens behind the request, as the engine itself: vectors filled in, disputes judged."""

from collections.abc import Callable

from holdfast.evidence.types import Row
from holdfast.memories.changing import decision
from holdfast.memories.ports import Judge, MemoryTransaction
from holdfast.memories.room import Room
from holdfast.memories.rows import searchable
from holdfast.memories.types import Verdict

FILL_BATCH = 256
JUDGING_READER = "judge"
JUDGED_PER_READ = 200


def fill_vectors(room: Room, progress: Callable[[int], None] = lambda done: None) -> int:
    """Gives a vector to everything that has none; raises Unavailable when the model is down."""
    if room.model is None:
        return 0
    filled, after = 0, 0
    while True:
        with room.store.read(room.subject) as tx:
            items = tx.items_without_vector(after=after, limit=FILL_BATCH)
        if not items:
            return filled
        texts = [text_of(row) for _, row in items]
        blobs = room.embedding.vectors_unhurried(texts)
        made = {
            item: (text, blob) for (item, _), text, blob in zip(items, texts, blobs, strict=True)
        }
        filled += room.store.write(room.subject, _filling(room, room.model, made))
        after = items[-1][0]
        progress(filled)


def _filling(
    room: Room, model: str, made: dict[int, tuple[str, bytes]]
) -> Callable[[MemoryTransaction], int]:
    def work(tx: MemoryTransaction) -> int:
        """A text that changed while its vector was made waits for the next round."""
        waiting = tx.items_without_vector(after=min(made) - 1, limit=len(made))
        ready = [
            (item, made[item][1])
            for item, row in waiting
            if item in made and text_of(row) == made[item][0]
        ]
        tx.put_vectors(model, ready)
        return len(ready)

    return work


def text_of(row: Row) -> str:
    """What of a memory or of a turn is put to the embedder."""
    return searchable(row) if "kind" in row else str(row["text"])


def judge_disputes(room: Room, judge: Judge) -> int:
    """Puts new disputes to a judge, outside of any transaction; what it is unsure of waits."""
    with room.store.read(room.subject) as tx:
        after = tx.cursor(JUDGING_READER)
        entries = tx.entries(after=after, limit=JUDGED_PER_READ)
        disputes = [
            (row, old)
            for row in tx.memories(list({entry.header.subject for entry in entries}))
            if row["status"] == "disputed"
            for old in _opposed(tx, room, row)
        ]
    verdicts = [(row["id"], judge.judge(old["text"], row["text"])) for row, old in disputes]
    decided = 0
    for memory_id, verdict in verdicts:
        if verdict != "unsure":
            decided += room.store.write(room.subject, _deciding(room, memory_id, verdict))
    if entries:
        last = entries[-1].header.position
        room.store.write(room.subject, lambda tx: tx.move_cursor(JUDGING_READER, last))
    return decided


def _opposed(tx: MemoryTransaction, room: Room, row: Row) -> list[Row]:
    links = tx.links_at([row["id"]], at=room.clock())
    return tx.memories([link["target"] for link in links if link["relation"] == "contradicts"][:1])


def _deciding(room: Room, memory_id: str, verdict: Verdict) -> Callable[[MemoryTransaction], int]:
    def work(tx: MemoryTransaction) -> int:
        row = tx.memory(memory_id)
        if row is None or row["status"] != "disputed":
            return 0
        _, changes = decision(room, tx, row, verdict, "decided by the judge")
        room.journal.append(tx, changes)
        return 1

    return work
