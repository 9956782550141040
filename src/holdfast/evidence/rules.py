"""How entries are sealed, what a change is, and what of a turn is searched: pure."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from holdfast.evidence.types import Change, Entry, Header, Row, SealedEntry
from holdfast.kernel.clock import to_datetime
from holdfast.kernel.errors import InvalidInput
from holdfast.kernel.ids import ENTRY, OPERATION, derived

GENESIS = bytes(32)
"""What the first entry of an org is chained to."""

NAMED_BY_HEADER = ("position", "id", "org")
"""Fields of every row that the entry's header says already."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

SALT_BYTES = 16
POSITION_MAX = (1 << 63) - 1
CONTEXT_TURNS = 2
CONTEXT_CHARS = 200


def encode_body(change: Change) -> str:
    """What happened, as it is kept: for a change of a row only the fields that changed."""
    before, after = change.before, change.after
    body: dict[str, Any] = {}
    if change.destroys:
        if after is not None:
            body["after"] = {**_whole(after), "position": after["position"]}
    elif before is not None and after is not None:
        changed = [name for name in after if before.get(name) != after[name]]
        body["before"] = {name: before.get(name) for name in changed}
        body["after"] = {name: after[name] for name in changed}
    elif after is not None:
        body["after"] = _whole(after)
    elif before is not None:
        body["before"] = _whole(before)
    if change.why is not None:
        body["why"] = change.why
    if change.facts:
        body["facts"] = dict(change.facts)
    return _ENCODER.encode(body)


def _whole(row: Row) -> Row:
    return {
        name: value
        for name, value in row.items()
        if value is not None and name not in NAMED_BY_HEADER
    }


def digest_of(salt: bytes, body: str) -> bytes:
    return sha256(salt + body.encode()).digest()


def chain_hash(previous: bytes, header: Header, digest: bytes) -> bytes:
    """Every field but salt and body is sealed directly; those two through the digest.

    So a body can be erased together with its salt, and the chain still holds.
    """
    return sha256(previous + digest + _ENCODER.encode(header).encode()).digest()


def open_entry(sealed: SealedEntry) -> Entry:
    body: Mapping[str, Any] = {} if sealed.body is None else json.loads(sealed.body)
    header = sealed.header
    return Entry(
        position=header.position,
        id=derived(ENTRY, sealed.hash),
        at=to_datetime(header.at),
        org=header.org,
        space=header.space,
        session=header.session,
        actor=header.actor,
        surface=header.surface,
        name=header.name,
        subject=header.subject,
        operation=operation_id(header.operation),
        before=body.get("before"),
        after=body.get("after"),
        why=body.get("why"),
        facts=body.get("facts", {}),
        erased=sealed.body is None,
    )


def merged_row(current: Row | None, blank: Row, body: Mapping[str, Any]) -> Row | None:
    """The row after an entry with that body, given the row before it."""
    after: Row | None = body.get("after")
    if after is None:
        return None
    if "before" in body and current is not None:
        return {**current, **after}
    return {**blank, **after}


def operation_id(operation: int) -> str:
    return f"{OPERATION}_{operation}"


def operation_number(text: str) -> int:
    head, _, tail = text.rpartition("_")
    is_number = tail.isascii() and tail.isdigit() and len(tail) <= len(str(POSITION_MAX))
    if head not in ("", OPERATION) or not is_number or int(tail) > POSITION_MAX:
        raise InvalidInput(
            "id_invalid",
            "That is not the id of an operation.",
            hint="Operation ids look like op_42; `history` shows them.",
        )
    return int(tail)


def searchable_turn(speaker: str | None, text: str) -> str:
    return f"{speaker}: {text}" if speaker else text


def context_of(previous: list[str]) -> str:
    """The turns before, cut short: whole neighbours would drown the turn itself."""
    return "\n".join(text[:CONTEXT_CHARS] for text in previous[-CONTEXT_TURNS:])
