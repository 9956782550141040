"""From a command's name to its parsed call, by Typer."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import typer
from typer.completion import completion_init  # type: ignore[attr-defined]
from typer.core import TyperGroup
from typer.main import get_command

from holdfast.surfaces.cli.catalogue import COMMANDS
from holdfast.surfaces.cli.options import Options, take
from holdfast.surfaces.cli.refusal import usage

PROGRAM = "holdfast"
COMPLETE_VARIABLE = "_HOLDFAST_COMPLETE"


def run(options: Options, name: str, arguments: Sequence[str]) -> int:
    """Runs one command; only its own module is loaded."""
    command = command_of(name)
    try:
        with command.make_context(f"{PROGRAM} {name}", list(arguments), obj=options) as context:
            return command.invoke(context) or 0
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except typer.TyperException as error:
        raise _usage(name, error) from None


def command_of(name: str) -> Any:
    module, _, function = COMMANDS[name].place.partition(":")
    verb = getattr(import_module(f"holdfast.surfaces.cli.{module}"), function)
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.command(name, help=_help(name, verb), epilog=_epilog(name))(verb)
    return get_command(app)


def _help(name: str, verb: Callable[..., Any]) -> str:
    return "\n\n".join(filter(None, (COMMANDS[name].says, verb.__doc__)))


def _epilog(name: str) -> str:
    # \b keeps the line as it is.
    return f"\b\nExample:\n  {COMMANDS[name].example}\n\n`holdfast --help` lists --home, --json …"


def _usage(name: str, error: typer.TyperException) -> Exception:
    message = error.format_message().replace("Value error, ", "")
    dashed = message.startswith("No such option")
    hint = f"`{PROGRAM} {name} --help` shows what it takes."
    if dashed:
        hint += " Put -- before a text that begins with a dash."
    return usage(message if message.endswith((".", ")")) else f"{message}.", hint)


class _Everything(TyperGroup):
    """All commands, each loaded when it is asked for: what completion walks over."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return command_of(cmd_name) if cmd_name in COMMANDS else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, take(args)[1])


def complete() -> None:
    """Answers a shell that asks for completions, and ends the program then."""
    completion_init()
    group = _Everything(name=PROGRAM, invoke_without_command=True, rich_markup_mode=None)
    group.main([], prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE, standalone_mode=False)
