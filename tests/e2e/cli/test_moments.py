"""Times as people type them."""

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.kernel.errors import InvalidInput
from holdfast.surfaces.cli.moments import moment


def read(given: str) -> datetime:
    at = moment(given, "--since")
    assert at is not None
    return at


def test_no_time_is_no_time() -> None:
    assert moment(None, "--since") is None


def test_a_time_with_a_zone_is_that_moment() -> None:
    assert read("2026-03-01T14:30+01:00") == datetime(2026, 3, 1, 13, 30, tzinfo=UTC)
    assert read("2026-03-01T14:30Z") == datetime(2026, 3, 1, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "local"),
    [("2026-03-01", "2026-03-01T00:00:00"), ("2026-03-01T14:30", "2026-03-01T14:30:00")],
)
def test_a_time_without_a_zone_is_local(given: str, local: str) -> None:
    assert read(given).astimezone().replace(tzinfo=None).isoformat() == local


@pytest.mark.parametrize(("given", "days"), [("today", 0), ("yesterday", 1), ("Yesterday", 1)])
def test_a_day_begins_at_its_local_midnight(given: str, days: int) -> None:
    local = read(given).astimezone()
    assert local.time().isoformat() == "00:00:00"
    assert local.date() == (read("now").astimezone() - timedelta(days=days)).date()


@pytest.mark.parametrize(
    ("given", "span"),
    [
        ("90 minutes ago", timedelta(minutes=90)),
        ("1 hour ago", timedelta(hours=1)),
        ("2 days ago", timedelta(days=2)),
        ("3 weeks ago", timedelta(weeks=3)),
    ],
)
def test_a_span_counts_back_from_now(given: str, span: timedelta) -> None:
    before = read("now")
    assert before <= read(given) + span <= read("now")


@pytest.mark.parametrize("given", ["soon", "2026-13-01", "", "999999 weeks ago"])
def test_what_is_no_time_is_refused_with_the_forms(given: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        moment(given, "--since")
    assert (caught.value.code, "--since" in caught.value.message) == ("time_invalid", True)
    assert "2 days ago" in caught.value.hint
