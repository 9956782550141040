"""The only owner of "now". Stored times are whole microseconds since 1970, UTC."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from holdfast.kernel.errors import InvalidInput

Micros = int
"""Microseconds since 1970-01-01T00:00Z."""

Clock = Callable[[], Micros]

SECOND: Micros = 1_000_000
HOUR: Micros = 3_600 * SECOND
DAY: Micros = 24 * HOUR

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def system_clock() -> Micros:
    return time.time_ns() // 1_000


def to_datetime(at: Micros) -> datetime:
    return _EPOCH + at * _MICROSECOND


def optional_datetime(at: Micros | None) -> datetime | None:
    return None if at is None else to_datetime(at)


def to_micros(at: datetime, *, field: str = "time") -> Micros:
    """A time without a zone is refused: guessing one would move facts by hours."""
    if not isinstance(at, datetime):
        raise InvalidInput(
            "time_invalid", f"{field} is not a time.", hint="Pass a datetime with tzinfo."
        )
    if at.tzinfo is None:
        raise InvalidInput(
            "time_invalid",
            f"{field} has no time zone.",
            hint="Pass a datetime with tzinfo, for example datetime.now(UTC).",
        )
    return (at - _EPOCH) // _MICROSECOND


def optional_micros(at: datetime | None, *, field: str = "time") -> Micros | None:
    return None if at is None else to_micros(at, field=field)
