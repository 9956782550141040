"""docs/cli.md and the commands say the same."""

import re
from typing import Any

import pytest

from holdfast.surfaces.cli.catalogue import COMMANDS, HEADINGS
from holdfast.surfaces.cli.options import NAMES
from holdfast.surfaces.cli.running import command_of
from tests.house.papers import ROOT, rows

PAGE = ROOT / "docs" / "cli.md"
SECTIONS = dict(
    re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S)
)
NAMED = re.compile(r"^\| `(?P<name>[^ `]+)", re.M)


def taken_by(name: str) -> set[str]:
    command: Any = command_of(name)
    return {
        one if one.startswith("--") else (param.metavar or param.name)
        for param in command.params
        for one in param.opts
        if one.startswith("--") or param.param_type_name == "argument"
    }


def test_the_documented_commands_are_the_ones_there_are_in_the_same_order() -> None:
    assert list(SECTIONS) == list(COMMANDS)


def test_the_headings_are_the_ones_of_the_front_page() -> None:
    headings = re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), re.M)
    assert headings[-len(HEADINGS) :] == list(HEADINGS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_documented_with_what_it_takes(name: str) -> None:
    documented = set(NAMED.findall(SECTIONS[name])) - {"argument"}
    assert documented == taken_by(name)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_documented_with_its_sentence_and_example(name: str) -> None:
    section = SECTIONS[name]
    assert COMMANDS[name].says in section
    assert f"`{COMMANDS[name].example}`" in section


def test_the_options_of_every_command_are_documented() -> None:
    named = {row[0].strip("`").split()[0] for row in rows(PAGE, "for every command")}
    assert named == NAMES
