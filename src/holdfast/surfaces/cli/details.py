"""The typed detail of a memory, as it is given on a command line."""

import json
from typing import Any

from holdfast.kernel.errors import InvalidInput


def detail_object(given: str | None) -> dict[str, Any] | None:
    if given is None:
        return None
    try:
        value = json.loads(given)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InvalidInput(
            "detail_invalid",
            "--detail is not a JSON object.",
            hint="""Write it like '{"question": "Which cache?", "choice": "dogpile"}'.""",
        )
    return value
