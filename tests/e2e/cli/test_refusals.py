"""What goes wrong: one sentence, a hint, the exit code of the family, and never a traceback."""

from pathlib import Path

import pytest

from holdfast.surfaces.cli.options import Options
from holdfast.surfaces.cli.refusal import unexpected
from tests.e2e.cli.driving import Cli, files_in

READERS = [
    ("list",),
    ("get", "mem_7x2c"),
    ("history", "mem_7x2c"),
    ("why", "mem_7x2c"),
    ("timeline",),
    ("journal",),
    ("stats",),
    ("forget", "words"),
    ("undo",),
    ("sweep",),
    ("graph", "mem_7x2c"),
    ("entities",),
    ("verify",),
]


def test_people_get_a_sentence_and_a_hint(cli: Cli, remembered: str) -> None:
    missing = cli("get", "mem_0000000")
    assert missing.code == 4
    assert missing.out == ""
    first, second = missing.err.splitlines()
    assert first.startswith("error: There is no such memory")
    assert second.startswith("hint: ")


def test_programs_get_an_object(cli: Cli, remembered: str) -> None:
    missing = cli("get", "mem_0000000", "--json")
    assert (missing.code, missing.out) == (4, "")
    assert set(missing.error) == {"code", "message", "hint", "retryable"}
    assert (missing.error["code"], missing.error["retryable"]) == ("not_found", False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("--nonsense",),
        ("get",),
        ("get", "one", "two"),
        ("list", "--nonsense"),
        ("list", "--limit", "many"),
        ("list", "--status", "gone"),
        ("list", "--kind", "gossip"),
        ("list", "--archived", "--status", "active"),
        ("remember", "text", "--kind", "gossip"),
        ("remember", "text", "--jsonl"),
        ("remember", "-", "--whole", "--jsonl"),
        ("remember", "-", "--key", "one"),
        ("link", "mem_7x2c", "loves", "mem_91ab"),
        ("graph", "mem_7x2c", "--relation", "loves"),
        ("decide", "mem_7x2c", "perhaps"),
        ("feedback", "mem_7x2c"),
        ("feedback", "mem_7x2c", "--helped", "--hurt"),
        ("completions", "tcsh"),
        ("merge", "mem_7x2c"),
        ("--home",),
        ("--json=1", "list"),
    ],
)
def test_a_command_line_that_cannot_be_read_is_refused_in_the_same_form(
    arguments: tuple[str, ...], cli: Cli
) -> None:
    refused = cli(*arguments, "--json")
    assert (refused.code, refused.out) == (2, "")
    assert refused.error["code"] == "usage_invalid"
    assert refused.error["hint"]
    assert "Traceback" not in refused.err


def test_a_mistyped_command_is_guessed(cli: Cli) -> None:
    assert "Did you mean remember?" in cli("rember", "text").err


def test_a_text_that_begins_with_a_dash_is_explained_and_possible(cli: Cli) -> None:
    assert "Put -- before" in cli("remember", "-5 degrees in the cellar").err
    stored = cli("remember", "--json", "--", "-5 degrees in the cellar")
    assert stored.json["memory"]["text"] == "-5 degrees in the cellar"


@pytest.mark.parametrize("arguments", READERS, ids=lambda arguments: arguments[0])
def test_a_command_that_begins_nothing_leaves_a_mistyped_home_alone(
    arguments: tuple[str, ...], cli: Cli, tmp_path: Path
) -> None:
    home = tmp_path / "mistyped"
    refused = cli(*arguments, "--home", str(home), "--json")
    assert (refused.code, refused.error["code"]) == (4, "store_not_found")
    assert not home.exists()


def test_a_detail_that_is_no_object_is_refused_before_anything_is_opened(
    cli: Cli, tmp_path: Path
) -> None:
    refused = cli("remember", "x", "--detail", "[1]", "--home", str(tmp_path / "new"), "--json")
    assert (refused.code, refused.error["code"]) == (2, "detail_invalid")
    assert files_in(tmp_path) == []


def test_a_file_that_is_no_store_is_named_and_left_as_it_is(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "holdfast.db"
    file.write_bytes(b"a shopping list, and quite a long one at that" * 100)
    refused = cli("list", "--home", str(tmp_path), "--json")
    assert (refused.code, refused.error["code"]) == (70, "not_a_store")
    assert file.read_bytes().startswith(b"a shopping list")


def test_words_that_fit_two_are_refused_with_both_on_lines_of_their_own(cli: Cli) -> None:
    first = cli("remember", "The office plant is a fern", "--json").json["memory"]["id"]
    second = cli("remember", "The office cat is called Tom", "--json").json["memory"]["id"]
    refused = cli("forget", "office")
    assert refused.code == 4
    starts = {line.split()[0] for line in refused.err.splitlines() if line.startswith("  ")}
    assert starts == {first, second}


def test_an_agent_is_refused_by_its_family(cli: Cli, remembered: str) -> None:
    cli("protect", remembered)
    refused = cli("forget", remembered, "--agent", "helper", "--json")
    assert (refused.code, refused.error["code"]) == (3, "protected")


@pytest.mark.parametrize("as_json", [True, False])
def test_a_defect_is_told_without_the_text_that_it_may_hold(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    code = unexpected(ValueError("a secret that was remembered"), Options(json=as_json))
    told = capsys.readouterr().err
    assert code == 70
    assert "ValueError" in told
    assert "secret" not in told


def test_a_defect_shows_where_it_came_from_when_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    unexpected(ValueError("boom"), Options(debug=True))
    assert "ValueError: boom" in capsys.readouterr().err
