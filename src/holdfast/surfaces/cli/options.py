"""The options of every command: they may stand before the command or after it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from holdfast.kernel.errors import InvalidInput

SWITCHES = ("json", "debug")
HELP = {
    "home": ("PATH", "The folder that holds the store."),
    "org": ("NAME", "The org to work in."),
    "user": ("NAME", "The person who is asking."),
    "agent": ("NAME", "The agent that acts for the person; it may do less."),
    "durability": ("full|normal", "Whether an answer survives loss of power."),
    "profile": ("keyword|semantic", "Whether meaning is searched, or words only."),
    "json": ("", "Answer in JSON, for programs; errors too."),
    "debug": ("", "After an unexpected failure, show where it came from."),
}


@dataclass(frozen=True, slots=True)
class Options:
    """What was given for every command; None leaves it to the settings."""

    home: str | None = None
    org: str | None = None
    user: str | None = None
    agent: str | None = None
    durability: str | None = None
    profile: str | None = None
    json: bool = False
    debug: bool = False


NAMES = frozenset(f"--{field.name}" for field in fields(Options))


def take(arguments: Sequence[str]) -> tuple[Options, list[str]]:
    """These options, and all other arguments in their order; what follows `--` is left alone.

    They are taken out before the command is parsed, so that people may type them where they like.
    """
    given: dict[str, Any] = {}
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        name, equals, value = argument.partition("=")
        if argument == "--":
            rest += ["--", *waiting]
        elif name not in NAMES:
            rest.append(argument)
        elif (field := name.removeprefix("--")) in SWITCHES:
            given[field] = _switch(name, equals)
        else:
            given[field] = _value(
                name, value if equals else next(waiting, ""), written=bool(equals)
            )
    return Options(**given), rest


def _switch(name: str, equals: str) -> bool:
    if equals:
        raise InvalidInput(
            "usage_invalid", f"{name} takes no value.", hint=f"Write {name} and nothing more."
        )
    return True


def _value(name: str, value: str, *, written: bool) -> str:
    """What stands where a value should may be the next option, if it is not written with `=`."""
    if not value or (value.startswith("--") and not written):
        raise InvalidInput(
            "usage_invalid",
            f"{name} needs a value.",
            hint=f"Write {name} {HELP[name.removeprefix('--')][0]}.",
        )
    return value
