"""observe: keeps what was said and done, in order, so that memories can rest on it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol, TypeVar

from holdfast.evidence.journal import Journal
from holdfast.evidence.ports import EvidenceTransaction
from holdfast.evidence.rules import context_of, searchable_turn
from holdfast.evidence.types import ROLES, Change, Row, Turn
from holdfast.governance.injection import assess
from holdfast.governance.normal import clean
from holdfast.governance.ports import Transactions
from holdfast.governance.redaction import redact
from holdfast.governance.rules import check_space, require
from holdfast.governance.types import Subject
from holdfast.kernel.clock import Clock, optional_micros
from holdfast.kernel.errors import InvalidInput
from holdfast.kernel.ids import EVIDENCE, SESSION, EvidenceId, Ids, derived

LABEL_BYTES_MAX = 512
CONTEXT_TURNS = 2

Tx = TypeVar("Tx", bound=EvidenceTransaction)


class Encoded(Protocol):
    @property
    def blobs(self) -> tuple[bytes | None, ...]: ...


class Encoder(Protocol):
    """Turns texts into vectors, in time or not at all."""

    def vectors(self, texts: Sequence[str]) -> Encoded: ...


@dataclass(frozen=True, slots=True)
class Observing:
    """The ports of observe, and what an operator may choose."""

    encoder: Encoder
    model: str | None
    clock: Clock
    ids: Ids
    redact: frozenset[str]
    quarantine_at: float
    late: Callable[[Subject], None]


def observe(
    store: Transactions[Tx],
    journal: Journal[Tx],
    room: Observing,
    subject: Subject,
    turns: Iterable[Turn],
) -> tuple[EvidenceId, ...]:
    """All of the turns or none: their ids, in the order given."""
    rows = [_row(room, subject, turn) for turn in turns]
    if not rows:
        return ()
    blobs = room.encoder.vectors([row["text"] for row in rows]).blobs

    def work(tx: Tx) -> None:
        journal.append(tx, [_change(row) for row in rows])
        if room.model is not None:
            tx.put_vectors(
                room.model,
                [
                    (row["position"], blob)
                    for row, blob in zip(rows, blobs, strict=True)
                    if blob is not None
                ],
            )

    store.write(subject, work)
    if None in blobs:
        room.late(subject)
    return tuple(EvidenceId(row["id"]) for row in rows)


def _row(room: Observing, subject: Subject, turn: Turn) -> Row:
    require(subject, "write", check_space(turn.space))
    if turn.role not in ROLES:
        raise InvalidInput(
            "field_invalid",
            "role has a value that it cannot have.",
            hint=f"Choose one of {', '.join(ROLES)}.",
        )
    text = redact(clean(turn.text), room.redact)
    speaker = _label(room, turn.speaker, "speaker")
    now = room.clock()
    at = optional_micros(turn.at, field="at")
    risk = round(assess(text.text).score, 3)
    return {
        "id": room.ids.make(EVIDENCE),
        "org": subject.org,
        "space": turn.space,
        "session": _label(room, turn.session, "session"),
        "role": turn.role,
        "speaker": speaker,
        "text": text.text,
        "at": now if at is None else at,
        "ref": None if turn.ref is None else clean(turn.ref, field="ref", bytes_max=1_024),
        "status": "quarantined" if risk >= room.quarantine_at else "active",
        "risk": risk,
        "redacted": list(text.found),
        "author": subject.user,
        "surface": subject.surface,
        "recorded_at": now,
    }


def _label(room: Observing, value: str | None, field: str) -> str | None:
    if value is None:
        return None
    return redact(clean(value, field=field, bytes_max=LABEL_BYTES_MAX), room.redact).text


def _change(row: Row) -> Change:
    return Change(
        name="turn.observed",
        subject=row["id"],
        space=row["space"],
        session=session_id(row["org"], row["session"]),
        before=None,
        after=row,
    )


def session_id(org: str, name: str | None) -> str | None:
    """What the journal's open header says of a session: a name could hold what is erased later."""
    if name is None:
        return None
    return derived(SESSION, blake2b(f"{org}\0{name}".encode(), digest_size=16).digest())


def project_turn(
    tx: EvidenceTransaction, subject: str, before: Row | None, after: Row | None
) -> None:
    """A turn is searched together with the two before it, so erasing one touches the next two."""
    assert after is not None, "a turn's row is never deleted: even an erased one leaves a mark"
    tx.put_row(subject, before, after)
    item = after["position"]
    if after["status"] == "erased":
        tx.delete_lexical(item)
        tx.delete_vectors(item)
        for later in [] if before is None else _following(tx, before):
            tx.delete_lexical(later["position"])
            _put_words(tx, later)
    elif before is None:
        _put_words(tx, after)


def _put_words(tx: EvidenceTransaction, row: Row) -> None:
    previous: list[Row] = []
    if row["session"] is not None:
        previous, _ = tx.session_neighbours(
            row["session"], row["space"], row["position"], CONTEXT_TURNS
        )
    tx.put_lexical(
        row["position"],
        searchable_turn(row["speaker"], row["text"]),
        context_of([searchable_turn(one["speaker"], one["text"]) for one in previous]),
    )


def _following(tx: EvidenceTransaction, row: Row) -> list[Row]:
    if row["session"] is None:
        return []
    _, following = tx.session_neighbours(
        row["session"], row["space"], row["position"], CONTEXT_TURNS
    )
    return following
