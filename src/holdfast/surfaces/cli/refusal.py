"""What went wrong, on standard error: one sentence and a hint, or one JSON object."""

import json
import sys
import traceback
from typing import Any

from holdfast.kernel.errors import HoldfastError, InvalidInput
from holdfast.surfaces.cli.options import Options
from holdfast.surfaces.cli.visible import visible
from holdfast.surfaces.errors import exit_code

EXIT_INTERRUPTED = 130
EXIT_UNEXPECTED = 70


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a stream of which some is stored already."""

    def __init__(self, stored: int) -> None:
        super().__init__()
        self.stored = stored


def refuse(error: HoldfastError, *, as_json: bool) -> int:
    """Prints the error and gives the exit code of its family."""
    if as_json:
        _print_json(as_object(error))
    else:
        _print(f"error: {visible(error.message)}")
        if error.hint:
            _print(f"hint: {_hint(error)}")
    return exit_code(error)


def as_object(error: HoldfastError, **more: Any) -> dict[str, Any]:
    return {
        "error": {
            "code": error.code,
            "message": error.message,
            "hint": error.hint,
            "retryable": error.retryable,
            **more,
        }
    }


def _hint(error: HoldfastError) -> str:
    """Candidates stand on a line each, so that an id can be picked."""
    hint = error.hint
    for one in error.facts.get("candidates", ()):
        hint = hint.replace(str(one), f"\n  {one}")
    return hint.replace("; \n", "\n").replace(" \n", "\n")


def unexpected(error: Exception, options: Options) -> int:
    """A defect of Holdfast: its message may hold what was remembered, so it is not printed."""
    message = f"Something went wrong inside Holdfast ({type(error).__name__})."
    hint = "What was acknowledged is stored. Try `holdfast doctor`, or add --debug to see where."
    if options.json:
        fields = {"code": "unexpected", "message": message, "hint": hint, "retryable": False}
        _print_json({"error": fields})
    else:
        _print(f"error: {message}")
        _print(f"hint: {hint}")
    if options.debug:
        traceback.print_exception(error, file=sys.stderr)
    return EXIT_UNEXPECTED


def interrupted(stored: int | None, *, as_json: bool) -> int:
    told = "what was acknowledged is stored"
    if stored is not None:
        told = f"{stored:,} stored before; give the same input again and none is stored twice"
    if as_json:
        message = f"Interrupted; {told}."
        _print_json({"error": {"code": "interrupted", "message": message, "retryable": True}})
    else:
        _print(f"\ninterrupted; {told}")
    return EXIT_INTERRUPTED


def usage(message: str, hint: str) -> InvalidInput:
    """Says what was typed, but not a secret in it: standard error often ends in a log."""
    from holdfast.governance.redaction import redact  # `--help` need not pay for its patterns

    return InvalidInput("usage_invalid", redact(message).text, hint=hint)


def _print(line: str) -> None:
    print(visible(line, lines=True), file=sys.stderr)


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, default=str), file=sys.stderr)
