"""What the driver says, in the words of Holdfast's errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holdfast.adapters.storage.driver import DriverError
from holdfast.kernel.errors import Corrupted, HoldfastError, Unavailable

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


def as_holdfast_error(error: Exception, place: str) -> HoldfastError:
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if primary in (_BUSY, _LOCKED):
        return Unavailable(
            "store_busy",
            "Another process kept the store longer than the limit.",
            hint="Try again; `holdfast doctor` shows whether something holds on to it.",
        )
    if primary in (_READ_ONLY, _PERMISSION):
        return Unavailable(
            "store_read_only",
            f"The store at {place} cannot be written.",
            hint="Give yourself the right to write the folder and its files, or use --home.",
        )
    if primary == _FULL:
        return Unavailable(
            "disk_full",
            f"The disk that holds {place} is full; nothing of this request was stored.",
            hint="Free some space and try again; everything acknowledged before is safe.",
        )
    if primary in (_CANT_OPEN, _IO):
        return unreachable(place)
    if primary in (_CORRUPT, _NOT_A_DB):
        return Corrupted(
            "store_damaged",
            f"The database file at {place} is damaged.",
            hint="Stop writing to it, keep a copy, and run `holdfast doctor`.",
        )
    return Corrupted(
        "store_damaged",
        f"The store at {place} did not answer as it should ({type(error).__name__}).",
        hint="Run `holdfast doctor`.",
    )


def unreachable(place: str) -> Unavailable:
    return Unavailable(
        "store_unreachable",
        f"The store at {place} cannot be opened or has vanished.",
        hint="Check that the folder exists and may be written, or name another with --home.",
    )


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
        raise unreachable(str(folder)) from error
