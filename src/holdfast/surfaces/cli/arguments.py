"""The arguments and options that several commands take, each described once."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias, TypeVar

import typer

from holdfast.surfaces.cli.moments import FORMS
from holdfast.surfaces.cli.refusal import usage

Choice = TypeVar("Choice", bound=str)
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


def one_of(known: Sequence[str]) -> str:
    """The help of an option that is given once for each choice."""
    return f"One of {', '.join(known)}; may be repeated."


def chosen(
    given: Sequence[str] | None, known: tuple[Choice, ...], option: str
) -> tuple[Choice, ...]:
    """The choices that were made, once it is known that there are such."""
    unknown = set(given or ()) - set(known)
    if unknown:
        raise usage(
            f"{option} has no choice {', '.join(sorted(unknown))}.",
            f"Choose from {', '.join(known)}.",
        )
    return tuple(one for one in known if one in (given or ()))
