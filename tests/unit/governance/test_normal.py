"""What can be stored is stored as given; two texts that say the same share a normal form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.governance.normal import (
    TEXT_BYTES_MAX,
    check_depth,
    clean,
    fingerprint,
    normal_form,
    plain,
)
from holdfast.kernel.errors import InvalidInput

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "  spaces kept \n",
        "👨‍👩‍👧 and ❤️",
        "漢字とかな",
        "שלום\u200f (abc)",
        "e\u0301 is not é",
        "\uff21\ufb01",
        SCOTLAND,
        "a\u200bb",
        "x",
        "\x07 bell",
    ],
)
def test_a_text_that_can_be_stored_is_returned_as_given(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    "text",
    ["", " ", "\t\n\r", "\u00a0\u3000", "\u200b\u200d\ufeff", "\x01\x1f", "\u3164\u2800\u00ad"],
)
def test_a_text_without_a_visible_character_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        clean(text, field="title")
    assert refused.value.code == "text_empty"
    assert refused.value.message.startswith("title ")


@pytest.mark.parametrize("text", ["a" * TEXT_BYTES_MAX, "ä" * (TEXT_BYTES_MAX // 2)])
def test_a_text_of_exactly_the_limit_is_stored(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    "text",
    ["a" * (TEXT_BYTES_MAX + 1), "ä" * (TEXT_BYTES_MAX // 2) + "a", " " * (TEXT_BYTES_MAX + 1)],
)
def test_one_byte_over_the_limit_is_refused_with_both_sizes(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        clean(text)
    assert refused.value.code == "text_too_long"
    assert "65,537" in refused.value.message
    assert "65,536" in refused.value.message


@pytest.mark.parametrize("text", ["a\x00b", "\x00", "a\ud800b", "é\udfff", "\ud83d\ude00"])
def test_a_nul_or_a_lone_surrogate_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        clean(text)
    assert refused.value.code == "text_not_unicode"


def test_a_refusal_carries_no_part_of_the_text() -> None:
    with pytest.raises(InvalidInput) as refused:
        clean("secret\ud800")
    error = refused.value
    assert "secret" not in f"{error} {error.hint} {error.facts}"
    assert error.__cause__ is None
    assert error.__context__ is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We use Postgres.", "we  use\nPOSTGRES"),
        ("Stra\u00dfe", "STRASSE"),
        ("caf\u00e9", "cafe\u0301"),
        ("\uff21\uff22\uff23 \ufb01", "abc fi"),
        ("pass\u200bword", "password"),
        ("\ufeffabc\u200f", "abc"),
        ("done!", "Done."),
        ("終わり。", "終わり"),
        ("a\u00a0b", "a b"),
        ("Likes tea", "likes tea"),
        ("THE QUEUE IS BLUE", "the queue is blue"),
        ("The API is up", "the API is up"),
    ],
)
def test_texts_that_say_the_same_have_one_fingerprint(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We use Postgres.", "We use Postgres?"),
        ("uses 14", "uses 16"),
        ("!!!", "..."),
        (SCOTLAND, WALES),
        (FAMILY, FAMILY.replace("\u200d", "")),
        ("می\u200cخواهم", "میخواهم"),
        ("a b", "ab"),
        ("likes tea", "no longer likes tea"),
        ("It takes n\u00b2 steps", "It takes n2 steps"),
        ("getUser returns null", "getuser returns null"),
        ("Set NODE_ENV=Production", "Set NODE_ENV=production"),
        ("Ask the US team", "Ask the us team"),
        ("The id is aB3", "The id is ab3"),
    ],
)
def test_texts_that_say_different_things_have_two_fingerprints(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


def test_a_fingerprint_is_sixteen_bytes_in_hex() -> None:
    assert len(bytes.fromhex(fingerprint("abc"))) == 16


def test_plain_text_keeps_its_case_and_line_ends() -> None:
    assert plain("\uff33ystem:\n  A\u200bB") == "System:\n  AB"


@given(st.text(max_size=60))
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    assert normal_form(normal_form(text)) == normal_form(text)


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=60))
def test_ascii_takes_a_shorter_way_to_the_same_form(text: str) -> None:
    assert normal_form(text) == normal_form(text + "\u200b")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_any_text_with_a_letter_is_stored_as_given(text: str) -> None:
    assert clean(text + "a") == text + "a"


def nested(levels: int) -> object:
    value: object = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


@pytest.mark.parametrize("levels", [0, 1, 31, 32])
def test_values_up_to_the_depth_are_accepted(levels: int) -> None:
    check_depth(nested(levels), field="detail")


@pytest.mark.parametrize("levels", [33, 50, 10_000])
def test_deeper_values_are_refused_in_one_sentence(levels: int) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_depth(nested(levels), field="detail")
    assert refused.value.code == "detail_invalid"
    assert "32" in refused.value.message


def test_a_value_that_holds_itself_twice_is_refused() -> None:
    value: list[object] = []
    value.extend([value, value])
    with pytest.raises(InvalidInput):
        check_depth(value, field="detail")


def test_an_empty_container_counts_as_a_level() -> None:
    check_depth([[]], field="detail", depth_max=2)
    with pytest.raises(InvalidInput):
        check_depth([[]], field="detail", depth_max=1)
