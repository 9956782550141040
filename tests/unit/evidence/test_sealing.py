"""How entries are sealed, opened and applied."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.evidence.rules import (
    CONTEXT_CHARS,
    GENESIS,
    chain_hash,
    context_of,
    digest_of,
    encode_body,
    merged_row,
    open_entry,
    operation_id,
    operation_number,
    searchable_turn,
)
from holdfast.evidence.types import Change, Header, Row, SealedEntry
from holdfast.evidence.verifying import check_chain
from holdfast.kernel.errors import InvalidInput

plain = (
    st.none() | st.integers(-(2**53), 2**53) | st.text(max_size=20) | st.lists(st.text(max_size=5))
)
rows = st.fixed_dictionaries(dict.fromkeys("abcd", plain))
ROW: Row = {"id": "mem_1", "org": "acme", "position": 7, "text": "old", "title": None, "tags": []}


def change(before: Row | None, after: Row | None, **more: Any) -> Change:
    return Change(
        name="memory.stored", subject="mem_1", space="", before=before, after=after, **more
    )


def body_of(before: Row | None, after: Row | None, **more: Any) -> dict[str, Any]:
    return json.loads(encode_body(change(before, after, **more)))


def header(position: int, **more: Any) -> Header:
    fields: dict[str, Any] = {
        "position": position,
        "at": 1_000 + position,
        "org": "acme",
        "space": "team",
        "audience": "",
        "session": None,
        "actor": "ann",
        "surface": "library",
        "name": "memory.stored",
        "subject": "mem_1",
        "operation": position,
    }
    return Header(**{**fields, **more})


def chain(length: int, name: str = "memory.stored") -> list[SealedEntry]:
    entries: list[SealedEntry] = []
    previous = GENESIS
    for position in range(1, length + 1):
        head = header(position, name=name)
        body, salt = json.dumps({"after": {"number": position}}), bytes([position] * 16)
        digest = digest_of(salt, body)
        entries.append(SealedEntry(head, salt, body, digest, chain_hash(previous, head, digest)))
        previous = entries[-1].hash
    return entries


def problem_of(entries: list[SealedEntry]) -> tuple[int, str] | None:
    bad = check_chain(iter(entries), lambda count: None).bad
    return None if bad is None else (bad.position, bad.problem)


# --- bodies


def test_a_new_row_is_written_whole_but_for_what_the_header_says_and_what_is_empty() -> None:
    assert body_of(None, ROW) == {"after": {"text": "old", "tags": []}}


def test_a_changed_row_is_written_as_its_changed_fields() -> None:
    assert body_of(ROW, {**ROW, "text": "new", "title": "t"}) == {
        "before": {"text": "old", "title": None},
        "after": {"text": "new", "title": "t"},
    }


def test_a_removed_row_is_written_as_it_was() -> None:
    assert body_of(ROW, None) == {"before": {"text": "old", "tags": []}}


def test_what_destroys_leaves_nothing_of_the_row_before() -> None:
    body = body_of({**ROW, "text": "secret"}, {**ROW, "text": ""}, destroys=True)

    assert body == {"after": {"text": "", "tags": [], "position": 7}}
    assert body_of({**ROW, "text": "secret"}, None, destroys=True) == {}


def test_a_reason_and_facts_are_part_of_the_body() -> None:
    body = body_of(ROW, ROW, why="asked", facts={"merged": ["mem_2"]})

    assert (body["why"], body["facts"]) == ("asked", {"merged": ["mem_2"]})


@given(rows, rows)
def test_the_body_of_a_change_gives_the_row_after_it(before: Row, after: Row) -> None:
    body = body_of(before, after)

    assert merged_row(before, dict.fromkeys(after), body) == after
    assert {**after, **body["before"]} == before


@given(rows)
def test_the_body_of_a_birth_gives_the_row(row: Row) -> None:
    assert merged_row(None, dict.fromkeys(row), body_of(None, row)) == row


def test_the_body_of_a_removal_gives_no_row() -> None:
    assert merged_row(ROW, dict.fromkeys(ROW), body_of(ROW, None)) is None


# --- seals


def test_a_chain_as_it_was_written_holds() -> None:
    assert problem_of(chain(5)) is None
    assert check_chain(iter(chain(5)), lambda count: None).entries == 5
    assert problem_of([]) is None


@pytest.mark.parametrize("field", Header._fields)
def test_every_field_of_the_header_is_sealed(field: str) -> None:
    entries = chain(3)
    value = getattr(entries[1].header, field)
    forged = value + 1 if isinstance(value, int) else f"{value}x"
    fields = {**entries[1].header._asdict(), field: forged}
    entries[1] = entries[1]._replace(header=Header(**fields))

    position = entries[1].header.position
    assert problem_of(entries) == (position, "the entry does not fit the chain")


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("body", "{}", "the body is not the one that was sealed"),
        ("salt", bytes(16), "the body is not the one that was sealed"),
        ("digest", bytes(32), "the body is not the one that was sealed"),
        ("hash", bytes(32), "the entry does not fit the chain"),
        ("salt", None, "body and salt do not belong together"),
        ("body", None, "body and salt do not belong together"),
    ],
)
def test_everything_else_is_sealed_too(field: str, value: Any, problem: str) -> None:
    entries = chain(3)
    entries[1] = entries[1]._replace(**{field: value})

    assert problem_of(entries) == (2, problem)


def test_a_missing_entry_breaks_the_chain_at_the_next() -> None:
    entries = chain(4)
    del entries[1]

    assert problem_of(entries) == (3, "the entry does not fit the chain")


def test_a_first_entry_that_is_missing_breaks_the_chain() -> None:
    assert problem_of(chain(3)[1:]) == (2, "the entry does not fit the chain")


def test_an_empty_body_needs_an_entry_that_erased_it() -> None:
    entries = chain(3)
    entries[1] = entries[1]._replace(body=None, salt=None)
    assert problem_of(entries) == (2, "the body is gone, and nobody erased it")

    head = header(4, name="memory.erased")
    body, salt = json.dumps({"facts": {"positions": [2]}}), bytes(16)
    digest = digest_of(salt, body)
    entries.append(
        SealedEntry(head, salt, body, digest, chain_hash(entries[-1].hash, head, digest))
    )
    assert problem_of(entries) is None


def test_the_same_body_has_another_digest_with_another_salt() -> None:
    assert digest_of(b"a" * 16, "{}") != digest_of(b"b" * 16, "{}")


# --- opening


def test_an_opened_entry_says_what_happened() -> None:
    entry = open_entry(chain(1)[0])

    assert (entry.position, entry.actor, entry.surface, entry.space) == (
        1,
        "ann",
        "library",
        "team",
    )
    assert (entry.operation, entry.after, entry.before) == ("op_1", {"number": 1}, None)
    assert (entry.why, entry.facts, entry.erased) == (None, {}, False)
    assert entry.id.startswith("ent_")


def test_an_erased_entry_still_says_that_something_was_there() -> None:
    entry = open_entry(chain(1)[0]._replace(body=None, salt=None))

    assert entry.erased
    assert (entry.after, entry.before, entry.why) == (None, None, None)
    assert entry.name == "memory.stored"


@given(st.integers(0, 2**53))
def test_an_operation_has_a_name_that_leads_back_to_it(operation: int) -> None:
    assert operation_number(operation_id(operation)) == operation
    assert operation_number(str(operation)) == operation


@pytest.mark.parametrize(
    "text", ["", "op", "op_", "op_x", "op_-1", "op_1.5", "xx_1", "op_٣", "1_2", "op_" + "9" * 5_000]
)
def test_what_names_no_operation_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        operation_number(text)
    assert refusal.value.code == "id_invalid"


# --- what of a turn is searched


def test_a_turn_is_searched_with_its_speaker() -> None:
    assert searchable_turn("Ann", "hello") == "Ann: hello"
    assert searchable_turn(None, "hello") == "hello"


@given(st.lists(st.text(max_size=600), max_size=5))
def test_the_context_of_a_turn_is_short_and_of_the_two_before(previous: list[str]) -> None:
    context = context_of(previous)

    assert len(context) <= 2 * CONTEXT_CHARS + 1
    assert context == "\n".join(text[:CONTEXT_CHARS] for text in previous[-2:])
