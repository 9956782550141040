"""The journal: the one way in which a stored row can change."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from holdfast.evidence.ports import JournalTransaction, Projection
from holdfast.evidence.rules import (
    POSITION_MAX,
    SALT_BYTES,
    chain_hash,
    digest_of,
    encode_body,
    open_entry,
)
from holdfast.evidence.types import Change, Entry, Header, Row, SealedEntry
from holdfast.governance.ports import Transactions
from holdfast.governance.types import Subject
from holdfast.kernel.clock import Clock, Micros
from holdfast.kernel.errors import InvalidInput

READ_LIMIT_MAX = 1_000

Tx = TypeVar("Tx", bound=JournalTransaction)


class Journal(Generic[Tx]):
    """Appends entries, and puts each one's row into the tables in the same transaction."""

    def __init__(
        self,
        store: Transactions[Tx],
        projections: Mapping[str, Projection[Tx]],
        *,
        clock: Clock,
        entropy: Callable[[int], bytes] = os.urandom,
        step: Callable[[str], None] = lambda name: None,
    ) -> None:
        self._store = store
        self._projections = projections
        self._clock = clock
        self._entropy = entropy
        self._step = step

    def append(
        self,
        tx: Tx,
        changes: Sequence[Change],
        *,
        operation: int | None = None,
        at: Micros | None = None,
    ) -> int:
        """Seals the changes into the chain and projects their rows; gives the operation.

        `at` is for rows that say when they were recorded: the entry then says the same.
        """
        position, previous = tx.journal_head()
        operation = position + 1 if operation is None else operation
        now = self._clock() if at is None else at
        sealed = []
        for number, change in enumerate(changes, position + 1):
            header = header_of(tx.subject, change, number, operation, now)
            entry = self._seal(header, change, previous)
            previous = entry.hash
            sealed.append(entry)
        tx.insert_entries(sealed)
        self._step("write.journal")
        for change, entry in zip(changes, sealed, strict=True):
            self.project(tx, entry.header, change.before, change.after)
        self._step("write.rows")
        return operation

    def project(self, tx: Tx, header: Header, before: Row | None, after: Row | None) -> None:
        """A row keeps the position of the entry that it came into being with."""
        if after is not None:
            known = after.get("position") if before is None else before["position"]
            after |= {"position": known or header.position}
            after |= {"id": header.subject, "org": header.org}
        self._projections[header.subject.partition("_")[0]](tx, header.subject, before, after)

    def _seal(self, header: Header, change: Change, previous: bytes) -> SealedEntry:
        body = encode_body(change)
        salt = self._entropy(SALT_BYTES)
        digest = digest_of(salt, body)
        return SealedEntry(header, salt, body, digest, chain_hash(previous, header, digest))

    def read(
        self, subject: Subject, *, after: int = 0, limit: int = 100, wait: float = 0.0
    ) -> list[Entry]:
        """The entries after a position, in order. With `wait`, sleeps that long for a first one."""
        if not 0 <= after <= POSITION_MAX:
            raise InvalidInput(
                "cursor_invalid",
                "That is not a position of the journal.",
                hint="Pass the position of the last entry that you have, or 0 to begin.",
            )
        found = self._read(subject, after, limit)
        if found or wait <= 0:
            return found

        def ready() -> bool:
            found.extend(self._read(subject, after, limit))
            return bool(found)

        self._store.wait(ready, wait)
        return found

    def _read(self, subject: Subject, after: int, limit: int) -> list[Entry]:
        with self._store.read(subject) as tx:
            return [
                open_entry(sealed)
                for sealed in tx.entries(after=after, limit=min(limit, READ_LIMIT_MAX))
            ]


def header_of(subject: Subject, change: Change, position: int, operation: int, at: int) -> Header:
    return Header(
        position=position,
        at=at,
        org=subject.org,
        space=change.space,
        audience=change.audience,
        session=change.session,
        actor=subject.actor,
        surface=subject.surface,
        name=change.name,
        subject=change.subject,
        operation=operation,
    )


def every_entry(tx: JournalTransaction) -> Iterator[SealedEntry]:
    """The whole chain of the org, read in pages."""
    after = 0
    while page := tx.entries(after=after, limit=READ_LIMIT_MAX):
        yield from page
        after = page[-1].header.position
