"""Checks of what a reading verb is asked for: pure."""

from collections.abc import Sequence

from holdfast.kernel.errors import InvalidInput

LIMIT_MAX = 1_000


def check_limit(limit: int) -> None:
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 < limit <= LIMIT_MAX:
        raise InvalidInput(
            "field_invalid",
            f"limit is not a whole number between 1 and {LIMIT_MAX}.",
            hint="Ask for pages, and continue with the cursor of the last one.",
        )


def check_flag(field: str, given: object) -> None:
    if not isinstance(given, bool):
        raise InvalidInput(
            "field_invalid", f"{field} is neither true nor false.", hint="Pass True or False."
        )


def check_choices(field: str, given: Sequence[str], choices: Sequence[str]) -> None:
    if not set(given) <= set(choices):
        raise InvalidInput(
            "field_invalid",
            f"{field} has a value that it cannot have.",
            hint=f"Choose from {', '.join(choices)}.",
        )
