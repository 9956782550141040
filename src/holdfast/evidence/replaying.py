"""replay: the tables are made again from the journal alone, and compared with those that are."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from holdfast.evidence.journal import Journal
from holdfast.evidence.ports import JournalTransaction
from holdfast.evidence.rules import merged_row
from holdfast.evidence.types import SealedEntry
from holdfast.governance.ports import Transactions
from holdfast.kernel.errors import Conflict, Corrupted

REPLAY_BATCH = 2_000
DIFFERENCES_SHOWN = 10
ERASING = ("memory.erased", "turn.erased")

StoredRow = tuple[Any, ...]
Tx = TypeVar("Tx", bound=JournalTransaction)
Progress = Callable[[int, int], None]


def copy_entries(
    source: Tx, target: Transactions[Tx], journal: Journal[Tx], progress: Progress
) -> int:
    """Writes the entries as they are, and projects each; the target must be empty."""
    with target.read(source.subject) as tx:
        if tx.journal_head()[0]:
            raise Conflict(
                "store_not_empty",
                "The store to replay into is not empty.",
                hint="Name a folder that does not exist yet.",
            )
    total, copied, after = source.journal_head()[0], 0, 0
    while entries := source.entries(after=after, limit=REPLAY_BATCH):
        target.write(source.subject, _copying(journal, entries))
        copied, after = copied + len(entries), entries[-1].header.position
        progress(copied, total)
    return copied


def _copying(journal: Journal[Tx], entries: Sequence[SealedEntry]) -> Callable[[Tx], None]:
    def work(tx: Tx) -> None:
        tx.insert_entries(entries)
        for entry in entries:
            if entry.body is not None:
                apply(journal, tx, entry, json.loads(entry.body))

    return work


def apply(journal: Journal[Tx], tx: Tx, entry: SealedEntry, body: Mapping[str, Any]) -> None:
    born = "before" not in body and "after" in body and entry.header.name not in ERASING
    current = None if born else tx.row(entry.header.subject)
    if current is None and "before" in body and "after" in body:
        raise Corrupted(
            "replay_differs",
            f"Entry {entry.header.position} changes something that is not there.",
            hint="Run `holdfast verify`.",
            position=entry.header.position,
        )
    after = merged_row(current, tx.blank_row(entry.header.subject), body)
    journal.project(tx, entry.header, current, after)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many rows were compared, what differs, and the position of the first difference."""

    rows: int
    differences: tuple[str, ...]
    position: int | None


def compare_tables(
    kept: JournalTransaction, made: JournalTransaction, tables: Sequence[str]
) -> Comparison:
    rows, first = 0, None
    differences: list[str] = []
    for table in tables:
        for row, expected in _paired(kept.table_rows(table), made.table_rows(table)):
            rows += 1
            if row == expected:
                continue
            position = (row or expected or (None,))[0]
            first = first or position
            differences.append(f"{table}: {_named(row, expected, position)}")
            if len(differences) == DIFFERENCES_SHOWN:
                return Comparison(rows, tuple(differences), first)
    return Comparison(rows, tuple(differences), first)


def _paired(
    kept: Iterator[StoredRow], made: Iterator[StoredRow]
) -> Iterator[tuple[StoredRow | None, StoredRow | None]]:
    """Rows of the same position side by side. All begin with it, and come in its order."""
    row, expected = next(kept, None), next(made, None)
    while row is not None or expected is not None:
        if expected is None or (row is not None and row[0] < expected[0]):
            yield row, None
            row = next(kept, None)
        elif row is None or expected[0] < row[0]:
            yield None, expected
            expected = next(made, None)
        else:
            yield row, expected
            row, expected = next(kept, None), next(made, None)


def _named(row: StoredRow | None, expected: StoredRow | None, position: int | None) -> str:
    """Which row, and how it differs; never what it says."""
    if row is None:
        return f"a row of position {position} is missing"
    if expected is None:
        return f"a row of position {position} is in no journal entry"
    return f"the row of position {position} is not what the journal says"
