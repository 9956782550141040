"""verify and replay: the tables are what the journal says, and can be made from it again."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeVar

from holdfast.evidence.journal import READ_LIMIT_MAX, Journal, every_entry
from holdfast.evidence.ports import JournalTransaction
from holdfast.evidence.rules import GENESIS, chain_hash, digest_of, merged_row
from holdfast.evidence.types import SealedEntry, VerifyReport
from holdfast.governance.ports import Transactions
from holdfast.governance.types import Subject
from holdfast.kernel.errors import Conflict, Corrupted

REPLAY_BATCH = 2_000
DIFFERENCES_SHOWN = 10
ERASING = ("memory.erased", "turn.erased")

Tx = TypeVar("Tx", bound=JournalTransaction)
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class BadEntry:
    """The first entry that does not hold."""

    position: int
    problem: str


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What reading the whole chain has shown."""

    entries: int
    bad: BadEntry | None


def check_chain(entries: Iterator[SealedEntry], seen: Callable[[int], None]) -> ChainReport:
    """Recomputes every seal. An empty body must have been erased by an entry that says so."""
    previous, count = GENESIS, 0
    empty: set[int] = set()
    erased: set[int] = set()
    for count, entry in enumerate(entries, 1):
        problem = _problem(previous, entry)
        if problem is not None:
            return ChainReport(count, BadEntry(entry.header.position, problem))
        if entry.body is None:
            empty.add(entry.header.position)
        elif entry.header.name in ERASING:
            erased |= set(json.loads(entry.body).get("facts", {}).get("positions", ()))
        previous = entry.hash
        seen(count)
    lost = sorted(empty - erased)
    if lost:
        return ChainReport(count, BadEntry(lost[0], "the body is gone, and nobody erased it"))
    return ChainReport(count, None)


def _problem(previous: bytes, entry: SealedEntry) -> str | None:
    if (entry.salt is None) != (entry.body is None):
        return "body and salt do not belong together"
    if entry.body is not None and entry.salt is not None:
        if digest_of(entry.salt, entry.body) != entry.digest:
            return "the body is not the one that was sealed"
        try:
            json.loads(entry.body)
        except ValueError:
            return "the body cannot be read"
    if chain_hash(previous, entry.header, entry.digest) != entry.hash:
        return "the entry does not fit the chain"
    return None


def verify_chain(store: Transactions[Tx], engine: Subject, progress: Progress) -> ChainReport:
    with store.read(engine) as tx:
        total = tx.journal_head()[0]
        return check_chain(every_entry(tx), lambda count: progress(count, total))


def copy_entries(
    source: Transactions[Tx],
    target: Transactions[Tx],
    journal: Journal[Tx],
    engine: Subject,
    progress: Progress,
) -> int:
    """Writes the entries as they are, and projects each; the target must be empty."""
    after, copied = 0, 0
    with target.read(engine) as tx:
        if tx.journal_head()[0]:
            raise Conflict(
                "store_not_empty",
                "The store to replay into is not empty.",
                hint="Name a folder that does not exist yet.",
            )
    while True:
        with source.read(engine) as tx:
            total = tx.journal_head()[0]
            entries: list[SealedEntry] = []
            while len(entries) < REPLAY_BATCH and (
                page := tx.entries(after=after, limit=READ_LIMIT_MAX)
            ):
                entries.extend(page)
                after = page[-1].header.position
        if not entries:
            return copied
        target.write(engine, _copying(journal, entries))
        copied += len(entries)
        progress(copied, total)


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


def compare_tables(
    store: Transactions[Tx],
    replayed: Transactions[Tx],
    engine: Subject,
    tables: Sequence[str],
) -> tuple[int, tuple[str, ...], int | None]:
    """Row by row: how many rows, what differs, and the item of the first difference."""
    compared, first = 0, None
    differences: list[str] = []
    with store.read(engine) as kept, replayed.read(engine) as made:
        for table in tables:
            pairs = zip_longest(kept.table_rows(table), made.table_rows(table))
            for row, expected in pairs:
                compared += 1
                if row != expected:
                    first = first or _item(row, expected)
                    differences.append(f"{table}: {_named(row, expected)}")
                    if len(differences) == DIFFERENCES_SHOWN:
                        return compared, tuple(differences), first
    return compared, tuple(differences), first


def _item(row: tuple[Any, ...] | None, expected: tuple[Any, ...] | None) -> int | None:
    """Every compared table begins with a position, or has one in second place."""
    known = row or expected or ()
    return next((value for value in known[:2] if isinstance(value, int)), None)


def _named(row: tuple[Any, ...] | None, expected: tuple[Any, ...] | None) -> str:
    """Which row, and how it differs; never what it says."""
    if row is None:
        return f"a row of position {_item(None, expected)} is missing"
    if expected is None:
        return f"a row of position {_item(row, None)} is in no journal entry"
    return f"the row of position {_item(row, expected)} is not what the journal says"


def report(
    chain: ChainReport,
    compared: tuple[int, tuple[str, ...], int | None] | None,
    pending_vectors: int,
) -> VerifyReport:
    rows, differences, first = compared or (0, (), None)
    problem = chain.bad.problem if chain.bad else (differences[0] if differences else None)
    return VerifyReport(
        ok=problem is None,
        entries=chain.entries,
        position=chain.bad.position if chain.bad else first,
        problem=problem,
        rows_compared=rows,
        differences=differences,
        pending_vectors=pending_vectors,
        compared_tables=compared is not None,
    )
