"""How long a memory lives, and what lengthens its life."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.kernel.clock import DAY, HOUR
from holdfast.memories.rules.describing import DESCRIPTION_WORDS_MAX, described_words
from holdfast.memories.rules.life import (
    LIFT_USES,
    expiry,
    later_expiry,
    life_after_use,
    retention_of,
)
from holdfast.memories.types import KINDS, RETENTIONS

moments = st.integers(0, 2**50)
retentions = st.sampled_from(RETENTIONS)
endings = st.none() | moments


@pytest.mark.parametrize(
    ("retention", "ends"), [("short", 6 * HOUR), ("mid", 7 * DAY), ("long", None)]
)
def test_a_retention_ends_after_its_span(retention: str, ends: int | None) -> None:
    assert expiry(retention, 0) == ends
    assert expiry(retention, 1_000) == (None if ends is None else ends + 1_000)


@pytest.mark.parametrize("kind", KINDS)
def test_only_an_episode_passes_by_itself(kind: str) -> None:
    assert retention_of(kind) == ("mid" if kind == "episode" else "long")


@given(endings, endings)
def test_the_later_of_two_endings_is_without_end_if_either_is(
    one: int | None, other: int | None
) -> None:
    later = later_expiry(one, other)

    assert later == later_expiry(other, one)
    assert (later is None) == (one is None or other is None)
    if later is not None:
        assert later in (one, other)
        assert later >= max(one or 0, other or 0)


@given(retentions, endings, st.integers(1, 1_000), moments)
def test_use_never_shortens_a_life(
    retention: str, expires_at: int | None, uses: int, now: int
) -> None:
    kept, ends = life_after_use(retention, expires_at, uses, now)

    assert RETENTIONS.index(kept) >= RETENTIONS.index(retention)
    assert ends is None or (expires_at is not None and ends >= expires_at)


@given(endings, st.integers(1, 20), moments)
def test_the_fifth_use_lifts_mid_to_long_and_no_earlier(
    expires_at: int | None, uses: int, now: int
) -> None:
    kept, ends = life_after_use("mid", expires_at, uses, now)

    assert kept == ("long" if uses >= LIFT_USES == 5 else "mid")
    assert kept == "mid" or ends is None


@given(endings, st.integers(1, 1_000), moments)
def test_short_is_lengthened_and_never_lifted(expires_at: int | None, uses: int, now: int) -> None:
    assert life_after_use("short", expires_at, uses, now)[0] == "short"


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ("the cache of the shop", ("cache", "shop")),
        ("Cache cache CACHE", ("cache",)),
        ("the of a", ("the", "of", "a")),
        ("PostgreSQL-16", ("postgresql", "16")),
        ("", ()),
        ('" * ^ %', ()),
    ],
)
def test_the_telling_words_describe(description: str, words: tuple[str, ...]) -> None:
    assert described_words(description) == words


@given(st.text(max_size=500))
def test_a_description_has_few_words_and_each_once(description: str) -> None:
    words = described_words(description)

    assert len(words) == len(set(words)) <= DESCRIPTION_WORDS_MAX
