"""The demo is honest: what it prints is computed, and what it promises holds."""

from pathlib import Path

from holdfast.surfaces.cli.catalogue import COMMANDS
from holdfast.surfaces.cli.demo import NEXT, SECRET
from tests.e2e.cli.driving import Cli, files_in


def test_the_demo_tells_its_story_and_what_to_do_next(cli: Cli) -> None:
    told = cli("demo")
    assert told.code == 0
    for act in range(1, 10):
        assert f"\n{act}. " in f"\n{told.out}"
    assert "superseded" in told.out
    assert told.out.rstrip().endswith("holdfast --help")


def test_what_it_promises_holds(cli: Cli) -> None:
    results = cli("demo", "--json").json
    assert results["verified"]["ok"] is True
    assert results["secret_found_in"] == []
    assert len(results["after_reopening"]) == 3


def test_it_leaves_nothing_behind(cli: Cli, own_home: Path) -> None:
    results = cli("demo", "--json").json
    assert not Path(results["home"]).exists()
    assert files_in(own_home) == []


def test_with_a_home_its_store_is_kept_and_can_be_used(cli: Cli, tmp_path: Path) -> None:
    home = str(tmp_path / "kept")
    cli("demo", "--home", home)
    assert "PostgreSQL 16" in cli("list", "--home", home).out
    assert cli("verify", "--home", home).code == 0
    assert [path for path in files_in(tmp_path) if SECRET.encode() in path.read_bytes()] == []


def test_it_does_not_touch_a_store_that_is_there(cli: Cli, tmp_path: Path) -> None:
    cli("remember", "Ann keeps bees", "--home", str(tmp_path))
    refused = cli("demo", "--home", str(tmp_path), "--json")
    assert (refused.code, refused.error["code"]) == (4, "store_not_empty")


def test_the_commands_that_it_names_exist() -> None:
    assert {line.split()[1] for line in NEXT} <= {*COMMANDS, "--help"}
