"""verify: every seal of the journal is made again, and every entry is in its place."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from holdfast.evidence.journal import READ_LIMIT_MAX, every_entry
from holdfast.evidence.ports import JournalTransaction
from holdfast.evidence.replaying import ERASING, Comparison, Progress
from holdfast.evidence.rules import GENESIS, chain_hash, digest_of
from holdfast.evidence.types import Header, SealedEntry, VerifyReport

BEFORE_ALL = -(2**63)


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


def verify_chain(tx: JournalTransaction, progress: Progress) -> ChainReport:
    total = tx.journal_head()[0]
    chain = check_chain(every_entry(tx), lambda count: progress(count, total))
    moved = misplaced(_every_header(tx), tx.subject.org)
    if moved is not None and (chain.bad is None or moved.position <= chain.bad.position):
        return replace(chain, bad=moved)
    return chain


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
        if not _is(entry.digest, digest_of, entry.salt, entry.body):
            return "the body is not the one that was sealed"
        try:
            json.loads(entry.body)
        except ValueError:
            return "the body cannot be read"
    if not _is(entry.hash, chain_hash, previous, entry.header, entry.digest):
        return "the entry does not fit the chain"
    return None


def _is(seal: bytes, made: Callable[..., bytes], *sealed: object) -> bool:
    """A changed file can hold numbers, bytes or broken Unicode anywhere: no seal fits them."""
    try:
        return made(*sealed) == seal
    except (TypeError, AttributeError, UnicodeError):
        return False


def misplaced(headers: Iterator[tuple[Header, bytes, bytes]], org: str) -> BadEntry | None:
    """Names the place that an entry is missing from, or the org that it was given to.

    The chain alone would show only that the next entry does not fit.
    """
    walk = _Walk()
    for header, digest, seal in headers:
        fits = _is(seal, chain_hash, walk.seal, header._replace(org=org), digest)
        walk.arrive(header.position)
        if header.org != org:
            if fits:
                return BadEntry(header.position, "the entry was given to another org")
        elif header.position < 1:
            return BadEntry(header.position, "no entry can stand there")
        elif not fits:
            return walk.missing_before(header)
        else:
            walk.go_on(header, seal)
    return None


@dataclass(slots=True)
class _Walk:
    """Where reading has come to: the last place of the store, the last entry of the org."""

    place: int = 0
    seal: bytes = GENESIS
    operation: int = 0
    gap: int | None = None
    sparse: bool = False

    def arrive(self, place: int) -> None:
        if place != self.place + 1:
            self.gap = self.gap or self.place + 1
        self.place = place

    def go_on(self, header: Header, seal: bytes) -> None:
        """A gap within a chain that holds is one that a replay made: it left other orgs out."""
        self.sparse = self.sparse or self.gap is not None
        self.seal, self.operation, self.gap = seal, header.operation, None

    def missing_before(self, header: Header) -> BadEntry | None:
        """Unless the entry began before the gap: then it is the one that does not belong here."""
        if self.gap is None or self.sparse or not isinstance(header.operation, int):
            return None
        if header.operation != self.operation and header.operation < self.gap:
            return None
        return BadEntry(self.gap, "the entry is gone")


def _every_header(tx: JournalTransaction) -> Iterator[tuple[Header, bytes, bytes]]:
    after = BEFORE_ALL
    while page := tx.headers(after=after, limit=READ_LIMIT_MAX):
        yield from page
        after = page[-1][0].position


def report(
    chain: ChainReport,
    comparison: Comparison | None,
    file_problems: Sequence[str],
    pending_vectors: int,
) -> VerifyReport:
    compared = comparison or Comparison(0, (), None)
    differences = (*compared.differences, *(f"file: {problem}" for problem in file_problems))
    problem = chain.bad.problem if chain.bad else (differences[0] if differences else None)
    return VerifyReport(
        ok=problem is None,
        entries=chain.entries,
        position=chain.bad.position if chain.bad else compared.position,
        problem=problem,
        rows_compared=compared.rows,
        differences=differences,
        pending_vectors=pending_vectors,
        compared_tables=comparison is not None,
    )
