"""A store in one SQLite file, or in memory: where a write commits."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from holdfast.adapters.storage import sqlite_sql as sql
from holdfast.adapters.storage.driver import Connection, DriverError
from holdfast.adapters.storage.failures import as_holdfast_error, in_own_words
from holdfast.adapters.storage.locking import WAIT_SECONDS_MAX, WriteLock
from holdfast.adapters.storage.transaction import SqlTransaction
from holdfast.governance.types import Subject
from holdfast.kernel.errors import HoldfastError, Unavailable

Result = TypeVar("Result")

GROUP_MAX = 64
WATCH_SECONDS = 0.02
SCRUB_TRIES = 20
STATEMENTS_CACHED = 256
MEMORY = ":memory:"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a store is, and how it is opened."""

    path: Path | None
    durability: str = "full"
    model: str | None = None
    step: Callable[[str], None] = lambda name: None
    wait_seconds: float = WAIT_SECONDS_MAX

    @property
    def name(self) -> str:
        return MEMORY if self.path is None else str(self.path)


@dataclass(slots=True)
class _Job:
    """One caller's work, waiting for its turn."""

    subject: Subject
    work: Callable[[SqlTransaction], Any]
    done: bool = False
    result: Any = None
    error: BaseException | None = None

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


@dataclass(slots=True)
class _Bell:
    """Wakes the waiting readers of this process at once; other processes look at the file."""

    rung: threading.Condition = field(default_factory=threading.Condition)
    times: int = 0

    def ring(self) -> None:
        with self.rung:
            self.times += 1
            self.rung.notify_all()

    def wait(self, since: int, seconds: float) -> int:
        with self.rung:
            if self.times == since:
                self.rung.wait(seconds)
            return self.times


