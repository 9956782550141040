"""Who may do what where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.governance.rules import check_space, check_subject, is_within, may, require
from holdfast.governance.types import ACTIONS, Action, Grant, Subject, engine_of
from holdfast.kernel.errors import Denied, InvalidInput

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,8}", fullmatch=True)
spaces = st.lists(names, max_size=4).map("/".join)


@pytest.mark.parametrize(
    "space",
    ["", "a", "team", "team/core", "a.b-c_d/E9", "x" * 200, "/".join("abcdefghijklmnop"), "a/b.c"],
)
def test_a_path_of_plain_names_is_a_space(space: str) -> None:
    assert check_space(space) == space


@pytest.mark.parametrize(
    "space",
    [
        "/",
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "a/../b",
        "-a",
        "_a",
        "a b",
        "a\n",
        "a%",
        "a*",
        "a'",
        "é",
        "a\x00",
        "\ud800",
        "x" * 201,
        "/".join("abcdefghijklmnopq"),
    ],
)
def test_anything_else_is_none(space: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        check_space(space)
    assert refusal.value.code == "space_invalid"


@pytest.mark.parametrize(
    ("space", "above", "within"),
    [
        ("", "", True),
        ("a", "", True),
        ("a/b/c", "a/b", True),
        ("a/b", "a/b", True),
        ("a", "a/b", False),
        ("ab", "a", False),
        ("a-b", "a", False),
        ("a.b", "a", False),
        ("", "a", False),
        ("b/a", "a", False),
    ],
)
def test_a_space_is_within_another_when_its_path_goes_through_it(
    space: str, above: str, within: bool
) -> None:
    assert is_within(space, above) is within


@given(spaces, spaces, spaces)
def test_within_is_an_order(one: str, two: str, three: str) -> None:
    assert is_within(one, one)
    assert not (is_within(one, two) and is_within(two, three)) or is_within(one, three)
    assert not (is_within(one, two) and is_within(two, one)) or one == two


@given(spaces, names)
def test_what_is_below_is_within_and_not_the_other_way(space: str, name: str) -> None:
    below = f"{space}/{name}" if space else name

    assert is_within(below, space)
    assert not is_within(space, below)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_grant_reaches_down_and_not_up_or_aside(action: Action) -> None:
    subject = Subject(grants=(Grant("team/core", frozenset({action})),))

    assert may(subject, action, "team/core")
    assert may(subject, action, "team/core/db")
    assert not any(may(subject, action, space) for space in ("", "team", "team/corex", "other"))


@pytest.mark.parametrize("action", ACTIONS)
def test_a_grant_of_one_action_gives_no_other(action: Action) -> None:
    subject = Subject(grants=(Grant("", frozenset({action})),))

    assert [other for other in ACTIONS if may(subject, other, "any")] == [action]


def test_grants_add_up() -> None:
    subject = Subject(grants=(Grant("a", frozenset({"read"})), Grant("a/b", frozenset({"write"}))))

    assert may(subject, "read", "a/b")
    assert may(subject, "write", "a/b")
    assert not may(subject, "write", "a")


def test_without_grants_nothing_may_be_done() -> None:
    assert not any(may(Subject(grants=()), action, "") for action in ACTIONS)


def test_the_default_subject_may_do_everything_in_its_org() -> None:
    assert all(may(Subject(), action, "any/where") for action in ACTIONS)


def test_what_may_not_be_done_is_denied_by_name() -> None:
    with pytest.raises(Denied) as refusal:
        require(Subject(user="ann", agent="bot", grants=()), "write", "team")

    assert refusal.value.code == "not_granted"
    assert "ann/bot" in refusal.value.message
    assert "write" in refusal.value.message


def test_readable_spaces_are_those_of_the_read_grants() -> None:
    grants = (Grant("a", frozenset({"read"})), Grant("b", frozenset({"write"})), Grant("c"))

    assert Subject(grants=grants).readable == ("a", "c")
    assert Subject(grants=()).readable == ()
    assert engine_of(Subject(grants=())).readable == ("",)


def test_the_engine_is_of_the_same_org_and_nobody_else() -> None:
    engine = engine_of(Subject(org="acme", user="ann", agent="bot"))

    assert (engine.org, engine.agent, engine.engine) == ("acme", None, True)
    assert may(engine, "decide", "any")


@pytest.mark.parametrize("who", ["ann", "Ann Lee", "ann@example.com", "józef", "名前", "a" * 100])
def test_people_may_have_the_names_that_they_have(who: str) -> None:
    assert check_subject(Subject(user=who)).user == who


@pytest.mark.parametrize("field", ["org", "user", "agent"])
@pytest.mark.parametrize("who", ["", " a", "a/b", "a\n", "a\x00", "a\x7f", "x" * 101, "a\ud800"])
def test_what_is_no_name_is_refused(field: str, who: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        check_subject(Subject(**{field: who}))  # type: ignore[arg-type]

    assert refusal.value.code == "field_invalid"
    assert field in refusal.value.message


def test_a_grant_on_what_is_no_space_is_refused() -> None:
    with pytest.raises(InvalidInput):
        check_subject(Subject(grants=(Grant("a//b"),)))


def test_an_actor_is_the_user_or_the_agent_of_the_user() -> None:
    assert Subject(user="ann").actor == "ann"
    assert Subject(user="ann", agent="bot").actor == "ann/bot"
