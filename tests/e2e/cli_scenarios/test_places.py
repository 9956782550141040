"""W11 at the command line: a place that cannot be used gets one sentence, and no damage."""

import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from tests.attack.inspection import looking_at
from tests.attack.processes import child
from tests.attack.test_disk import MEGABYTE, fill_up, mounted
from tests.fixtures.commands import Refusal, Shell, raw_bytes

pytestmark = pytest.mark.scenario("W11", surface="cli")

FACT = "Seals sleep on the northern rocks"
COMMANDS = [("list",), ("remember", "Bakers rise early"), ("verify",), ("undo",)]
every_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])


def other_database(path: Path) -> None:
    with looking_at(path.parent) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


NO_STORES: dict[str, Callable[[Path], object]] = {
    "a text": lambda path: path.write_text("shopping list\n" * 200),
    "random bytes": lambda path: path.write_bytes(random.Random(7).randbytes(8192)),
    "another database": other_database,
}


@every_command
@pytest.mark.parametrize("what", NO_STORES)
def test_a_file_that_is_no_store_is_named_and_not_touched(
    shell: Shell, command: tuple[str, ...], what: str
) -> None:
    shell.home.mkdir()
    path = shell.home / "holdfast.db"
    NO_STORES[what](path)
    before = path.read_bytes()
    refusal = shell.refused(*command)
    assert (refusal.exit, refusal.code) == (70, "not_a_store")
    assert str(path) in refusal.message
    assert path.read_bytes() == before


@every_command
def test_a_store_of_a_newer_version_is_refused_and_not_touched(
    shell: Shell, command: tuple[str, ...]
) -> None:
    shell.remembered(FACT)
    with looking_at(shell.home) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = raw_bytes(shell.home)
    refusal = shell.refused(*command)
    assert (refusal.exit, refusal.code) == (5, "store_too_new")
    assert "9999" in refusal.message
    assert "Upgrade" in refusal.hint
    assert raw_bytes(shell.home) == before


@pytest.mark.parametrize("command", [("list",), ("verify",), ("undo",), ("forget", "words")])
def test_a_folder_that_is_not_there_is_named_and_not_made(
    shell: Shell, command: tuple[str, ...]
) -> None:
    refusal = shell.refused(*command)
    assert (refusal.exit, refusal.code) == (4, "store_not_found")
    assert str(shell.home) in refusal.message
    assert not shell.home.exists()


def test_remember_begins_a_store_where_there_is_none(shell: Shell) -> None:
    shell.done("remember", FACT, "--home", str(shell.home / "a" / "b"))
    assert (shell.home / "a" / "b" / "holdfast.db").is_file()


@pytest.mark.parametrize("below", ["", "home"])
def test_a_file_in_the_place_of_the_folder_is_refused(shell: Shell, below: str) -> None:
    shell.home.write_text("not a folder")
    refusal = Shell(shell.home / below).refused("remember", FACT)
    assert (refusal.exit, refusal.code) == (5, "store_unreachable")
    assert shell.home.read_text() == "not a folder"


def test_a_store_whose_end_is_missing_is_refused_or_does_not_verify(shell: Shell) -> None:
    lines = "\n".join(f"crate {number} holds {number * 7} lamps" for number in range(200))
    shell.done("remember", "-", given=lines.encode())
    path = shell.home / "holdfast.db"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert shell("verify").exit == 70
    assert shell("doctor").exit == 70


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (b"profile = maybe", "holdfast.toml"),
        (b"\xff\xfe", "holdfast.toml"),
        (b'profile = "maybe"', "profile"),
        (b"colour = 1", "colour"),
    ],
)
def test_a_settings_file_that_cannot_be_used_is_named_or_the_setting_in_it(
    shell: Shell, settings: bytes, named: str
) -> None:
    shell.home.mkdir()
    (shell.home / "holdfast.toml").write_bytes(settings)
    refusal = shell.refused("remember", FACT)
    assert (refusal.exit, refusal.code) == (2, "settings_invalid")
    assert named in refusal.message


# --- full


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted(disk, "size=2m"):
        (disk / "ballast").write_bytes(bytes(MEGABYTE // 2))
        yield disk


def many_lines() -> bytes:
    return "".join(
        f"crate {number} holds " + f"tally{number} " * 60 + "\n" for number in range(5_000)
    ).encode()


def test_a_stream_onto_a_full_disk_keeps_all_that_it_acknowledged(small_disk: Path) -> None:
    shell = Shell(small_disk / "home")
    cut_off = shell("remember", "-", "--json", given=many_lines())
    assert cut_off.exit == 5
    assert '"disk_full"' in cut_off.err.splitlines()[-1]
    acknowledged = {answer["memory"]["id"] for answer in cut_off.lines}
    assert acknowledged

    (small_disk / "ballast").unlink()
    assert {memory["id"] for memory in shell.listed()} == acknowledged
    shell.done("verify")
    assert shell.json("remember", FACT)["outcome"] == "stored"


def test_a_person_is_told_that_the_disk_is_full_and_how_much_was_stored(
    small_disk: Path,
) -> None:
    shell = Shell(small_disk / "home")
    told = shell("remember", "-", given=many_lines())
    assert told.exit == 5
    *_, error, hint = told.err.splitlines()
    assert error.startswith("error: ")
    assert "full" in error
    assert hint.startswith("hint: ")
    assert " stored" in told.out


def test_a_new_store_on_a_full_disk_is_refused_and_can_be_begun_later(small_disk: Path) -> None:
    shell = Shell(small_disk / "home")
    shell.home.mkdir()
    fill_up(small_disk)
    refusal = shell.refused("remember", FACT)
    assert (refusal.exit, refusal.code) == (5, "disk_full")
    (small_disk / "rest").unlink()
    assert shell.json("remember", FACT)["outcome"] == "stored"


# --- read-only


def refused_without_root(pipe: "Connection[Any, Any]", home: Path) -> None:
    """In a process of its own, by a user whom file permissions bind."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65_534)
        os.setuid(65_534)
    shell = Shell(home)
    pipe.send([shell.refused("list"), shell.refused("remember", "Bakers rise early")])


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """pytest's own folders may be entered by their owner only."""
    folder = Path(tempfile.mkdtemp(prefix="holdfast-scenario-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_store_that_may_only_be_read_is_refused_and_not_touched(shared_folder: Path) -> None:
    Shell(shared_folder).remembered(FACT)
    before = raw_bytes(shared_folder)
    for path in shared_folder.iterdir():
        path.chmod(0o444)
    shared_folder.chmod(0o555)
    with child(refused_without_root, shared_folder) as reader:
        refusals: list[Refusal] = reader.answer()
    assert [(one.exit, one.code) for one in refusals] == [(5, "store_read_only")] * 2
    assert raw_bytes(shared_folder) == before


def test_a_folder_in_which_nothing_may_be_made_is_refused(shared_folder: Path) -> None:
    shared_folder.chmod(0o555)
    with child(refused_without_root, shared_folder / "new") as reader:
        missing, forbidden = reader.answer()
    assert (missing.exit, missing.code) == (4, "store_not_found")
    assert forbidden.exit == 5
    assert forbidden.code in ("store_unreachable", "store_read_only")
