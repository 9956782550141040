"""The arguments and options that several commands take, each described once."""

from typing import Annotated, TypeAlias

import typer

from holdfast.surfaces.cli.moments import FORMS
from holdfast.surfaces.cli.refusal import usage

TIME_HELP = f"Local time unless a zone is given. Written like {FORMS}."

IdArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="ID", help="The memory: its id, or the beginning of it.")
]
ThingArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="ID", help="A memory, or the whole id of a turn or an entity.")
]
Why: TypeAlias = Annotated[
    str | None, typer.Option("--why", metavar="TEXT", help="The reason, kept in the history.")
]
Space: TypeAlias = Annotated[
    str, typer.Option("--space", metavar="PATH", help="Only this space and what is below it.")
]
Since: TypeAlias = Annotated[
    str | None, typer.Option("--since", metavar="TIME", help=f"From then on. {TIME_HELP}")
]
Until: TypeAlias = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="Before then.")
]
AsOf: TypeAlias = Annotated[
    str | None, typer.Option("--as-of", metavar="TIME", help=f"As it was then. {TIME_HELP}")
]
Limit: TypeAlias = Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")]


def one_of(command: str, **given: bool) -> None:
    """Refuses a call that names none, or more than one, of options that exclude each other."""
    if sum(given.values()) != 1:
        names = " or ".join(f"--{name}" for name in given)
        raise usage(f"{command} needs either {names}.", f"`holdfast {command} --help` shows both.")
