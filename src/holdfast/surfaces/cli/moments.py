"""Times as people type them."""

import re
from datetime import UTC, datetime, time, timedelta

from holdfast.kernel.clock import system_clock, to_datetime
from holdfast.kernel.errors import InvalidInput

_AGO = re.compile(r"(\d{1,5}) *(minute|hour|day|week)s? ago")
_DAYS = {"today": 0, "yesterday": 1}
FORMS = "2026-03-01, 2026-03-01T14:30, 2026-03-01T14:30+01:00, yesterday, 2 days ago"


def moment(given: str | None, field: str) -> datetime | None:
    """A time with a zone. What is typed without one is local time, and a date is its start."""
    return None if given is None else _read(given.strip(), field)


def _read(given: str, field: str) -> datetime:
    now = to_datetime(system_clock()).astimezone()
    lower = given.lower()
    try:
        if lower == "now":
            return now.astimezone(UTC)
        if lower in _DAYS:
            midnight = datetime.combine(now.date() - timedelta(days=_DAYS[lower]), time())
            return midnight.astimezone(UTC)
        if ago := _AGO.fullmatch(lower):
            return (now - timedelta(**{f"{ago[2]}s": int(ago[1])})).astimezone(UTC)
        return datetime.fromisoformat(given).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InvalidInput(
            "time_invalid", f"{field} cannot be read as a time.", hint=f"Write it like {FORMS}."
        ) from None
