"""remember: the one way in which a statement becomes a memory."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from holdfast.evidence.types import Change, Row
from holdfast.governance.types import Subject
from holdfast.inference.rules import cosine, unpack
from holdfast.kernel.errors import Conflict, HoldfastError
from holdfast.memories.changes import (
    joined_row,
    link_change,
    memory_change,
    superseding,
)
from holdfast.memories.intake import Prepared, prepare
from holdfast.memories.keys import topics_of
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.reading import state_of
from holdfast.memories.room import Room
from holdfast.memories.rows import read_memory, starts_of, statement_of
from holdfast.memories.rules.contradiction import Verdict, compare
from holdfast.memories.types import LIVE, Draft, Outcome, Relation, Stored

CANDIDATES_MAX = 12
BATCH_DRAFTS = 128


@dataclass(frozen=True, slots=True)
class Refused:
    """A draft that was not stored, and why. The drafts around it are not touched."""

    index: int
    error: HoldfastError


def remember(room: Room, subject: Subject, draft: Draft) -> Stored:
    prepared = prepare(room, subject, draft)
    vectors = room.embedding.vectors([prepared.searchable])
    room.step("write.prepared")
    stored = room.store.write(
        subject, lambda tx: Settling(room, tx).settle(prepared, vectors.blobs[0])
    )
    room.step("write.answered")
    if stored.memory.embedding == "pending":
        room.late(subject)
    return stored


def remember_many(
    room: Room, subject: Subject, drafts: Iterable[Draft]
) -> Iterator[Stored | Refused]:
    """One answer per draft, in order. Each batch is one transaction; all are one operation."""
    operation: int | None = None
    numbered = enumerate(drafts)
    while drawn := list(islice(numbered, BATCH_DRAFTS)):
        prepared = [(index, _try_prepare(room, subject, index, draft)) for index, draft in drawn]
        texts = [one.searchable for _, one in prepared if isinstance(one, Prepared)]
        vectors = room.embedding.vectors(texts)
        blobs = iter(vectors.blobs)
        batch = [
            (index, one, next(blobs) if isinstance(one, Prepared) else None)
            for index, one in prepared
        ]
        settling = room.store.write(subject, _settle_batch(room, operation, batch))
        operation = settling.operation
        if vectors.degraded:
            room.late(subject)
        yield from settling.answers


def _try_prepare(room: Room, subject: Subject, index: int, draft: Draft) -> Prepared | Refused:
    try:
        return prepare(room, subject, draft)
    except HoldfastError as error:
        return Refused(index, error)


class Settling:
    """Decides, inside the transaction, what a prepared draft becomes."""

    def __init__(self, room: Room, tx: MemoryTransaction, operation: int | None = None) -> None:
        self._room = room
        self._tx = tx
        self.operation = operation
        self.answers: list[Stored | Refused] = []

    def settle(self, prepared: Prepared, blob: bytes | None) -> Stored:
        known = self._known_request(prepared) or self._known_text(prepared)
        if known is not None:
            return self._answer(known, "existing")
        if prepared.row["status"] == "quarantined":
            return self._store(prepared, blob, "quarantined", [])
        verdicts = self._verdicts(prepared.row, blob)
        disputed = [old for old, verdict in verdicts if verdict.outcome == "disputed"]
        if disputed:
            return self._dispute(prepared, blob, disputed)
        if any(verdict.outcome in ("supersedes", "historical") for _, verdict in verdicts):
            return self._supersede(prepared, blob, verdicts)
        same = [old for old, verdict in verdicts if verdict.outcome == "same"]
        if same:
            return self._merge(prepared, blob, same[0])
        return self._store(prepared, blob, "stored", [])

    def _known_request(self, prepared: Prepared) -> Row | None:
        if prepared.request is None:
            return None
        request = self._tx.row(prepared.request)
        if request is None:
            return None
        memory = self._tx.memory(request["memory"])
        if memory is None or memory["status"] not in (*LIVE, "quarantined"):
            return None
        if request["digest"] != prepared.digest:
            raise Conflict(
                "idempotency_key_reused",
                "This idempotency key was used before with another request.",
                hint="Use a new key for a new statement, or repeat the first request as it was.",
                memory=memory["id"],
            )
        return memory

    def _known_text(self, prepared: Prepared) -> Row | None:
        known = self._tx.memory_with(prepared.row["fingerprint"])
        if known is None:
            return None
        changes = self._request_changes(prepared, known["id"], "existing")
        missing = [one for one in prepared.row["evidence"] if one not in known["evidence"]]
        if missing:
            supported = {**known, "evidence": [*known["evidence"], *missing]}
            changes.append(memory_change("memory.supported", known, supported))
            known = supported
        self._append(changes)
        return known

    def _verdicts(self, row: Row, blob: bytes | None) -> list[tuple[Row, Verdict]]:
        """How the candidates relate to the new row; those that have nothing to do with it not."""
        candidates = self._tx.candidates(topics_of(row), CANDIDATES_MAX)
        if not candidates:
            return []
        blobs = self._tx.vectors([old["position"] for old in candidates]) if blob else {}
        new = statement_of(row)
        verdicts = []
        for old in candidates:
            old_blob = blobs.get(old["position"])
            near = cosine(unpack(blob), unpack(old_blob)) if blob and old_blob else None
            verdict = compare(statement_of(old), new, near)
            if verdict.outcome != "unrelated":
                verdicts.append((old, verdict))
        return verdicts

    def _dispute(self, prepared: Prepared, blob: bytes | None, olds: Sequence[Row]) -> Stored:
        prepared.row["status"] = "disputed"
        links = [self._link(prepared.row, "contradicts", old) for old in olds]
        return self._store(prepared, blob, "disputed", links, related=olds)

    def _supersede(
        self, prepared: Prepared, blob: bytes | None, verdicts: Sequence[tuple[Row, Verdict]]
    ) -> Stored:
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
        return self._store(prepared, blob, outcome, changes, related=olds, because=because)

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

    def _merge(self, prepared: Prepared, blob: bytes | None, old: Row) -> Stored:
        new = prepared.row
        new |= {
            "status": "superseded",
            "ended": "merged",
            "superseded_by": old["id"],
            "replaced_at": new["recorded_at"],
        }
        joined = joined_row(old, [new])
        changes = [memory_change("memory.joined", old, joined, facts={"merged": [new["id"]]})]
        self._store(prepared, blob, "merged", changes)
        return self._answer(joined, "merged", because="words", related=[new])

    def _store(
        self,
        prepared: Prepared,
        blob: bytes | None,
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
        if blob is not None and self._room.model is not None:
            self._tx.put_vectors(self._room.model, [(row["position"], blob)])
        self._room.step("write.vector")
        row["embedded"] = blob is not None
        return self._answer(row, outcome, because=because, related=related)

    def _append(self, changes: Sequence[Change]) -> None:
        if changes:
            self.operation = self._room.journal.append(self._tx, changes, operation=self.operation)

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
        return link_change(self._room, self._tx.subject, source, relation, target)

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


def _settle_batch(
    room: Room,
    operation: int | None,
    batch: Sequence[tuple[int, Prepared | Refused, bytes | None]],
) -> Callable[[MemoryTransaction], Settling]:
    def work(tx: MemoryTransaction) -> Settling:
        settling = Settling(room, tx, operation)
        for index, one, blob in batch:
            settling.answers.append(
                one if isinstance(one, Refused) else _try_settle(settling, index, one, blob)
            )
        return settling

    return work


def _try_settle(
    settling: Settling, index: int, prepared: Prepared, blob: bytes | None
) -> Stored | Refused:
    """A conflict is found before anything of this draft is written, so it can stand alone."""
    try:
        return settling.settle(prepared, blob)
    except Conflict as error:
        return Refused(index, error)
