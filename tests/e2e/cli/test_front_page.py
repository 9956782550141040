"""The way in: the front page, the help of each command, what loads for it."""

import subprocess
import sys
from typing import Any

import pytest

from holdfast import __version__
from holdfast.surfaces.cli.catalogue import COMMANDS
from holdfast.surfaces.cli.options import NAMES
from holdfast.surfaces.cli.running import command_of
from tests.e2e.cli.driving import HOLDFAST, Cli, piped

HEAVY = ("numpy", "pydantic", "pydantic_settings", "sqlalchemy", "rich", "typer", "tokenizers")


def options_of(name: str) -> list[str]:
    command: Any = command_of(name)
    return [one for param in command.params for one in param.opts if one.startswith("--")]


def test_the_front_page_names_every_command(cli: Cli) -> None:
    page = cli("--help").out
    assert [name for name in COMMANDS if f"\n  {name} " not in page] == []


@pytest.mark.parametrize("arguments", [(), ("help",), ("-h",)])
def test_the_front_page_is_also_shown_for(arguments: tuple[str, ...], cli: Cli) -> None:
    assert cli(*arguments).out == cli("--help").out


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["nonsense"]])
def test_the_front_page_loads_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; from holdfast.surfaces.cli import main\n"
        f"main({arguments!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    assert shown.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself_with_an_example(name: str, cli: Cli) -> None:
    shown = cli(name, "--help")
    assert shown.code == 0
    assert COMMANDS[name].says in " ".join(shown.out.split())
    assert COMMANDS[name].example in " ".join(shown.out.split())


def test_help_followed_by_a_command_is_the_help_of_that_command(cli: Cli) -> None:
    assert cli("help", "get").out == cli("get", "--help").out


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_has_an_option_of_its_own_that_every_command_has(name: str) -> None:
    assert NAMES.isdisjoint(options_of(name))


def test_the_version_is_told_in_one_line(cli: Cli) -> None:
    assert cli("--version").out == f"holdfast {__version__}\n"
    assert cli("--version", "--json").json == {"holdfast": __version__}


def test_the_version_command_names_what_else_is_at_work(cli: Cli) -> None:
    assert set(cli("version", "--json").json) == {"holdfast", "schema", "python", "sqlite"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_calls_holdfast_back(shell: str, cli: Cli) -> None:
    assert "_HOLDFAST_COMPLETE=complete" in cli("completions", shell).out


def test_a_shell_that_asks_for_completions_gets_commands_and_options() -> None:
    def completed(words: str, at: int) -> list[str]:
        shell = {
            "_HOLDFAST_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(at),
        }
        asked = subprocess.run(
            HOLDFAST, env=shell, capture_output=True, text=True, check=True, timeout=30
        )
        return asked.stdout.split()

    assert completed("holdfast re", 1) == ["remember", "revise", "retire", "restore", "replay"]
    assert completed("holdfast --home here get --as", 4) == ["--as-of"]


def test_a_real_process_ends_with_the_exit_code() -> None:
    assert piped("version").code == 0
    assert piped("nonsense").code == 2
