"""W8: any text is stored faithfully, or refused in one sentence with a code."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast import Draft, Holdfast, HoldfastError, InvalidInput, Subject, Turn
from tests.fixtures.library import assert_one_sentence, every_memory, opened, refusal

pytestmark = pytest.mark.scenario("W8", surface="library")

LIMIT = 65_536
KEPT = {
    "exactly 64 KiB": "word " * (LIMIT // 5) + "x",
    "64 KiB of three bytes each": "漢" * (LIMIT // 3),
    "right-to-left marks": "abc \u200f\u202bשלום\u202c def",
    "emoji": "ship it 🚀👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "CJK": "ユーザーは東京に住んでいます",
    "Arabic": "المستخدم يعيش في القاهرة",
    "Devanagari": "उपयोगकर्ता दिल्ली में रहता है",
    "combining marks": "e\u0301 is not \u00e9 in bytes",
    "line ends of three kinds": "one\r\ntwo\rthree\nfour",
    "tabs and trailing space": "  \tindented\t  ",
    "control characters": "bell \x07 and escape \x1b[31m red",
    "a byte order mark": "\ufeffmarked",
    "no character at all": "\uffff and \U0010ffff",
    "quotes and operators": "'; DROP TABLE memories; -- \" OR 1=1 % _ * NEAR(a b)",
    "JSON": '{"a": [1, 2, {"b": "\\u0000"}]}',
    "one character": "x",
    "ten thousand combining marks": "a" + "\u0301" * 10_000,
}
REFUSED = {
    "64 KiB and one byte": ("x" * (LIMIT + 1), "text_too_long"),
    "64 KiB in characters but more in bytes": ("é" * LIMIT, "text_too_long"),
    "10 MB": ("x" * 10_000_000, "text_too_long"),
    "empty": ("", "text_empty"),
    "only spaces": (" \t\r\n\u3000", "text_empty"),
    "only invisible characters": ("\u200b\u2060\ufeff", "text_empty"),
    "NUL": ("before\x00after", "text_not_unicode"),
    "a lone high surrogate": ("before\ud800after", "text_not_unicode"),
    "a lone low surrogate": ("before\udc80after", "text_not_unicode"),
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_an_odd_text_is_stored_to_the_byte(store: Holdfast, text: str) -> None:
    memory = store.remember(text).memory
    [turn] = store.observe(Turn("user", text))

    assert store.get(memory.id).text == text
    assert store.why(store.remember("Cites it", evidence=[turn]).memory.id).evidence[0].text == text
    assert store.verify().ok


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED)
def test_a_text_that_cannot_be_stored_is_refused_in_one_sentence(
    store: Holdfast, text: str, code: str
) -> None:
    kept = store.remember("The cache is dogpile").memory
    before = store.stats()
    ways: list[Callable[[], object]] = [
        lambda: store.remember(text),
        lambda: store.observe(Turn("user", text)),
        lambda: store.observe([Turn("user", "fine"), Turn("user", text)]),
        lambda: store.revise(kept.id, text),
        lambda: store.supersede(kept.id, text),
    ]
    for way in ways:
        error = refusal(way)
        assert isinstance(error, InvalidInput)
        assert (error.code, bool(error.hint)) == (code, True)
    assert store.stats() == before
    assert store.get(kept.id) == kept


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {"value": "deep"}
    for _ in range(levels - 1):
        value = {"value": value}
    return value


@pytest.mark.parametrize("levels", [2, 32, 33, 50, 5_000])
def test_a_nested_detail_is_refused_in_one_sentence(store: Holdfast, levels: int) -> None:
    error = refusal(lambda: store.remember("x", detail=nested(levels)))

    assert error.code == "detail_invalid"


def test_a_detail_that_holds_itself_is_refused(store: Holdfast) -> None:
    detail: dict[str, Any] = {"subject": "s", "attribute": "a"}
    detail["value"] = detail

    assert refusal(lambda: store.remember("x", detail=detail)).code == "detail_invalid"


def test_fifty_levels_of_json_in_a_text_are_a_text(store: Holdfast) -> None:
    text = "[" * 50 + "1" + "]" * 50

    assert store.remember(text).memory.text == text


BAD_DRAFTS: dict[str, tuple[dict[str, Any], str]] = {
    "kind": ({"kind": "rumour"}, "field_invalid"),
    "visibility": ({"visibility": "public"}, "field_invalid"),
    "retention": ({"retention": "forever"}, "field_invalid"),
    "confidence above one": ({"confidence": 1.01}, "field_invalid"),
    "confidence below zero": ({"confidence": -0.01}, "field_invalid"),
    "confidence not a number": ({"confidence": float("nan")}, "field_invalid"),
    "confidence infinite": ({"confidence": float("inf")}, "field_invalid"),
    "confidence as text": ({"confidence": "high"}, "field_invalid"),
    "importance as a flag": ({"importance": True}, "field_invalid"),
    "space with a slash at the end": ({"space": "team/"}, "space_invalid"),
    "space with two slashes": ({"space": "team//core"}, "space_invalid"),
    "space with dots": ({"space": "../etc"}, "space_invalid"),
    "space with a wildcard": ({"space": "team%"}, "space_invalid"),
    "space with a line end": ({"space": "team\n"}, "space_invalid"),
    "space that is too long": ({"space": "x" * 201}, "space_invalid"),
    "space that is too deep": ({"space": "/".join("x" * 17)}, "space_invalid"),
    "valid_from without a zone": ({"valid_from": datetime(2026, 1, 1)}, "time_invalid"),  # noqa: DTZ001
    "valid_to without a zone": ({"valid_to": datetime(2026, 1, 1)}, "time_invalid"),  # noqa: DTZ001
    "an interval of no length": (
        {
            "valid_from": datetime(2026, 1, 1, tzinfo=UTC),
            "valid_to": datetime(2026, 1, 1, tzinfo=UTC),
        },
        "time_invalid",
    ),
    "tags as one text": ({"tags": "billing"}, "field_invalid"),
    "too many tags": ({"tags": [f"tag{number}" for number in range(33)]}, "field_invalid"),
    "a tag that is too long": ({"tags": ["x" * 257]}, "text_too_long"),
    "an empty tag": ({"tags": [""]}, "text_empty"),
    "a NUL in a tag": ({"tags": ["a\x00b"]}, "text_not_unicode"),
    "a title that is too long": ({"title": "x" * 513}, "text_too_long"),
    "an empty title": ({"title": " "}, "text_empty"),
    "a surrogate in a title": ({"title": "a\ud800"}, "text_not_unicode"),
    "a surrogate in a source": ({"source": "a\ud800"}, "text_not_unicode"),
    "a surrogate in a reference": ({"ref": "a\ud800"}, "text_not_unicode"),
    "a surrogate in a detail": (
        {"detail": {"subject": "s", "attribute": "a", "value": "v\ud800"}},
        "detail_invalid",
    ),
    "a NUL in a detail": (
        {"detail": {"subject": "s", "attribute": "a", "value": "v\x00"}},
        "text_not_unicode",
    ),
    "a detail of another kind": ({"detail": {"question": "q", "choice": "c"}}, "detail_invalid"),
    "evidence as one text": ({"evidence": "ev_" + "0" * 20}, "field_invalid"),
    "evidence that is no id": ({"evidence": ["nothing"]}, "id_invalid"),
    "too much evidence": ({"evidence": ["ev_" + "0" * 20] * 65}, "field_invalid"),
}


@pytest.mark.parametrize(("given_fields", "code"), BAD_DRAFTS.values(), ids=BAD_DRAFTS)
def test_a_bad_field_is_refused_in_one_sentence(
    store: Holdfast, given_fields: dict[str, Any], code: str
) -> None:
    error = refusal(lambda: store.remember("The cache is dogpile", **given_fields))

    assert (type(error), error.code) == (InvalidInput, code)
    assert every_memory(store) == ()


ID = "mem_" + "0" * 20
NAIVE = datetime(2026, 1, 1)  # noqa: DTZ001
BAD_CALLS: dict[str, Callable[[Holdfast], object]] = {
    "get an empty id": lambda store: store.get(""),
    "get by two letters": lambda store: store.get("ab"),
    "get a surrogate": lambda store: store.get("\ud800"),
    "get a wildcard": lambda store: store.get("%%%%"),
    "get as of a naive time": lambda store: store.get(ID, as_of=NAIVE),
    "list in no space": lambda store: store.list(space="a b"),
    "list of no status": lambda store: store.list(status="gone"),  # type: ignore[arg-type]
    "list of no kind": lambda store: store.list(kinds=["rumour"]),  # type: ignore[list-item]
    "list none": lambda store: store.list(limit=0),
    "list less than none": lambda store: store.list(limit=-1),
    "list too many": lambda store: store.list(limit=1_001),
    "list half a memory": lambda store: store.list(limit=1.5),  # type: ignore[arg-type]
    "list with a cursor of another kind": lambda store: store.list(cursor="x"),
    "list with a huge cursor": lambda store: store.list(cursor="9" * 30),
    "list with an Arabic cursor": lambda store: store.list(cursor="٣"),
    "list since a naive time": lambda store: store.list(since=NAIVE),
    "list of an author who is no Unicode": lambda store: store.list(author="\ud800"),
    "list of an entity that is no Unicode": lambda store: store.list(entity="\ud800"),
    "list of a tag that is a single text": lambda store: store.list(tags="billing"),
    "timeline of no space": lambda store: store.timeline(space="/"),
    "timeline of less than none": lambda store: store.timeline(limit=-1),
    "timeline since a naive time": lambda store: store.timeline(since=NAIVE),
    "entities less than none": lambda store: store.entities(limit=-1),
    "entities like no Unicode": lambda store: store.entities("\ud800"),
    "entities after no Unicode": lambda store: store.entities(cursor="\ud800"),
    "read less than none": lambda store: store.read(limit=-1),
    "read after more than there can be": lambda store: store.read(2**63),
    "undo nothing": lambda store: store.undo(),
    "undo what is no operation": lambda store: store.undo("nothing"),
    "undo a surrogate": lambda store: store.undo("op_\ud800"),
    "undo a huge operation": lambda store: store.undo("op_" + "9" * 30),
    "undo an operation of 5,000 digits": lambda store: store.undo("op_" + "9" * 5_000),
    "forget nothing": lambda store: store.forget(""),
    "forget a NUL": lambda store: store.forget("a\x00b"),
    "forget a surrogate": lambda store: store.forget("a\ud800"),
    "forget operators": lambda store: store.forget('NEAR("a" OR b*) AND NOT ^'),
    "forget a megabyte": lambda store: store.forget("word " * 200_000),
    "merge a single text": lambda store: store.merge(ID, into=ID),
    "use a single text": lambda store: store.use(ID),
    "graph too deep": lambda store: store.graph(ID, depth=6),
    "graph not at all": lambda store: store.graph(ID, depth=0),
    "graph of an unknown relation": lambda store: store.graph(ID, relations=["likes"]),  # type: ignore[list-item]
    "path too deep": lambda store: store.path(ID, ID, max_depth=8),
    "link without confidence": lambda store: store.link(ID, ID, "about", confidence=float("nan")),
    "link by an unknown relation": lambda store: store.link(ID, ID, "likes"),  # type: ignore[arg-type]
    "unlink what is no link": lambda store: store.unlink("lnk_%"),
    "alias of nothing": lambda store: store.alias("", "x"),
    "alias that is no Unicode": lambda store: store.alias("x", "\ud800"),
    "observe an unknown role": lambda store: store.observe(Turn("king", "x")),  # type: ignore[arg-type]
    "observe at a naive time": lambda store: store.observe(Turn("user", "x", at=NAIVE)),
    "observe in no space": lambda store: store.observe(Turn("user", "x", space=" ")),
    "observe for an endless session": lambda store: store.observe(
        Turn("user", "x", session="s" * 513)
    ),
    "supersede with nothing": lambda store: store.supersede(ID),
    "supersede with both": lambda store: store.supersede(ID, "x", by=ID),
    "revise nothing": lambda store: store.revise(ID),
    "an endless reason": lambda store: store.retire(ID, why="x" * 5_000),
    "a caller without a name": lambda store: store.as_subject(Subject(user="")),
    "a caller with a slash": lambda store: store.as_subject(Subject(user="a/b")),
    "a caller who is no Unicode": lambda store: store.as_subject(Subject(user="a\ud800")),
    "an org with a line end": lambda store: store.as_subject(Subject(org="a\nb")),
}


@pytest.mark.parametrize("call", BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_bad_call_is_refused_in_one_sentence(
    store: Holdfast, call: Callable[[Holdfast], object]
) -> None:
    error = refusal(lambda: call(store))

    assert error.code != "store_damaged"


@pytest.mark.parametrize(
    "moment", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)]
)
def test_the_ends_of_time_are_times_too(store: Holdfast, moment: datetime) -> None:
    memory = store.remember("It held once", valid_from=moment - timedelta(0)).memory

    assert store.get(memory.id).valid_from == moment
    assert store.list(as_of=moment).items in ((), (store.get(memory.id),))
    assert store.timeline(since=moment, until=moment) == ()


hostile_text = st.one_of(
    st.text(max_size=200),
    st.text(st.characters(categories=["Cs", "Cc", "Cf", "Zs", "Mn", "Lo"]), max_size=60),
)


@given(text=hostile_text, title=st.none() | hostile_text, tag=hostile_text, ref=hostile_text)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_given_is_kept_as_it_is_or_refused_in_one_sentence(
    store: Holdfast, text: str, title: str | None, tag: str, ref: str
) -> None:
    [answer] = store.remember_many([Draft(text=text, title=title, tags=(tag,), ref=ref)])
    error = getattr(answer, "error", None)
    if isinstance(error, HoldfastError):
        assert_one_sentence(error)
    else:
        memory = store.get(answer.memory.id)  # type: ignore[union-attr]
        assert memory.redacted or memory.text in (text, answer.memory.text)  # type: ignore[union-attr]


@given(described=hostile_text)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_describes_a_memory_to_forget_is_an_answer_or_one_sentence(
    described: str,
) -> None:
    with opened(profile="keyword") as store:
        store.remember("The cache is dogpile")
        try:
            store.forget(described)
        except HoldfastError as error:
            assert_one_sentence(error)
