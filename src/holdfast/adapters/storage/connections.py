"""The connections of a store: all alike, and to no other file that comes to stand in its place."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import cast

from holdfast.adapters.storage.driver import Connection, DriverError
from holdfast.adapters.storage.failures import in_own_words, unreachable

STATEMENTS_CACHED = 256
MEMORY = ":memory:"


class Connections:
    """Opens them, keeps those of readers for reuse, and closes them."""

    def __init__(
        self, driver: ModuleType, path: Path | None, *, durability: str, wait_seconds: float
    ) -> None:
        self._driver = driver
        self._path = path
        self._name = MEMORY if path is None else str(path)
        self._durability = durability
        self._wait_ms = int(wait_seconds * 1000)
        self._file: tuple[int, int] | None = None
        self._idle: list[Connection] = []
        self._guard = threading.Lock()
        self._closed = False

    def open(self) -> Connection:
        with in_own_words(self._name):
            connection = cast(
                Connection,
                self._driver.connect(
                    self._address(),
                    uri=True,
                    isolation_level=None,
                    check_same_thread=False,
                    cached_statements=STATEMENTS_CACHED,
                ),
            )
            try:
                self._prepare(connection)
                self.require_same_file()
            except BaseException:
                connection.close()
                raise
        return connection

    def _address(self) -> str:
        if self._path is None:
            return MEMORY
        # Only the first may begin a file: a later one would put an empty one where it vanished.
        return f"{self._path.as_uri()}?mode={'rwc' if self._file is None else 'rw'}"

    def _prepare(self, connection: Connection) -> None:
        self.be_patient(connection)
        connection.execute(f"PRAGMA synchronous = {self._durability}")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA cache_size = -65536")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
        connection.execute("PRAGMA journal_size_limit = 67108864")

    def be_patient(self, connection: Connection, wait_ms: int | None = None) -> None:
        """How long it waits for others: as long as writers do, or that many milliseconds."""
        connection.execute(f"PRAGMA busy_timeout = {self._wait_ms if wait_ms is None else wait_ms}")

    # --- the file

    def stay_with_this_file(self) -> None:
        """What were written to a file that has lost its name could never be found again."""
        if self._path is not None:
            self._file = self._found(self._path)

    def require_same_file(self) -> None:
        if self._path is not None and self._file not in (None, self._found(self._path)):
            raise unreachable(self._name)

    def _found(self, path: Path) -> tuple[int, int]:
        try:
            found = path.stat()
        except OSError as error:
            raise unreachable(self._name) from error
        return found.st_dev, found.st_ino

    # --- readers

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One snapshot, on a connection that nobody else has meanwhile."""
        connection = self._taken()
        try:
            connection.execute("BEGIN")
            yield connection
        finally:
            self._give_back(connection)

    @contextmanager
    def examining(self) -> Iterator[Connection]:
        """The same for who looks for damage: it gives texts that are no Unicode, too."""
        connection = self.open()
        try:
            connection.text_factory = _any_text
            connection.execute("BEGIN")
            yield connection
        finally:
            connection.close()

    def _taken(self) -> Connection:
        self.require_same_file()
        with self._guard:
            if self._idle:
                return self._idle.pop()
        return self.open()

    def _give_back(self, connection: Connection) -> None:
        with suppress(*DriverError):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        with self._guard:
            if not self._closed and not connection.in_transaction:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def _any_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
