"""What happens behind the request: vectors filled in, disputes put to a judge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from holdfast.evidence.types import Row
from holdfast.governance.rules import may
from holdfast.memories.changing import decision, opposed_by
from holdfast.memories.finding import require_person
from holdfast.memories.ports import Judge, MemoryTransaction
from holdfast.memories.room import Room
from holdfast.memories.rows import searchable
from holdfast.memories.types import Verdict

FILL_BATCH = 1_000
FILL_CURSOR_STRIDE = 500
"""Reading on costs less than noting how far it went, up to about here."""

JUDGING_READER = "judge"
JUDGED_PER_READ = 200


def fill_vectors(room: Room, stopped: Callable[[], bool] = lambda: False) -> int:
    """Reads the journal from where it last stopped, and gives a vector to all that lack one.

    Raises Unavailable when the model is down; the next reading goes on from the same place.
    """
    if room.model is None:
        return 0
    reader = f"vectors:{room.model}"
    with room.store.read(room.subject) as tx:
        begun = after = tx.cursor(reader)
    filled = 0
    while not stopped() and (page := _read_page(room, after)):
        if page.items:
            texts = [text_of(row) for _, row in page.items]
            blobs = room.embedding.vectors_unhurried(texts)
            filled += room.store.write(room.subject, _filling(room.model, page, texts, blobs))
        after = page.last
    if filled or after - begun >= FILL_CURSOR_STRIDE:
        room.store.write(room.subject, lambda tx: tx.move_cursor(reader, after))
    return filled


@dataclass(frozen=True, slots=True)
class _Page:
    """A stretch of the journal, and the items named in it that have no vector."""

    last: int
    head: int
    items: list[tuple[int, Row]]


def _read_page(room: Room, after: int) -> _Page | None:
    with room.store.read(room.subject) as tx:
        touched = tx.touched(after=after, limit=FILL_BATCH)
        if not touched:
            return None
        items = tx.items_without_vector(sorted({subject for _, subject in touched}))
        return _Page(touched[-1][0], tx.journal_head()[0], items)


def _filling(
    model: str, page: _Page, texts: Sequence[str], blobs: Sequence[bytes]
) -> Callable[[MemoryTransaction], int]:
    made = {
        row["id"]: (text, blob)
        for (_, row), text, blob in zip(page.items, texts, blobs, strict=True)
    }

    def work(tx: MemoryTransaction) -> int:
        """A text that changed while its vector was made has a later entry, and is read again."""
        unchanged = tx.journal_head()[0] == page.head
        ready = [
            (item, made[row["id"]][1])
            for item, row in (page.items if unchanged else tx.items_without_vector(sorted(made)))
            if text_of(row) == made[row["id"]][0]
        ]
        tx.put_vectors(model, ready)
        return len(ready)

    return work


def text_of(row: Row) -> str:
    """What of a memory or of a turn is put to the embedder."""
    return searchable(row) if "kind" in row else str(row["text"])


def judge_disputes(room: Room, judge: Judge) -> int:
    """Puts new disputes that the caller may decide to a judge, outside of any transaction.

    What the judge is unsure of, or not of one mind about, waits for a person.
    """
    reader = f"{JUDGING_READER}:{room.subject.actor}"
    with room.store.read(room.subject) as tx:
        require_person(tx, "let disputes be judged")
        after = tx.cursor(reader)
    decided = 0
    while touched := _touched(room, after):
        for row, opposed in _disputes(room, {subject for _, subject in touched}):
            verdicts = {judge.judge(old["text"], row["text"]) for old in opposed}
            if len(verdicts) == 1 and (verdict := verdicts.pop()) != "unsure":
                decided += room.store.write(room.subject, _deciding(room, row["id"], verdict))
        after = touched[-1][0]
        room.store.write(room.subject, _moving(reader, after))
    return decided


def _touched(room: Room, after: int) -> list[tuple[int, str]]:
    with room.store.read(room.subject) as tx:
        return tx.touched(after=after, limit=JUDGED_PER_READ)


def _moving(reader: str, position: int) -> Callable[[MemoryTransaction], None]:
    return lambda tx: tx.move_cursor(reader, position)


def _disputes(room: Room, subjects: set[str]) -> list[tuple[Row, list[Row]]]:
    """Disputed memories that the caller sees and may decide, and what each contradicts."""
    with room.store.read(room.subject) as tx:
        return [
            (row, opposed)
            for row in tx.memories(sorted(subjects))
            if row["status"] == "disputed" and may(room.subject, "decide", row["space"])
            if (opposed := opposed_by(room, tx, row))
        ]


def _deciding(room: Room, memory_id: str, verdict: Verdict) -> Callable[[MemoryTransaction], int]:
    def work(tx: MemoryTransaction) -> int:
        row = tx.memory(memory_id)
        if row is None or row["status"] != "disputed":
            return 0
        _, changes = decision(room, tx, row, verdict, "decided by the judge")
        room.journal.append(tx, changes)
        return 1

    return work
