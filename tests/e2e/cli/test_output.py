"""What is printed: for pipes, for programs, at a terminal."""

import dataclasses
import re
import subprocess
from datetime import datetime

import pytest

from holdfast.memories.types import Memory
from holdfast.surfaces.cli.visible import visible
from tests.e2e.cli.driving import Cli, at_terminal, ids, piped, start

LONG = "The wall of the old harbour " + "is mended stone by stone, year after year, " * 8 + "slowly"
STEERING = "before \x1b[31mred\x1b[0m \x9b2J \u202e drow [bold]loud[/bold] :smile:"


def test_a_pipe_gets_whole_ids_and_whole_texts(cli: Cli) -> None:
    stored = cli("remember", LONG, "--json").json["memory"]
    head, row = cli("list").out.splitlines()
    assert head.split() == ["id", "kind", "recorded", "text"]
    assert row.startswith(stored["id"])
    assert row.endswith(LONG)


def test_a_pipe_gets_one_line_for_a_memory_of_several(cli: Cli) -> None:
    cli("remember", "first line\nsecond line")
    assert cli("list").out.splitlines()[1].endswith(r"first line\nsecond line")


@pytest.mark.parametrize("arguments", [("list",), ("timeline",), ("journal",), ("stats",)])
def test_a_pipe_gets_no_colour_and_no_drawing(
    arguments: tuple[str, ...], cli: Cli, remembered: str
) -> None:
    shown = cli(*arguments).out
    assert shown
    assert shown.isascii()
    assert "\x1b" not in shown


def test_json_is_one_document_with_the_fields_of_the_class(cli: Cli, remembered: str) -> None:
    got = cli("get", remembered, "--json").json
    fields = {field.name for field in dataclasses.fields(Memory)}
    assert set(got) == fields | {"usefulness"}


def test_times_in_json_are_in_utc(cli: Cli, remembered: str) -> None:
    at = cli("get", remembered, "--json").json["recorded_at"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", at)
    [entry] = cli("history", remembered, "--json").json
    assert entry["after"]["recorded_at"] == at
    assert datetime.fromisoformat(at).utcoffset() is not None


def test_a_page_says_how_to_get_the_next(cli: Cli) -> None:
    for number in range(3):
        cli("remember", f"Statement of {number} different things entirely: {'abc'[number] * 9}")
    first = cli("list", "--limit", "2", "--json").json
    second = cli("list", "--limit", "2", "--cursor", first["next"], "--json").json
    assert (len(ids(first)), len(ids(second)), second["next"]) == (2, 1, None)
    assert f"--cursor {first['next']}" in cli("list", "--limit", "2").err


def test_all_pages_come_as_lines_of_json(cli: Cli) -> None:
    for word in ("anchors", "bells", "candles"):
        cli("remember", f"There are {word} in the shed")
    pages = cli("list", "--all", "--limit", "2", "--json").lines
    assert [len(page["items"]) for page in pages] == [2, 1]
    assert len(cli("list", "--all", "--limit", "2").out.splitlines()) == 4


def test_an_empty_list_says_how_to_begin(cli: Cli, remembered: str) -> None:
    empty = cli("list", "--tag", "nowhere")
    assert (empty.code, empty.out) == (0, "")
    assert "holdfast remember" in empty.err


def test_a_stored_text_cannot_steer_a_pipe_or_a_terminal(cli: Cli) -> None:
    memory = cli("remember", STEERING, "--json").json["memory"]
    shown = cli("get", memory["id"]).out
    assert r"\x1b[31mred" in shown
    assert not {"\x1b", "\x9b", "\u202e"} & set(shown)
    _, screen = at_terminal("get", memory["id"], environment={"COLUMNS": "200"})
    assert r"\x1b[31mred" in screen
    assert "[bold]loud[/bold] :smile:" in screen
    assert [mark for mark in ("\x1b[31m", "\x9b", "\u202e") if mark in screen] == []


def test_json_gives_a_stored_text_back_as_it_was(cli: Cli) -> None:
    memory = cli("remember", STEERING, "--json").json["memory"]
    assert cli("get", memory["id"], "--json").json["text"] == STEERING


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\tb\nc", r"a\tb\nc"),
        ("\x1b\x07\x7f", r"\x1b\x07\x7f"),
        ("\u202eabc\u2066", r"\u202eabc\u2066"),
        ("\U000e0041", r"\U000e0041"),
        ("Zürich 東京 👩‍👩‍👧 עברית", "Zürich 東京 👩‍👩‍👧 עברית"),
    ],
)
def test_only_what_could_steer_or_hide_is_spelt_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_lines_may_stay_lines() -> None:
    assert visible("a\n\tb\r", lines=True) == "a\n\tb\\r"


def test_a_terminal_gets_short_ids_and_colour(cli: Cli, remembered: str) -> None:
    code, screen = at_terminal("list")
    assert code == 0
    assert remembered[:12] in screen
    assert remembered not in screen
    assert "\x1b[36m" in screen


def test_no_color_is_honoured_at_a_terminal(cli: Cli, remembered: str) -> None:
    _, screen = at_terminal("list", environment={"NO_COLOR": "1"})
    assert "\x1b[3" not in screen


def test_the_short_id_that_is_shown_can_be_typed(cli: Cli, remembered: str) -> None:
    assert cli("get", remembered[:12], "--json").json["id"] == remembered
    assert cli("get", remembered[4:12], "--json").json["id"] == remembered


def test_a_terminal_that_knows_only_ascii_gets_no_traceback(cli: Cli) -> None:
    cli("remember", "Grüße aus Zürich")
    _, screen = at_terminal("list", environment={"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"})
    assert r"Gr\xfc\xdfe aus Z\xfcrich" in screen


def test_at_a_terminal_erase_asks_and_takes_no_for_an_answer(cli: Cli, remembered: str) -> None:
    code, screen = at_terminal("erase", remembered, typed=b"n\n")
    assert code == 1
    assert "Erase for good: The payments API uses PostgreSQL 14" in screen
    assert cli("get", remembered, "--json").json["status"] == "active"
    code, _ = at_terminal("erase", remembered, typed=b"y\n")
    assert (code, cli("get", remembered, "--json").json["status"]) == (0, "erased")


def test_output_that_nobody_reads_ends_quietly(cli: Cli) -> None:
    many = b"".join(b"Line %d says %s\n" % (n, bytes([97 + n % 26]) * 40) for n in range(900))
    assert piped("remember", "-", given=many).code == 0
    process = start("list", "--all", stdin=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 0
