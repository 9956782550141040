"""Ids, time, errors and pages."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.kernel import ids as prefixes
from holdfast.kernel.clock import (
    optional_datetime,
    optional_micros,
    system_clock,
    to_datetime,
    to_micros,
)
from holdfast.kernel.errors import FAMILIES, Conflict, HoldfastError, InvalidInput, Unavailable
from holdfast.kernel.ids import Ids, derived, has_prefix
from holdfast.kernel.page import Page

PREFIXES = (
    prefixes.MEMORY,
    prefixes.EVIDENCE,
    prefixes.ENTRY,
    prefixes.LINK,
    prefixes.ENTITY,
    prefixes.REQUEST,
)

# --- ids


@pytest.mark.parametrize("prefix", PREFIXES)
def test_an_id_says_what_it_names_in_twenty_letters(prefix: str) -> None:
    made = Ids().make(prefix)
    head, _, tail = made.partition("_")

    assert (head, len(tail)) == (prefix, 20)
    assert has_prefix(made, prefix)
    assert not any(has_prefix(made, other) for other in PREFIXES if other != prefix)


def test_ids_of_a_seeded_source_are_the_same_each_time() -> None:
    def seeded() -> Ids:
        numbers = iter(range(1, 100))
        return Ids(lambda count: bytes([next(numbers)] * count))

    one, other = seeded(), seeded()
    assert [one.make("mem") for _ in range(5)] == [other.make("mem") for _ in range(5)]


def test_ten_thousand_ids_are_ten_thousand_and_differ_early() -> None:
    made = {Ids().make("mem") for _ in range(10_000)}

    assert len(made) == 10_000
    assert len({one[:7] for one in made}) > 4_000


@given(st.binary(min_size=16, max_size=64))
def test_a_derived_id_depends_on_the_digest_alone(digest: bytes) -> None:
    assert derived("nam", digest) == derived("nam", digest)
    assert has_prefix(derived("nam", digest), "nam")


def test_derived_ids_of_different_digests_differ() -> None:
    made = {derived("nam", number.to_bytes(16, "big")) for number in range(0, 1 << 24, 1 << 12)}
    shifted = {derived("nam", (number << 100).to_bytes(16, "big")) for number in range(256)}

    assert len(shifted) == 256
    assert len(made) <= 1 << 12


@pytest.mark.parametrize(
    "text",
    ["", "mem", "mem_", "mem_ABC", "mem_a b", "mem_ilou", "mem-abc", "_abc", "MEM_abc", "mem_a%"],
)
def test_what_is_no_id_is_not_taken_for_one(text: str) -> None:
    assert not has_prefix(text, "mem")


# --- time


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_survives_being_stored(at: datetime) -> None:
    assert to_datetime(to_micros(at)) == at


@given(
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)),  # noqa: DTZ001
    st.integers(-23 * 60, 23 * 60),
)
def test_a_time_of_any_zone_is_the_same_moment(naive: datetime, minutes: int) -> None:
    at = naive.replace(tzinfo=timezone(timedelta(minutes=minutes)))

    stored = to_datetime(to_micros(at))
    assert stored == at
    assert stored.utcoffset() == timedelta(0)


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_stored_times_keep_their_order(one: datetime, other: datetime) -> None:
    assert (to_micros(one) < to_micros(other)) == (one < other)


def test_a_time_before_1970_rounds_to_no_other_microsecond() -> None:
    at = datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)

    assert to_micros(at) == -1


def test_a_time_without_a_zone_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput) as refusal:
        to_micros(datetime(2026, 1, 1), field="valid_from")  # noqa: DTZ001

    assert refusal.value.code == "time_invalid"
    assert "valid_from" in refusal.value.message


def test_no_time_stays_no_time() -> None:
    assert optional_micros(None) is None
    assert optional_datetime(None) is None
    assert optional_datetime(0) == datetime(1970, 1, 1, tzinfo=UTC)


def test_the_system_clock_gives_whole_microseconds_of_now() -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)

    assert before < to_datetime(system_clock()) < before + timedelta(minutes=1)


# --- errors


def test_an_error_carries_what_happened_and_what_to_do() -> None:
    error = Conflict("ambiguous", "Two memories fit.", hint="Name one.", candidates=["a", "b"])

    assert (error.code, error.message, error.hint) == (
        "ambiguous",
        "Two memories fit.",
        "Name one.",
    )
    assert error.facts == {"candidates": ["a", "b"]}
    assert str(error) == "Two memories fit."


def test_a_code_that_a_family_does_not_have_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="Conflict has no code 'text_empty'"):
        Conflict("text_empty", "Wrong family.")


def test_no_code_belongs_to_two_families() -> None:
    codes = [code for family in FAMILIES for code in family.codes]

    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_can_be_caught_as_one(family: type[HoldfastError]) -> None:
    code = next(iter(family.codes))

    assert isinstance(family(code, "It happened."), HoldfastError)
    assert family.retryable == (family is Unavailable)


# --- pages


def test_a_page_is_its_items_in_order() -> None:
    page = Page((3, 1, 2), next="7")

    assert list(page) == [3, 1, 2]
    assert len(page) == 3
    assert page.next == "7"


def test_the_last_page_has_no_next() -> None:
    empty: Page[int] = Page(())

    assert empty.next is None
    assert not empty
