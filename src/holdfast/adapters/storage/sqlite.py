"""A store in one SQLite file, or in memory: where a write commits."""

import json
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from holdfast.adapters.storage.connections import MEMORY, Connections
from holdfast.adapters.storage.driver import Connection, DriverError
from holdfast.adapters.storage.failures import as_holdfast_error, in_own_words
from holdfast.adapters.storage.locking import WAIT_SECONDS_MAX, WriteLock
from holdfast.adapters.storage.transaction import SqlTransaction
from holdfast.governance.types import Subject
from holdfast.kernel.errors import HoldfastError, Unavailable

Result = TypeVar("Result")

GROUP_MAX = 64
WATCH_SECONDS = 0.02
SCRUB_WAIT_MS = 200
SCRUB_LOCK_SECONDS_MAX = 5.0
VERSION_OF = "SELECT version_num FROM alembic_version"


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
    """One caller's work, waiting for its turn. Not committed is what it is until it is."""

    subject: Subject
    work: Callable[[SqlTransaction], Any]
    done: bool = False
    committed: bool = False
    result: Any = None
    error: BaseException | None = None

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        if not self.committed:
            raise Unavailable(
                "store_busy",
                "The writing process was interrupted; nothing of this request was stored.",
                hint="Try again.",
            )
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
        self._place = place
        self._closed = False
        self._queue: deque[_Job] = deque()
        self._writing = threading.RLock()
        self._bell = _Bell()
        self._lock: WriteLock | None = None
        if place.path is not None:
            self._lock = WriteLock(place.path.with_suffix(".lock"), place.wait_seconds)
        self._connections = Connections(
            driver, place.path, durability=place.durability, wait_seconds=place.wait_seconds
        )
        self._writer = self._connections.open()
        self._version = ""
        self._log_due = False

    def stay_at(self, version: str) -> None:
        """From here on, it writes to this file and to this version of the schema only."""
        self._connections.stay_with_this_file()
        self._version = version

    # --- reading

    @contextmanager
    def read(self, subject: Subject) -> Iterator[SqlTransaction]:
        self._require_open()
        with in_own_words(self._place.name), self.reading() as connection:
            yield SqlTransaction(connection, subject, self._who(subject))

    @contextmanager
    def examine(self, subject: Subject) -> Iterator[SqlTransaction]:
        """The same for who looks for damage, and must be able to read it."""
        with self.examining() as connection:
            yield SqlTransaction(connection, subject, self._who(subject))

    @contextmanager
    def examining(self) -> Iterator[Connection]:
        self._require_open()
        opened = self.reading if self._place.path is None else self._connections.examining
        with in_own_words(self._place.name), opened() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        if self._place.path is not None:
            with self._connections.reading() as connection:
                yield connection
            return
        with self._writing:
            self._require_open()
            yield self._writer

    def wait(self, ready: Callable[[], bool], timeout_seconds: float) -> bool:
        """Other processes are noticed by the counter that SQLite keeps beside the log."""
        deadline = time.monotonic() + timeout_seconds
        with in_own_words(self._place.name), self._watching() as version:
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
        connection = self._connections.open()
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
            while self._queue and not job.done:
                self._commit_group()
        return cast(Result, job.outcome())

    def _commit_group(self) -> None:
        """Whatever happens on the way, all whom it took up have an outcome."""
        jobs: list[_Job] = []
        try:
            while self._queue and len(jobs) < GROUP_MAX:
                jobs.append(self._queue.popleft())
            self._require_open()
            with self._file_lock():
                self._commit(jobs)
        except DriverError as error:
            self._fail(jobs, as_holdfast_error(error, self._place.name))
        except HoldfastError as error:
            self._fail(jobs, error)
        finally:
            for job in jobs:
                job.done = True
            self._bell.ring()

    def _commit(self, jobs: list[_Job]) -> None:
        step = self._place.step
        step("write.locked")
        self._connections.require_same_file()
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            step("write.begun")
            self._require_same_version()
            for job in jobs:
                self._run(job)
            step("write.before_commit")
            self._writer.execute("COMMIT")
            for job in jobs:
                job.committed = True
            step("write.committed")
        finally:
            with suppress(*DriverError):  # an error of its own must not hide the one before
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
        if self._log_due:
            self._log_due = not self._emptied_log(wait_ms=0)

    def _run(self, job: _Job) -> None:
        """One caller's failure takes back what that caller did and nothing else."""
        tx = SqlTransaction(self._writer, job.subject, self._who(job.subject))
        self._writer.execute("SAVEPOINT job")
        try:
            job.result = job.work(tx)
        except DriverError as error:
            if not self._writer.in_transaction:  # SQLite took back the work of all of them
                raise
            job.error = as_holdfast_error(error, self._place.name)
        except Exception as error:  # noqa: BLE001 - it is raised again in its caller's thread
            job.error = error
        if job.error is not None:
            self._writer.execute("ROLLBACK TO job")
        self._writer.execute("RELEASE job")

    def _fail(self, jobs: list[_Job], error: HoldfastError) -> None:
        """Nothing of the group was committed; who had an error of their own keeps it."""
        for job in jobs:
            job.error = job.error or error

    def _require_same_version(self) -> None:
        """A newer program may have migrated the store under this one's hands."""
        found = self._writer.execute(VERSION_OF).fetchone()
        if found != (self._version,):
            raise Unavailable(
                "store_too_new",
                "Another Holdfast has moved the store to another schema since it was opened here.",
                hint="Upgrade this one and open the store again; nothing of this was stored.",
            )

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

    @contextmanager
    def exclusive(self, wait_seconds_max: float = math.inf) -> Iterator[Connection]:
        """The writing connection, and no other writer in any process: for opening and upkeep."""
        with self._writing, self._file_lock(wait_seconds_max):
            yield self._writer

    def _file_lock(self, wait_seconds_max: float = math.inf) -> AbstractContextManager[None]:
        return nullcontext() if self._lock is None else self._lock.held(wait_seconds_max)

    def scrub_log(self) -> bool:
        """Copies the log into the file and empties it.

        False while a reader, or a writer that hangs, holds on to it: then the next commit tries
        again, and so does closing.
        """
        if self._place.path is None:
            return True
        try:
            with self.exclusive(SCRUB_LOCK_SECONDS_MAX):
                self._log_due = not self._emptied_log(SCRUB_WAIT_MS)
        except Unavailable:
            self._log_due = True
        return not self._log_due

    def _emptied_log(self, wait_ms: int) -> bool:
        """Waits for readers only briefly: all who want to write are waiting meanwhile."""
        with suppress(*DriverError):
            self._connections.be_patient(self._writer, wait_ms)
            try:
                busy = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            finally:
                self._connections.be_patient(self._writer)
            return not busy
        return False

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
        if self._log_due:
            self.scrub_log()
        self._closed = True
        self._bell.ring()
        with self._writing:
            self._connections.close()
            self._writer.close()
            if self._lock is not None:
                self._lock.close()
