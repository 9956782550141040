"""The entry point: it loads no more than the command needs."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TextIO

from holdfast import __version__
from holdfast.kernel.errors import HoldfastError
from holdfast.surfaces.cli.catalogue import COMMANDS
from holdfast.surfaces.cli.front import front_page
from holdfast.surfaces.cli.options import Options, take
from holdfast.surfaces.cli.refusal import Interrupted, interrupted, refuse, unexpected, usage


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = Options(json="--json" in given)
    try:
        _print_what_any_encoding_can_hold()
        options, rest = take(given)
        return _flushed(_command(options, rest))
    except HoldfastError as error:
        return refuse(error, as_json=options.json)
    except BrokenPipeError:
        return _quietly()
    except KeyboardInterrupt as error:
        stored = error.stored if isinstance(error, Interrupted) else None
        return interrupted(stored, as_json=options.json)
    except Exception as error:  # noqa: BLE001 - the last door: nobody outside can handle it
        return unexpected(error, options)


def _command(options: Options, rest: list[str]) -> Callable[[], int]:
    first = rest[0] if rest else ""
    if first in ("--help", "-h") or (first == "help" and len(rest) == 1):
        return lambda: _print(front_page())
    if first == "--version":
        return lambda: _print_version(options)
    if first == "help":
        return lambda: _run(options, [rest[1], "--help"])
    return lambda: _run(options, rest)


def _run(options: Options, rest: list[str]) -> int:
    """Without a command the shell may be asking for completions, which Typer answers."""
    if rest and rest[0] not in COMMANDS:
        raise _unknown(rest[0])
    from holdfast.surfaces.cli import running

    if not rest:
        running.complete()
        return _print(front_page())
    return running.run(options, rest[0], rest[1:])


def _unknown(name: str) -> HoldfastError:
    if name.startswith("-"):
        return usage(f"There is no option {name}.", "`holdfast --help` shows what there is.")
    near = get_close_matches(name, COMMANDS)
    hint = f"Did you mean {' or '.join(near)}? " if near else ""
    return usage(f"There is no command {name}.", f"{hint}`holdfast --help` shows what there is.")


def _print(text: str) -> int:
    sys.stdout.write(text)
    return 0


def _print_version(options: Options) -> int:
    named = {"holdfast": __version__}
    return _print(f"{json.dumps(named) if options.json else f'holdfast {__version__}'}\n")


def _flushed(run: Callable[[], int]) -> int:
    """A pipe that is closed at the other end shows at the last flush, or never."""
    code = run()
    sys.stdout.flush()
    return code


def _quietly() -> int:
    """Whoever read our output has enough; Python's own flush at exit must not complain."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return 0


def _print_what_any_encoding_can_hold() -> None:
    """An old terminal that cannot show a character gets its number, and no traceback."""
    for stream in (sys.stdout, sys.stderr):
        _reconfigure(stream)


def _reconfigure(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
