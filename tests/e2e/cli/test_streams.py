"""Standard input line by line, and streams that are interrupted."""

import json
import os
import signal
import subprocess
from typing import Any

import pytest

from holdfast.memories.remember import BATCH_DRAFTS
from tests.e2e.cli.driving import Cli, finish, piped, start

INTERRUPTED = 130


def texts(cli: Cli, *arguments: str) -> list[str]:
    pages = cli("list", "--all", "--json", *arguments).lines
    return [item["text"] for page in pages for item in page["items"]]


def objects(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_line_becomes_a_memory_and_blank_ones_are_counted(cli: Cli) -> None:
    done = piped("remember", "-", "--tag", "shed", given=b"Anchors rust\r\n\n  \nBells ring\n")
    assert done.code == 0
    assert done.out == "4 lines: 2 stored, 2 blank\n"
    assert sorted(texts(cli, "--tag", "shed")) == ["Anchors rust", "Bells ring"]


def test_the_same_lines_again_store_nothing_twice(cli: Cli) -> None:
    given = b"Anchors rust\nBells ring\n"
    piped("remember", "-", given=given)
    assert piped("remember", "-", given=given).out == "2 lines: 2 existing\n"
    assert len(texts(cli)) == 2


def test_a_refused_line_is_named_and_the_others_are_stored(cli: Cli) -> None:
    given = b"Anchors rust\n\xff\xfe\nNUL \x00 here\n" + b"long " * 20_000 + b"\nBells ring\n"
    done = piped("remember", "-", given=given)
    assert done.code == 2
    assert sorted(texts(cli)) == ["Anchors rust", "Bells ring"]
    named = sorted(line.split(": ")[:2] for line in done.err.splitlines())
    assert named == [
        ["line 2", "input_unreadable"],
        ["line 3", "text_not_unicode"],
        ["line 4", "text_too_long"],
    ]


def test_lines_of_json_are_drafts(cli: Cli) -> None:
    drafts = [
        {"text": "Ann keeps bees", "tags": ["ann"], "valid_from": "2026-01-01T00:00Z"},
        {"text": "Try twice", "kind": "lesson", "detail": {"when": "it fails", "then": "again"}},
        {"text": "Bob keeps goats", "idempotency_key": "bob", "title": None},
    ]
    given = "\n".join(json.dumps(draft) for draft in drafts).encode()
    done = piped("remember", "-", "--jsonl", "--space", "farm", "--json", given=given)
    assert done.code == 0
    first, second, third = (one["memory"] for one in done.lines)
    assert (first["tags"], first["valid_from"]) == (["ann"], "2026-01-01T00:00:00.000000Z")
    assert (second["kind"], second["detail"]["then"]) == ("lesson", "again")
    assert (third["title"], third["space"]) == (None, "farm")
    assert objects(done.err) == [{"summary": {"lines": 3, "stored": 3, "refused": 0, "blank": 0}}]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("not json", "input_unreadable"),
        ("[]", "input_unreadable"),
        ("[" * 100_000, "input_unreadable"),
        ('{"kind": "fact"}', "field_invalid"),
        ('{"text": 5}', "field_invalid"),
        ('{"text": "x", "tags": "one"}', "field_invalid"),
        ('{"text": "x", "tags": [1]}', "field_invalid"),
        ('{"text": "x", "confidence": true}', "field_invalid"),
        ('{"text": "x", "confidence": 7}', "field_invalid"),
        ('{"text": "x", "colour": "red"}', "field_invalid"),
        ('{"text": "x", "kind": "gossip"}', "field_invalid"),
        ('{"text": "x", "valid_from": "soon"}', "time_invalid"),
        ('{"text": "x", "space": "no space"}', "space_invalid"),
        ('{"text": "x", "detail": {"nonsense": 1}}', "detail_invalid"),
        ('{"text": "\\ud800"}', "text_not_unicode"),
        ('{"text": " "}', "text_empty"),
    ],
)
def test_a_line_that_is_no_draft_is_refused_with_its_number(line: str, code: str) -> None:
    given = f'{{"text": "Anchors rust"}}\n{line}\n'.encode()
    done = piped("remember", "-", "--jsonl", "--json", given=given)
    refused, summary = objects(done.err)
    assert (refused["error"]["line"], refused["error"]["code"]) == (2, code)
    assert (done.code, summary["summary"]["stored"]) == (2, 1)


def test_all_of_standard_input_can_be_one_memory(cli: Cli) -> None:
    piped("remember", "-", "--whole", given="Erste Zeile\nzweite Zeile: Grüße\n".encode())
    assert texts(cli) == ["Erste Zeile\nzweite Zeile: Grüße"]


def test_turns_are_observed_in_order_and_a_refused_one_is_named(cli: Cli) -> None:
    turns = [
        {"role": "user", "speaker": "Ann", "text": "I keep bees", "at": "2026-01-01T10:00Z"},
        {"role": "singer", "text": "La la"},
        {"role": "assistant", "text": "Noted", "at": "2026-01-01T10:01Z"},
    ]
    given = "\n".join(json.dumps(turn) for turn in turns).encode()
    done = piped("observe", "-", "--jsonl", "--session", "s1", "--json", given=given)
    assert done.code == 2
    assert [one["line"] for one in done.lines] == [1, 3]
    refused, _ = objects(done.err)
    assert (refused["error"]["line"], refused["error"]["code"]) == (2, "field_invalid")
    said = cli("timeline", "--json").json
    assert [one["text"] for one in said] == ["Ann: I keep bees", "Noted"]


def test_lines_are_turns_of_whom_the_options_name(cli: Cli) -> None:
    done = piped("observe", "-", "--role", "tool", "--speaker", "make", given=b"ok\nfailed\n")
    assert done.out == "2 lines: 2 observed\n"
    assert [one["text"] for one in cli("timeline", "--json").json] == ["make: ok", "make: failed"]


def test_ctrl_c_says_how_many_were_stored_and_they_are(cli: Cli) -> None:
    process = start("remember", "-", "--json")
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(BATCH_DRAFTS + 2):
        process.stdin.write(b"Line %d is about %s\n" % (number, os.urandom(8).hex().encode()))
    process.stdin.flush()
    for _ in range(BATCH_DRAFTS):  # the other two lines wait for their batch to fill
        assert process.stdout.readline().startswith(b"{")
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert done.code == INTERRUPTED
    assert "Traceback" not in done.err
    assert done.error["code"] == "interrupted"
    assert f"{BATCH_DRAFTS} stored before" in done.error["message"]
    assert len(texts(cli)) == BATCH_DRAFTS


def test_the_journal_is_followed_across_processes(cli: Cli, remembered: str) -> None:
    process = start("journal", "--follow", "--json", stdin=subprocess.DEVNULL)
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["subject"] == remembered
    cli("pin", remembered)
    assert json.loads(process.stdout.readline())["name"] == "memory.pinned"
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert (done.code, done.err) == (INTERRUPTED, "")
