"""Every error that Holdfast raises, in families.

    HoldfastError
    ├── InvalidInput    the caller must change the request              exit 2
    ├── Denied          not you, not this, not now                      exit 3
    ├── NotFound        nothing of that name that you may see           exit 4
    ├── Conflict        the state of the store does not allow it        exit 4
    ├── Unavailable     expected and passing: retry                     exit 5
    └── Corrupted       stored data contradicts itself: stop            exit 70

A family says who must act; `code` says what happened, and is stable; `message` says it in one
sentence; `hint` says what to do next. A new situation gets a new code in `codes`, not a new class.
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class HoldfastError(Exception):
    """Anything that Holdfast refuses or cannot do. Catch this to catch all of it."""

    codes: ClassVar[Mapping[str, str]] = {}
    retryable: ClassVar[bool] = False

    def __init__(self, code: str, message: str, *, hint: str = "", **facts: Any) -> None:
        if code not in self.codes:
            raise ValueError(f"{type(self).__name__} has no code {code!r}")
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.facts = facts


class InvalidInput(HoldfastError):
    """The request itself is wrong: change it and call again."""

    codes = {
        "text_empty": "the text has no visible character",
        "text_too_long": "the text is over the limit",
        "text_not_unicode": "the text holds a NUL or a lone surrogate",
        "field_invalid": "a field has a value that it cannot have",
        "detail_invalid": "the typed detail does not fit its kind",
        "space_invalid": "the space is not a path of plain names",
        "time_invalid": "a time has no zone, cannot be read, or ends before it starts",
        "id_invalid": "the id has not the form of an id",
        "cursor_invalid": "the page cursor was not made by this list",
        "settings_invalid": "a setting cannot be read",
        "input_unreadable": "the input file or stream cannot be read",
        "usage_invalid": "the command line cannot be read",
    }


class Denied(HoldfastError):
    """The caller may not do this."""

    codes = {
        "not_granted": "the caller has no grant for this in this space",
        "protected": "the memory is pinned or protected: an agent may correct, not remove it",
        "not_a_person": "only a person may do this, and the caller is an agent",
    }


class NotFound(HoldfastError):
    """Nothing by that name exists, or the caller may not know that it does: both read the same."""

    codes = {
        "not_found": "no such item",
        "operation_not_found": "no operation to undo",
        "store_not_found": "no store at that place",
    }


class Conflict(HoldfastError):
    """The state of the store does not allow it."""

    codes = {
        "ambiguous": "the description or the short id fits several",
        "changed_since": "something changed after the operation that would be undone",
        "cannot_undo": "this operation has no way back",
        "idempotency_key_reused": "the key was used before with another request",
        "status_wrong": "the item is in a status that does not allow it",
        "store_not_empty": "a replay needs an empty store",
    }


class Unavailable(HoldfastError):
    """Expected, and it passes: try again."""

    retryable = True
    codes = {
        "store_busy": "another writer kept the store longer than the limit",
        "store_read_only": "the store cannot be written",
        "disk_full": "the disk is full",
        "store_unreachable": "the folder or file cannot be opened",
        "store_too_new": "the store was written by a newer Holdfast",
        "sqlite_too_old": "this SQLite can damage a store with several writers",
        "store_closed": "the handle was closed",
        "embedder_missing": "the embedder cannot be loaded",
        "embedder_failed": "the embedder could not answer",
    }


class Corrupted(HoldfastError):
    """Stored data contradicts itself. Nothing was changed."""

    codes = {
        "not_a_store": "the file is not a Holdfast store",
        "store_damaged": "the database file is damaged",
        "chain_broken": "a journal entry does not fit its chain",
        "replay_differs": "the tables are not what the journal says",
    }


FAMILIES: tuple[type[HoldfastError], ...] = (
    InvalidInput,
    Denied,
    NotFound,
    Conflict,
    Unavailable,
    Corrupted,
)
