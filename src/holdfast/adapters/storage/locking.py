"""One writer at a time on one file, whichever process it is in."""

import math
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from holdfast.adapters.storage.failures import as_unavailable
from holdfast.kernel.errors import Unavailable

try:
    import fcntl
except ImportError:  # there SQLite's own waiting has to do
    fcntl = None  # type: ignore[assignment]

WAIT_SECONDS_MAX = 60.0
_PAUSE_SECONDS = (0.0002, 0.002)


class WriteLock:
    """Waits in turns of about a millisecond.

    SQLite's own waiting sleeps up to 100 ms a turn: with sixteen writers on one file, some would
    starve. The lock is only about fairness; what keeps the store whole is SQLite's own.
    """

    def __init__(self, path: Path, wait_seconds: float) -> None:
        self._path = path
        self._wait_seconds = wait_seconds
        self._file: IO[bytes] | None = None

    @contextmanager
    def held(self, wait_seconds_max: float = math.inf) -> Iterator[None]:
        if fcntl is None:
            yield
            return
        file = self._opened()
        self._acquire(file, min(self._wait_seconds, wait_seconds_max))
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            try:
                self._file = self._path.open("ab")
            except OSError as error:
                raise as_unavailable(error, str(self._path.parent)) from error
        return self._file

    def _acquire(self, file: IO[bytes], wait_seconds: float) -> None:
        deadline = time.monotonic() + wait_seconds
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise Unavailable(
                        "store_busy",
                        f"Another process kept the store for over {wait_seconds:g} s.",
                        hint="Find the process that holds it, or try again later.",
                    ) from None
            time.sleep(random.uniform(*_PAUSE_SECONDS))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
