"""What the driver and the system say, in the words of Holdfast's errors."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from holdfast.adapters.storage.driver import DriverError
from holdfast.kernel.errors import Corrupted, HoldfastError, Unavailable

ROOM_BYTES_MIN = 128 * 1024
"""SQLite needs about this much beside the file before it can so much as read it."""

_BUSY, _LOCKED, _READ_ONLY, _IO, _CORRUPT, _FULL, _CANT_OPEN, _NOT_A_DB = (
    5,
    6,
    8,
    10,
    11,
    13,
    14,
    26,
)
_PERMISSION = 3
_MOVED = 1032
"""The one of the read-only codes that says that the file is gone from its place."""


def as_holdfast_error(error: Exception, place: str) -> HoldfastError:
    code = getattr(error, "sqlite_errorcode", 0)
    if code == _MOVED:
        return unreachable(place)
    in_words = _WORDS.get(code & 0xFF)
    if in_words is not None:
        return in_words(place)
    return Corrupted(
        "store_damaged",
        f"The store at {place} did not answer as it should ({type(error).__name__}).",
        hint="Run `holdfast doctor`.",
    )


def as_unavailable(error: OSError, place: str) -> Unavailable:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _read_only(place)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _full(place)
    return unreachable(place)


def unreachable(place: str) -> Unavailable:
    return Unavailable(
        "store_unreachable",
        f"The store at {place} cannot be opened or has vanished.",
        hint="Check that the folder exists and may be written, or name another with --home.",
    )


def not_a_store(place: str) -> Corrupted:
    return Corrupted(
        "not_a_store",
        f"The file {place} is not a Holdfast store.",
        hint="Name another folder with --home, or move that file away.",
    )


def _busy(place: str) -> Unavailable:
    return Unavailable(
        "store_busy",
        "Another process kept the store longer than the limit.",
        hint="Try again; `holdfast doctor` shows whether something holds on to it.",
    )


def _read_only(place: str) -> Unavailable:
    return Unavailable(
        "store_read_only",
        f"The store at {place} cannot be written.",
        hint="Give yourself the right to write the folder and its files, or use --home.",
    )


def _full(place: str) -> Unavailable:
    return Unavailable(
        "disk_full",
        f"The disk that holds {place} is full; nothing of this request was stored.",
        hint="Free some space and try again; everything acknowledged before is safe.",
    )


def _damaged(place: str) -> Corrupted:
    return Corrupted(
        "store_damaged",
        f"The database file at {place} is damaged.",
        hint="Stop writing to it, keep a copy, and run `holdfast doctor`.",
    )


def _not_opened(place: str) -> Unavailable:
    """SQLite says the same of a disk that is read-only, one that is full, and one that is gone."""
    folder = Path(place).parent
    if not folder.is_dir():
        return unreachable(place)
    if not os.access(folder, os.W_OK):
        return _read_only(place)
    if shutil.disk_usage(folder).free < ROOM_BYTES_MIN:
        return _full(place)
    return unreachable(place)


_WORDS: Mapping[int, Callable[[str], HoldfastError]] = {
    _BUSY: _busy,
    _LOCKED: _busy,
    _READ_ONLY: _read_only,
    _PERMISSION: _read_only,
    _FULL: _full,
    _CANT_OPEN: _not_opened,
    _IO: _not_opened,
    _CORRUPT: _damaged,
    _NOT_A_DB: not_a_store,
}


@contextmanager
def in_own_words(place: str) -> Iterator[None]:
    try:
        yield
    except DriverError as error:
        raise as_holdfast_error(error, place) from error


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise as_unavailable(error, str(folder)) from error
