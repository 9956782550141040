"""W8 at the command line: any text is stored to the byte, or refused in one sentence."""

import json
import os
from collections.abc import Callable

import pytest

from tests.e2e.cli.driving import piped
from tests.fixtures.commands import Said, Shell

pytestmark = pytest.mark.scenario("W8", surface="cli")

LIMIT = 65_536
KEPT = {
    "exactly 64 KiB": "word " * (LIMIT // 5) + "x",
    "64 KiB of three bytes each": "漢" * (LIMIT // 3),
    "right-to-left marks": "abc \u200f\u202bשלום\u202c def",
    "emoji": "ship it 🚀👩‍👩‍👧‍👦",
    "CJK": "ユーザーは東京に住んでいます",
    "combining marks": "e\u0301 is not \u00e9 in bytes",
    "control characters": "bell \x07 and escape \x1b[31m red",
    "quotes and operators": "'; DROP TABLE memories; -- \" OR 1=1 % _ * NEAR(a b)",
    "fifty levels of JSON": "[" * 50 + "1" + "]" * 50,
    "one character": "x",
    "a dash inside": "well-known - and dashed",
}
REFUSED = {
    "64 KiB and one byte": ("x" * (LIMIT + 1), "text_too_long"),
    "64 KiB in characters but more in bytes": ("é" * LIMIT, "text_too_long"),
    "10 MB": ("x" * 10_000_000, "text_too_long"),
    "empty": ("", "text_empty"),
    "only spaces": (" \t\u3000", "text_empty"),
    "only invisible characters": ("\u200b\u2060", "text_empty"),
    "NUL": ("before\x00after", "text_not_unicode"),
    "a lone surrogate": ("before\ud800after", "text_not_unicode"),
}
BYTES_REFUSED = {
    "10 MB": (b"x" * 10_000_000, "text_too_long"),
    "64 KiB and one byte": (b"x" * (LIMIT + 1), "text_too_long"),
    "nothing": (b"", "text_empty"),
    "a line end": (b"\n", "text_empty"),
    "NUL": (b"before\x00after", "text_not_unicode"),
    "no UTF-8": (b"before\xff\xfeafter", "input_unreadable"),
    "a cut-off character": ("é".encode()[:1], "input_unreadable"),
    "a surrogate in UTF-8": (b"before\xed\xa0\x80after", "input_unreadable"),
    "UTF-16": ("\ufeffhello".encode("utf-16-le"), "input_unreadable"),
}


ODD_VALUES = (
    "bad \udcff byte",
    "",
    " ",
    "x" * 70_000,
    "9" * 30,
    "op_" + "9" * 30,
    "-1",
    "'\";%_*",
    "a\nb",
)


def as_argument(shell: Shell, text: str) -> Said:
    return shell("remember", "--json", "--", text)


def as_whole_input(shell: Shell, text: str) -> Said:
    return shell("remember", "-", "--whole", "--json", given=text.encode())


def as_a_line(shell: Shell, text: str) -> Said:
    return shell("remember", "-", "--json", given=f"{text}\n".encode())


def as_json(shell: Shell, text: str) -> Said:
    return shell("remember", "-", "--jsonl", "--json", given=json.dumps({"text": text}).encode())


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("way", [as_argument, as_whole_input, as_a_line, as_json])
def test_an_odd_text_is_stored_to_the_byte(
    shell: Shell, way: Callable[[Shell, str], Said], text: str
) -> None:
    stored = way(shell, text)
    assert stored.exit == 0, stored.err
    assert shell.json("get", stored.json["memory"]["id"])["text"] == text


@pytest.mark.parametrize("text", ["one\r\ntwo\rthree\nfour", "  \tindented\t  ", "\ufeff a mark"])
def test_line_ends_and_spaces_survive_in_one_statement(shell: Shell, text: str) -> None:
    stored = shell.remembered(text)
    assert shell.json("get", stored)["text"] == text


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_stored_is_refused_in_one_sentence(
    shell: Shell, text: str, code: str
) -> None:
    kept = shell.remembered("The cache is dogpile")
    ways = [
        ("remember", text),
        ("observe", text),
        ("revise", kept, text),
        ("supersede", kept, text),
    ]
    for way in ways:
        refusal = shell.refused(*way)
        assert (refusal.exit, refusal.code) == (2, code)
        assert len(refusal.message) < 300
    assert shell.texts() == ["The cache is dogpile"]
    assert shell.json("stats")["turns"] == 0


@pytest.mark.parametrize(("given", "code"), BYTES_REFUSED.values(), ids=BYTES_REFUSED)
@pytest.mark.parametrize("command", ["remember", "observe"])
def test_what_cannot_be_stored_is_refused_from_standard_input(
    shell: Shell, command: str, given: bytes, code: str
) -> None:
    refusal = shell.refused(command, "-", "--whole", given=given)
    assert (refusal.exit, refusal.code) == (2, code)


@pytest.mark.parametrize(
    ("given", "code"),
    [case for name, case in BYTES_REFUSED.items() if name not in ("nothing", "a line end")],
)
def test_a_line_that_cannot_be_stored_does_not_stop_the_others(
    shell: Shell, given: bytes, code: str
) -> None:
    lines = b"Anchors rust\n" + given.replace(b"\n", b"") + b"\nBells ring\n"
    told = shell("remember", "-", given=lines)
    assert told.exit == 2
    assert told.err.startswith(f"line 2: {code}: ")
    assert told.out == "3 lines: 2 stored, 1 refused\n"
    assert shell.texts() == ["Anchors rust", "Bells ring"]


def test_an_argument_that_is_no_unicode_is_refused_by_the_real_command(shell: Shell) -> None:
    told = piped("--home", str(shell.home), "remember", os.fsdecode(b"bad \xff byte"), "--json")
    assert (told.code, told.error["code"]) == (2, "text_not_unicode")


@pytest.mark.parametrize(
    "arguments",
    [
        ("get",),
        ("history",),
        ("forget",),
        ("undo",),
        ("unlink",),
        ("graph",),
        ("entities",),
        ("list", "--entity"),
        ("list", "--author"),
        ("list", "--tag"),
        ("list", "--space"),
        ("list", "--cursor"),
        ("list", "--since"),
        ("entities", "--cursor"),
        ("remember", "x", "--key"),
        ("remember", "x", "--title"),
        ("remember", "x", "--tag"),
        ("remember", "x", "--ref"),
        ("remember", "x", "--source"),
        ("remember", "x", "--detail"),
        ("remember", "x", "--evidence"),
        ("observe", "x", "--speaker"),
        ("observe", "x", "--session"),
        ("list", "--user"),
        ("list", "--agent"),
        ("list", "--org"),
        ("list", "--status"),
        ("doctor", "--org"),
        ("doctor", "--user"),
    ],
    ids=" ".join,
)
def test_an_odd_value_of_any_option_is_answered_or_refused(
    shell: Shell, arguments: tuple[str, ...]
) -> None:
    """The shell itself asserts that no command fails with a traceback or a defect."""
    shell.done("remember", "Anchors rust", "--space", "harbour")
    for odd in ODD_VALUES:
        told = shell(*arguments, *(["--", odd] if len(arguments) == 1 else [odd]))
        assert told.exit in (0, 2, 4), odd
        assert told.exit == 0 or len(told.err.splitlines()) == 2, told.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--limit"),
        ("timeline", "--limit"),
        ("journal", "--limit"),
        ("journal", "--after"),
        ("entities", "--limit"),
    ],
    ids=" ".join,
)
def test_a_number_out_of_range_is_refused_or_answered(
    shell: Shell, arguments: tuple[str, ...]
) -> None:
    shell.remembered("Anchors rust")
    for number in ("0", "-1", "1001", "9" * 30):
        assert shell(*arguments, number).exit in (0, 2)


@pytest.mark.parametrize("command", ["list", "timeline", "journal", "entities"])
def test_a_page_without_room_for_anything_is_refused(shell: Shell, command: str) -> None:
    shell.remembered("PostgreSQL is the database")
    for number in ("0", "-1"):
        assert shell.refused(command, "--limit", number).exit == 2


@pytest.mark.parametrize("levels", [33, 50, 100_000])
def test_a_detail_that_is_nested_too_deep_is_refused(shell: Shell, levels: int) -> None:
    detail = '{"value":' * levels + "1" + "}" * levels
    refusal = shell.refused("remember", "x", "--detail", detail)
    assert (refusal.exit, refusal.code) == (2, "detail_invalid")


def test_text_of_every_script_is_shown_to_people_as_it_is(shell: Shell) -> None:
    text = "Größe 東京 🚀 Καλημέρα"
    assert f"  text  {text}\n" in shell.done("remember", text).out
    assert text in shell.done("list").out