class SqliteStore:
    """Readers each have a connection and never wait; writers are committed in groups."""

    def __init__(self, driver: ModuleType, place: Place) -> None:
        self._driver = driver
        self._place = place
        self._closed = False
        self._queue: deque[_Job] = deque()
        self._writing = threading.RLock()
        self._bell = _Bell()
        self._lock: WriteLock | None = None
        if place.path is not None:
            self._lock = WriteLock(place.path.with_suffix(".lock"), place.wait_seconds)
        self._idle: list[Connection] = []
        self._writer = self.connect()

    # --- connections

    def connect(self) -> Connection:
        with in_own_words(self._place.name):
            connection = cast(
                Connection,
                self._driver.connect(
                    self._place.name,
                    isolation_level=None,
                    check_same_thread=False,
                    cached_statements=STATEMENTS_CACHED,
                ),
            )
            connection.execute(f"PRAGMA busy_timeout = {int(self._place.wait_seconds * 1000)}")
            connection.execute(f"PRAGMA synchronous = {self._place.durability}")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("PRAGMA cache_size = -65536")
            connection.execute("PRAGMA wal_autocheckpoint = 4000")
            connection.execute("PRAGMA journal_size_limit = 67108864")
        return connection

    @contextmanager
    def _reader(self) -> Iterator[Connection]:
        if self._place.path is None:
            with self._writing:
                yield self._writer
            return
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self.connect()
        try:
            connection.execute("BEGIN")
            yield connection
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if self._closed:
                connection.close()
            else:
                self._idle.append(connection)

    @contextmanager
    def exclusive(self) -> Iterator[Connection]:
        """The writing connection, and no other writer in any process: for opening and upkeep."""
        with self._writing, self._file_lock():
            yield self._writer

    def _file_lock(self) -> Any:
        return nullcontext() if self._lock is None else self._lock.held()

    # --- reading

    @contextmanager
    def read(self, subject: Subject) -> Iterator[SqlTransaction]:
        self._require_open()
        with in_own_words(self._place.name), self._reader() as connection:
            yield SqlTransaction(connection, subject, self._who(subject))

    def wait(self, ready: Callable[[], bool], timeout_seconds: float) -> bool:
        """Other processes are noticed by the counter that SQLite keeps beside the log."""
        deadline = time.monotonic() + timeout_seconds
        with self._watching() as version:
            seen, rung = version(), self._bell.times
            while not ready():
                while seen == version() and rung == self._bell.times:
                    left = deadline - time.monotonic()
                    if left <= 0 or self._closed:
                        return False
                    self._bell.wait(rung, min(WATCH_SECONDS, left))
                seen, rung = version(), self._bell.times
        return True

    @contextmanager
    def _watching(self) -> Iterator[Callable[[], int]]:
        if self._place.path is None:
            yield lambda: 0
            return
        connection = self.connect()
        try:
            yield lambda: int(connection.execute("PRAGMA data_version").fetchone()[0])
        finally:
            connection.close()

    # --- writing

    def write(self, subject: Subject, work: Callable[[SqlTransaction], Result]) -> Result:
        """Whoever gets the turn commits for all who wait: one sync to disk for many callers."""
        self._require_open()
        job = _Job(subject, work)
        self._queue.append(job)
        with self._writing:
            while not job.done:
                self._commit_group([self._queue.popleft() for _ in range(self._group_size())])
        return cast(Result, job.outcome())

    def _group_size(self) -> int:
        return min(len(self._queue), GROUP_MAX)

    def _commit_group(self, jobs: list[_Job]) -> None:
        step = self._place.step
        try:
            with self._file_lock():
                step("write.locked")
                self._writer.execute("BEGIN IMMEDIATE")
                step("write.begun")
                for job in jobs:
                    self._run(job)
                step("write.before_commit")
                self._writer.execute("COMMIT")
                step("write.committed")
        except DriverError as error:
            self._fail(jobs, as_holdfast_error(error, self._place.name))
        except HoldfastError as error:
            self._fail(jobs, error)
        finally:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
                self._fail(jobs, _interrupted())
            for job in jobs:
                job.done = True
            self._bell.ring()

    def _run(self, job: _Job) -> None:
        """One caller's failure takes back what that caller did and nothing else."""
        tx = SqlTransaction(self._writer, job.subject, self._who(job.subject))
        self._writer.execute("SAVEPOINT job")
        try:
            job.result = job.work(tx)
        except DriverError:
            raise
        except Exception as error:  # noqa: BLE001 - it is raised again in its caller's thread
            self._writer.execute("ROLLBACK TO job")
            job.error = error
        self._writer.execute("RELEASE job")

    def _fail(self, jobs: list[_Job], error: HoldfastError) -> None:
        """Nothing of the group was committed; who had an error of their own keeps it."""
        for job in jobs:
            job.error = job.error or error

    def _who(self, subject: Subject) -> dict[str, Any]:
        spaces = subject.readable
        return {
            "org": subject.org,
            "usr": subject.user,
            "usr_audience": f"@{subject.user}",
            "engine": int(subject.engine),
            "everywhere": int("" in spaces),
            "spaces": json.dumps(spaces),
            "model": self._place.model,
        }

    # --- upkeep

    def scrub_log(self) -> bool:
        """Copies the log into the file and empties it; False while a reader holds on to it."""
        if self._place.path is None:
            return True
        with self.exclusive() as connection:
            for _ in range(SCRUB_TRIES):
                busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return True
        return False

    def head(self) -> int:
        with self._reader() as connection:
            return int(connection.execute(sql.JOURNAL_LAST).fetchone()[0] or 0)

    def _require_open(self) -> None:
        if self._closed:
            raise Unavailable(
                "store_closed",
                "This handle was closed.",
                hint="Open the store again with holdfast.open().",
            )

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._bell.ring()
        with self._writing:
            while self._idle:
                self._idle.pop().close()
            self._writer.close()
            if self._lock is not None:
                self._lock.close()


def _interrupted() -> Unavailable:
    return Unavailable(
        "store_busy",
        "The writing process was interrupted; nothing of this request was stored.",
        hint="Try again.",
    )
