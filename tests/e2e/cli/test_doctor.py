"""The doctor names what is wrong, and what repairs it."""

import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.e2e.cli.driving import Cli

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def findings(cli: Cli, *arguments: str) -> tuple[int, dict[str, dict[str, object]]]:
    examined = cli("doctor", "--json", *arguments)
    return examined.code, {one["name"]: one for one in examined.json}


def test_a_sound_store_gets_a_clean_bill(cli: Cli, remembered: str) -> None:
    code, found = findings(cli)
    assert code == 0
    assert [name for name, one in found.items() if not one["ok"]] == []
    assert {"versions", "home", "store", "file", "writing", "journal", "embedder"} <= set(found)
    assert cli("doctor").out.endswith("All is well.\n")


def test_without_a_store_it_says_how_to_begin_and_makes_none(cli: Cli, tmp_path: Path) -> None:
    home = tmp_path / "nowhere"
    code, found = findings(cli, "--home", str(home))
    assert (code, found["home"]["code"]) == (4, "store_not_found")
    assert "holdfast remember" in str(found["home"]["repair"])
    assert not home.exists()


def test_a_settings_file_that_cannot_be_read_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").write_text("durability = maybe")
    code, found = findings(cli, "--home", str(tmp_path))
    assert (code, found["settings"]["code"]) == (2, "settings_invalid")
    assert "holdfast.toml" in str(found["settings"]["says"])


def test_a_file_that_is_no_store_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "holdfast.db").write_bytes(b"a shopping list" * 500)
    code, found = findings(cli, "--home", str(tmp_path))
    assert (code, found["store"]["code"]) == (70, "not_a_store")


def test_a_page_that_was_overwritten_is_found(cli: Cli, remembered: str, own_home: Path) -> None:
    [file] = own_home.rglob("holdfast.db")
    whole = file.read_bytes()
    with sqlite3.connect(file) as connection:
        [[page]] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'")
        [[size]] = connection.execute("PRAGMA page_size")
    connection.close()
    start = (page - 1) * size
    file.write_bytes(whole[:start] + b"\xff" * size + whole[start + size :])
    code, found = findings(cli)
    assert code == 70
    assert "store_damaged" in {one["code"] for one in found.values()}


def test_a_changed_journal_row_is_found(cli: Cli, remembered: str, own_home: Path) -> None:
    [file] = own_home.rglob("holdfast.db")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE journal SET actor = 'somebody else'")
    connection.close()
    code, found = findings(cli)
    assert (code, found["journal"]["code"]) == (70, "chain_broken")


def test_a_writer_that_does_not_let_go_is_found(cli: Cli, remembered: str, own_home: Path) -> None:
    [file] = own_home.rglob("holdfast.db")
    # Another process: locks on files do not hold between two connections of one.
    holding = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holding:
        assert holding.stdout is not None
        assert holding.stdout.readline() == b"held\n"
        code, found = findings(cli)
        holding.communicate()
    assert (code, found["writing"]["code"]) == (5, "store_busy")


def test_what_waits_for_a_person_comes_with_the_command(cli: Cli, remembered: str) -> None:
    cli("dispute", remembered)
    code, found = findings(cli)
    assert (code, found["disputed"]["ok"]) == (0, True)
    assert "holdfast decide" in str(found["disputed"]["repair"])
    assert "holdfast decide" in cli("doctor").out
