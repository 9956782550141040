"""Topic keys: what survives the changes that a contradiction makes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.memories.rules.topics import TOPIC_KEYS_MAX, topic_keys
from holdfast.memories.rules.vocabulary import word_set
from tests.unit.memories.pairs import DEVELOPING, REPORTING, Pair

NOUNS = word_set("""
    gateway parser invoice harbour pipeline scheduler Alice Kafka telescope mirror budget
    load_user warehouse contract lantern orchard
    """)
VERBS = word_set("stores deploys reports merges rejects collects mirrors")
MARKERS = ["now", "not", "never", "no longer", "currently", "always", "also"]
WEEKDAYS = word_set("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")

some_words = st.lists(st.sampled_from(sorted(NOUNS | VERBS)), min_size=3, max_size=12, unique=True)


def _share(first: str, second: str) -> bool:
    return bool(set(topic_keys(first)) & set(topic_keys(second)))


def _compared(pair: Pair) -> bool:
    return pair.outcome != "unrelated" and pair.old.subject is None


@pytest.mark.parametrize(
    "pair",
    [pair for pair in DEVELOPING if _compared(pair)],
    ids=lambda pair: f"{pair.old.text} / {pair.new.text}",
)
def test_statements_that_have_to_be_compared_share_a_key(pair: Pair) -> None:
    assert _share(pair.old.text, pair.new.text)


def test_nearly_all_pairs_kept_for_reporting_share_a_key() -> None:
    compared = [pair for pair in REPORTING if _compared(pair)]
    missed = [pair for pair in compared if not _share(pair.old.text, pair.new.text)]
    assert len(missed) <= len(compared) * 0.02


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Alice lives in Berlin", "Alice now lives in Paris"),
        ("The user lives in Berlin", "The user moved to Paris"),
        ("The user likes jazz", "The user hates jazz"),
        ("The project uses PostgreSQL 14", "The project uses Postgres 16"),
        ("We use Jenkins for CI", "We switched from Jenkins to GitHub Actions for CI"),
    ],
)
def test_a_change_of_state_keeps_a_key(first: str, second: str) -> None:
    assert _share(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Alice lives in Berlin", "The build needs twelve minutes"),
        ("The user likes sushi", "The importer rejects duplicate rows"),
        ("Deploys happen on Friday", "The invoice was sent on Friday"),
    ],
)
def test_statements_about_other_matters_share_no_key(first: str, second: str) -> None:
    assert not _share(first, second)


@given(some_words, st.sampled_from(MARKERS), st.integers(0, 12))
def test_adding_a_marker_keeps_a_key(words: list[str], marker: str, place: int) -> None:
    marked = [*words[:place], marker, *words[place:]]
    assert _share(" ".join(words), " ".join(marked))


@given(some_words, st.integers(0, 99_999), st.integers(0, 99_999))
def test_changing_a_number_keeps_every_key(words: list[str], old: int, new: int) -> None:
    text = " ".join(words)
    assert topic_keys(f"The {text} is {old}") == topic_keys(f"The {text} is {new}")


@given(some_words, st.integers(0, 10**12), st.integers(0, 10**12))
def test_statements_about_differently_numbered_things_share_no_key(
    words: list[str], one: int, other: int
) -> None:
    text = " ".join(words)
    assert _share(f"item {one}: {text}", f"item {other}: {text}") == (one == other)


@given(some_words, st.sampled_from(sorted(WEEKDAYS)), st.sampled_from(sorted(WEEKDAYS)))
def test_changing_a_weekday_keeps_every_key(words: list[str], old: str, new: str) -> None:
    text = " ".join(words)
    assert topic_keys(f"The {text} on {old}") == topic_keys(f"The {text} on {new}")


@given(some_words, st.sampled_from(["quartz", "Zanzibar", "recalibrate"]), st.integers(0, 11))
def test_replacing_one_word_of_three_or_more_keeps_a_key(
    words: list[str], other: str, place: int
) -> None:
    changed = [*words]
    changed[place % len(words)] = other
    assert _share("The " + " ".join(words), "The " + " ".join(changed))


@given(st.text(max_size=300))
def test_any_text_has_few_keys_that_fit_a_signed_column(text: str) -> None:
    keys = topic_keys(text, ("user", "city"))
    assert 1 <= len(keys) <= TOPIC_KEYS_MAX
    assert all(-(2**63) <= key < 2**63 for key in keys)
    assert keys == topic_keys(text, ("user", "city"))


def test_one_attribute_of_one_subject_has_one_key_whatever_the_words() -> None:
    first = topic_keys("Lisbon", ("The  User", "City"))
    second = topic_keys("they settled down somewhere up north", ("the user", "city"))
    assert first[0] == second[0]


def test_another_attribute_has_another_key() -> None:
    assert topic_keys("x", ("user", "city"))[0] != topic_keys("x", ("user", "employer"))[0]


def test_two_spellings_of_a_technology_are_one_topic() -> None:
    assert topic_keys("k8s upgrades hurt") == topic_keys("Kubernetes upgrades hurt")


def test_text_without_spaces_between_words_has_keys_too() -> None:
    assert _share("用户喜欢喝绿茶", "用户不喜欢喝绿茶")


def test_a_text_of_stop_words_has_no_key() -> None:
    assert topic_keys("the and of it") == ()
