"""What the journal and the observed turns need from a store."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from holdfast.evidence.types import Header, Row, SealedEntry
from holdfast.governance.types import Subject


class JournalTransaction(Protocol):
    """Storage calls of the journal. All of them see and touch the subject's org only."""

    @property
    def subject(self) -> Subject: ...

    def journal_head(self) -> tuple[int, bytes]:
        """The last position of the store, and the hash of the org's last entry."""
        ...

    def insert_entries(self, entries: Sequence[SealedEntry]) -> None: ...

    def entries(self, *, after: int, limit: int, subjects: Sequence[str] = ()) -> list[SealedEntry]:
        """In order of position: about these subjects, or about everything for none."""
        ...

    def touched(self, *, after: int, limit: int) -> list[tuple[int, str]]:
        """Position and subject of the next entries, whoever may read them."""
        ...

    def all_entries(self, subjects: Sequence[str], *, after: int = 0) -> list[SealedEntry]:
        """All entries about these, those for another audience too: to work on, never to show."""
        ...

    def entries_back(self, *, before: int, limit: int) -> list[SealedEntry]:
        """The same, newest first."""
        ...

    def operation_entries(self, operation: int) -> list[SealedEntry]: ...

    def headers(self, *, after: int, limit: int) -> list[tuple[Header, bytes, bytes]]:
        """Header, digest and hash of the next entries of every org; for the engine alone."""
        ...

    def erase_bodies(self, positions: Sequence[int]) -> None: ...

    def position_at(self, at: int) -> int:
        """The last position that was written at that time or before; 0 if none was."""
        ...

    def cursor(self, reader: str) -> int: ...

    def move_cursor(self, reader: str, position: int) -> None: ...

    def row(self, subject: str) -> Row | None:
        """The current row of that id, whatever its kind, without regard to visibility."""
        ...

    def blank_row(self, subject: str) -> Row:
        """A row for that id with every field empty."""
        ...

    def put_row(self, subject: str, before: Row | None, after: Row) -> None: ...

    def delete_row(self, subject: str) -> None: ...

    def table_rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """Every row of the org in a stable order: for comparing two stores."""
        ...


class EvidenceTransaction(JournalTransaction, Protocol):
    """Storage calls for what was observed."""

    def evidence(self, ids: Sequence[str]) -> list[Row]: ...

    def session_neighbours(
        self, session: str, space: str, position: int, count: int
    ) -> tuple[list[Row], list[Row]]:
        """The observed turns before and after a position in one session."""
        ...

    def put_lexical(self, item: int, text: str, context: str) -> None: ...

    def delete_lexical(self, item: int) -> None: ...

    def put_vectors(self, model: str, vectors: Sequence[tuple[int, bytes]]) -> None: ...

    def delete_vectors(self, item: int) -> None: ...


JournalTx = TypeVar("JournalTx", bound=JournalTransaction, contravariant=True)


class Projection(Protocol[JournalTx]):
    """Writes one row, and all that follows from it, into the tables."""

    def __call__(
        self, tx: JournalTx, subject: str, before: Row | None, after: Row | None
    ) -> None: ...
