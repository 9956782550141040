"""remember: the one way in which a statement becomes a memory."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from holdfast.evidence.types import Change, Row
from holdfast.inference.rules import cosine, unpack
from holdfast.kernel.clock import Micros
from holdfast.kernel.errors import Conflict, HoldfastError, NotFound
from holdfast.memories.changes import (
    joined_row,
    link_change,
    memory_change,
    stamp,
    superseding,
)
from holdfast.memories.intake import Prepared, prepare
from holdfast.memories.keys import topics_of
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.reading import state_of
from holdfast.memories.room import Room
from holdfast.memories.rows import read_memory, searchable, starts_of, statement_of
from holdfast.memories.rules.contradiction import Verdict, compare
from holdfast.memories.types import Draft, Outcome, Relation, Stored

BATCH_DRAFTS = 256


@dataclass(frozen=True, slots=True)
class Refused:
    """A draft that was not stored, and why. The drafts around it are not touched."""

    index: int
    error: HoldfastError


def remember(room: Room, draft: Draft) -> Stored:
    prepared = prepare(room, draft)
    encode(room, [prepared])
    room.step("write.prepared")
    stored = room.store.write(room.subject, lambda tx: Settling(room, tx).settle(prepared))
    room.step("write.answered")
    if stored.memory.embedding == "pending":
        room.late(room.subject)
    return stored


def encode(room: Room, prepared: Sequence[Prepared]) -> None:
    """A vector for each, if the model answers in time; outside of any transaction."""
    vectors = room.embedding.vectors([one.searchable for one in prepared])
    for one, blob in zip(prepared, vectors.blobs, strict=True):
        one.blob = blob


def remember_many(room: Room, drafts: Iterable[Draft]) -> Iterator[Stored | Refused]:
    """One answer per draft, in order. Each batch is one transaction; all are one operation."""
    operation: int | None = None
    numbered = enumerate(drafts)
    while drawn := list(islice(numbered, BATCH_DRAFTS)):
        batch = [_try_prepare(room, index, draft) for index, draft in drawn]
        prepared = [one for one in batch if isinstance(one, Prepared)]
        encode(room, prepared)
        settling = room.store.write(
            room.subject, _settle_batch(room, operation, drawn[0][0], batch)
        )
        operation = settling.operation
        if any(one.blob is None for one in prepared):
            room.late(room.subject)
        yield from settling.answers


def _try_prepare(room: Room, index: int, draft: Draft) -> Prepared | Refused:
    try:
        return prepare(room, draft)
    except HoldfastError as error:
        return Refused(index, error)


class Settling:
    """Decides, inside the transaction, what a prepared draft becomes."""

    def __init__(self, room: Room, tx: MemoryTransaction, operation: int | None = None) -> None:
        self._room = room
        self._tx = tx
        self._now: Micros = 0
        self.operation = operation
        self.answers: list[Stored | Refused] = []

    def settle(self, prepared: Prepared) -> Stored:
        now = self._room.clock()
        prepared.row |= {"recorded_at": now, "revised_at": now}
        self._now = self._room.clock()
        stamp(prepared.row, self._now)
        known = self._known_request(prepared)
        if known is not None:
            return self._answer(known, "existing")
        self._require_evidence(prepared.row["evidence"])
        known = self._known_text(prepared)
        if known is not None:
            return self._answer(known, "existing")
        if prepared.row["status"] == "quarantined":
            return self._store(prepared, "quarantined", [])
        verdicts = self._verdicts(prepared.row, prepared.blob)
        disputed = [old for old, verdict in verdicts if verdict.outcome == "disputed"]
        if disputed:
            return self._dispute(prepared, disputed)
        if any(verdict.outcome in ("supersedes", "historical") for _, verdict in verdicts):
            return self._supersede(prepared, verdicts)
        same = [old for old, verdict in verdicts if verdict.outcome == "same"]
        if same:
            return self._merge(prepared, same[0])
        return self._store(prepared, "stored", [])

    def _known_request(self, prepared: Prepared) -> Row | None:
        if prepared.request is None:
            return None
        request = self._tx.row(prepared.request)
        if request is None:
            return None
        if request["digest"] != prepared.digest:
            raise Conflict(
                "idempotency_key_reused",
                "This idempotency key was used before with another request.",
                hint="Use a new key for a new statement, or repeat the first request as it was.",
                memory=request["memory"],
            )
        return self._tx.memory(request["memory"])

    def _require_evidence(self, ids: Sequence[str]) -> None:
        missing = set(ids) - self._tx.visible_ids(ids)
        if missing:
            raise NotFound(
                "not_found",
                f"{len(missing)} of the ids given as evidence name nothing that you may see.",
                hint="Observe the turns first, and pass the ids that observe gave.",
                missing=sorted(missing),
            )

    def _known_text(self, prepared: Prepared) -> Row | None:
        known = self._tx.memory_with(prepared.row["fingerprint"])
        if known is None or not _overlap(known, prepared.row):
            return None
        changes = self._request_changes(prepared, known["id"], "existing")
        joined = joined_row(known, [prepared.row])
        if joined != known:
            changes.append(memory_change("memory.supported", known, joined))
        self._append(changes)
        self._renew_vector(known, joined, prepared)
        return joined

    def _renew_vector(self, before: Row, after: Row, prepared: Prepared) -> None:
        """A memory that gained a title or a detail says more than its old vector."""
        if searchable(before) == searchable(after):
            return
        after["embedded"] = False
        if searchable(after) == prepared.searchable:
            put_vector(self._room, self._tx, after, prepared.blob)

    def _verdicts(self, row: Row, blob: bytes | None) -> list[tuple[Row, Verdict]]:
        """How the candidates relate to the new row; those that have nothing to do with it not."""
        candidates = self._tx.candidates(topics_of(row))
        if not candidates:
            return []
        new = statement_of(row)
        verdicts = {}
        for old in candidates:
            verdict = compare(statement_of(old), new, None)
            if verdict.outcome == "same":
                verdict = compare(statement_of(old), new, self._likeness(old, blob))
            if verdict.outcome != "unrelated":
                verdicts[old["id"]] = verdict
        whole = {old["id"]: old for old in self._tx.memories(list(verdicts))}
        return [(whole[memory_id], verdict) for memory_id, verdict in verdicts.items()]

    def _likeness(self, old: Row, blob: bytes | None) -> float | None:
        """The cosine, for the few that the words call the same; None without a vector."""
        known = self._tx.vectors([old["position"]]).get(old["position"])
        if blob is None or known is None or len(blob) != len(known):
            return None
        return cosine(unpack(blob), unpack(known))

    def _dispute(self, prepared: Prepared, olds: Sequence[Row]) -> Stored:
        prepared.row["status"] = "disputed"
        links = [self._link(prepared.row, "contradicts", old) for old in olds]
        return self._store(prepared, "disputed", links, related=olds)

    def _supersede(self, prepared: Prepared, verdicts: Sequence[tuple[Row, Verdict]]) -> Stored:
        new = prepared.row
        changes = []
        olds = []
        because = None
        for old, verdict in verdicts:
            if verdict.outcome == "historical":
                self._close_before(new, old)
                changes.append(self._link(old, "supersedes", new))
            elif verdict.outcome == "supersedes":
                changes.append(superseding(old, new, why=f"contradiction: {verdict.because}"))
                changes.append(self._link(new, "supersedes", old))
            else:
                continue
            because = verdict.because
            olds.append(old)
        outcome: Outcome = "superseding" if new["status"] == "active" else "stored"
        return self._store(prepared, outcome, changes, related=olds, because=because)

    def _close_before(self, new: Row, old: Row) -> None:
        """What was true before the statement that we hold is history from the start."""
        new |= {
            "status": "superseded",
            "ended": "superseded",
            "superseded_by": old["id"],
            "replaced_at": new["recorded_at"],
        }
        if new["valid_to"] is None:
            new["valid_to"] = starts_of(old)

    def _merge(self, prepared: Prepared, old: Row) -> Stored:
        new = prepared.row
        new |= {
            "status": "superseded",
            "ended": "merged",
            "superseded_by": old["id"],
            "replaced_at": new["recorded_at"],
        }
        joined = joined_row(old, [new])
        changes = [memory_change("memory.joined", old, joined, facts={"merged": [new["id"]]})]
        self._store(prepared, "merged", changes)
        self._renew_vector(old, joined, prepared)
        return self._answer(joined, "merged", because="words", related=[new])

    def _store(
        self,
        prepared: Prepared,
        outcome: Outcome,
        changes: Sequence[Change],
        *,
        related: Sequence[Row] = (),
        because: str | None = None,
    ) -> Stored:
        row = prepared.row
        self._append(
            [
                memory_change("memory.stored", None, row),
                *changes,
                *self._request_changes(prepared, row["superseded_by"] or row["id"], outcome),
            ]
        )
        put_vector(self._room, self._tx, row, prepared.blob)
        self._room.step("write.vector")
        return self._answer(row, outcome, because=because, related=related)

    def _append(self, changes: Sequence[Change]) -> None:
        """The entries say the same moment as the row, so that as-of finds it from then on."""
        if changes:
            self.operation = self._room.journal.append(
                self._tx, changes, operation=self.operation, at=self._now
            )

    def _request_changes(self, prepared: Prepared, memory: str, outcome: str) -> list[Change]:
        if prepared.request is None:
            return []
        before = self._tx.row(prepared.request)
        after = {"digest": prepared.digest, "memory": memory, "outcome": outcome}
        if before is not None:
            after = {**before, **after}
        row = prepared.row
        return [
            Change(
                name="request.answered",
                subject=prepared.request,
                space=row["space"],
                audience=f"@{self._tx.subject.user}",
                before=before,
                after=after,
            )
        ]

    def _link(self, source: Row, relation: Relation, target: Row) -> Change:
        return link_change(self._room, source, relation, target)

    def _answer(
        self,
        row: Row,
        outcome: Outcome,
        *,
        because: str | None = None,
        related: Sequence[Row] = (),
    ) -> Stored:
        memory = read_memory(row, embedding=state_of(self._room, row))
        pending = memory.embedding == "pending"
        return Stored(
            memory=memory,
            outcome=outcome,
            because=because,
            related=tuple(one["id"] for one in related),
            degraded=("vectors",) if pending else (),
        )


def _overlap(one: Row, other: Row) -> bool:
    """What held from 2015 to 2016, and again from 2024, are two statements in the same words."""
    return not (
        (one["valid_to"] is not None and one["valid_to"] <= (other["valid_from"] or 0))
        or (other["valid_to"] is not None and other["valid_to"] <= (one["valid_from"] or 0))
    )


def put_vector(room: Room, tx: MemoryTransaction, row: Row, blob: bytes | None) -> None:
    if blob is not None and room.model is not None:
        tx.put_vectors(room.model, [(row["position"], blob)])
    row["embedded"] = blob is not None


def _settle_batch(
    room: Room, operation: int | None, start: int, batch: Sequence[Prepared | Refused]
) -> Callable[[MemoryTransaction], Settling]:
    def work(tx: MemoryTransaction) -> Settling:
        settling = Settling(room, tx, operation)
        for index, one in enumerate(batch, start):
            settling.answers.append(
                one if isinstance(one, Refused) else _try_settle(settling, index, one)
            )
        return settling

    return work


def _try_settle(settling: Settling, index: int, prepared: Prepared) -> Stored | Refused:
    """A refusal comes before anything of this draft is written, so it can stand alone."""
    try:
        return settling.settle(prepared)
    except (Conflict, NotFound) as error:
        return Refused(index, error)
