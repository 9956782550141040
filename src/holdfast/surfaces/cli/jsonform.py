"""Answers as JSON: the fields of the library's own classes, times in ISO 8601 and UTC."""

import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from holdfast.evidence.types import Entry
from holdfast.kernel.clock import to_datetime
from holdfast.kernel.errors import HoldfastError
from holdfast.memories.details import Detail
from holdfast.memories.types import Memory
from holdfast.surfaces.cli.refusal import as_object

ROW_TIMES = frozenset(
    "at expires_at valid_from valid_to recorded_at revised_at replaced_at last_used".split()
)


def to_json(value: object, *, indent: int | None = None) -> str:
    return json.dumps(plain(value), indent=indent)


def plain(value: object) -> Any:
    """The value as strings, numbers, lists and objects."""
    if isinstance(value, Entry):
        return _entry(value)
    if isinstance(value, Memory):
        return {**_fields(value), "usefulness": value.usefulness}
    if isinstance(value, HoldfastError):
        return as_object(value)["error"]
    if isinstance(value, Detail):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | Set):
        return [plain(one) for one in value]
    return _word(value)


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


def _word(value: object) -> object:
    if isinstance(value, datetime):
        return iso(value)
    return str(value) if isinstance(value, Path) else value


def _entry(entry: Entry) -> dict[str, Any]:
    """A journal body counts times in microseconds; outside, a time is a time."""
    return {
        **_fields(entry),
        "before": None if entry.before is None else plain(with_times(entry.before)),
        "after": None if entry.after is None else plain(with_times(entry.after)),
    }


def with_times(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: to_datetime(value) if name in ROW_TIMES and isinstance(value, int) else value
        for name, value in row.items()
    }


def iso(at: datetime, timespec: str = "microseconds") -> str:
    return at.astimezone(UTC).isoformat(timespec=timespec).replace("+00:00", "Z")
