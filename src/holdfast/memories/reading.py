"""get, list, history, why, timeline: what is and what was held. Nothing here writes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from holdfast.evidence.ports import JournalTransaction
from holdfast.evidence.rules import open_entry
from holdfast.evidence.types import Entry, Row
from holdfast.governance.normal import clean
from holdfast.governance.rules import check_space, may_see
from holdfast.kernel.clock import Micros, optional_micros, to_datetime, to_micros
from holdfast.kernel.errors import InvalidInput, NotFound
from holdfast.kernel.ids import EVIDENCE
from holdfast.kernel.page import Page
from holdfast.memories.asking import LIMIT_MAX, check_choices, check_limit
from holdfast.memories.finding import find
from holdfast.memories.keys import entity_id, mentions_of
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.room import Room
from holdfast.memories.rows import read_evidence, read_link, read_memory
from holdfast.memories.types import (
    KINDS,
    STATUSES,
    Between,
    EmbeddingState,
    Filter,
    Memory,
    Moment,
    Stats,
    Why,
)

LABEL_BYTES_MAX = 512
HISTORY_MAX = 10_000
END = (1 << 62) - 1


def state_of(room: Room, row: Row) -> EmbeddingState:
    if room.model is None or row["status"] == "erased":
        return "off"
    return "ready" if row.get("embedded") else "pending"


def read(room: Room, row: Row) -> Memory:
    return read_memory(row, embedding=state_of(room, row))


def get(room: Room, given: str, as_of: datetime | None) -> Memory:
    with room.store.read(room.subject) as tx:
        row = find(tx, given)
        if as_of is None:
            return read(room, row)
        then = _as_of(tx, [row], tx.position_at(to_micros(as_of, field="as_of")))
        if not then:
            raise NotFound(
                "not_found",
                "This memory was not there yet at that time.",
                hint="`holdfast history` shows when it came.",
            )
        return read(room, then[0])


def list_memories(
    room: Room,
    wanted: Filter,
    *,
    limit: int,
    cursor: str | None,
    as_of: datetime | None,
) -> Page[Memory]:
    _check_filter(wanted, limit)
    before = END if cursor is None else _read_cursor(cursor)
    with room.store.read(room.subject) as tx:
        entities = _entities(tx, wanted)
        if as_of is None:
            rows = tx.list_memories(wanted, entities=entities, before=before, limit=limit + 1)
        else:
            position = tx.position_at(to_micros(as_of, field="as_of"))
            then = _Then(position, wanted, frozenset(entities))
            rows = _list_as_of(tx, then, min(before, position + 1), limit + 1)
        more = len(rows) > limit
        return Page(
            items=tuple(read(room, row) for row in rows[:limit]),
            next=str(rows[limit - 1]["position"]) if more else None,
        )


def _check_filter(wanted: Filter, limit: int) -> None:
    check_space(wanted.space)
    check_limit(limit)
    check_choices("status", wanted.statuses, STATUSES)
    check_choices("kind", wanted.kinds, KINDS)
    for field, text in (("author", wanted.author), ("entity", wanted.entity)):
        if text is not None:
            clean(text, field=field, bytes_max=LABEL_BYTES_MAX)
    for tag in wanted.tags:
        clean(tag, field="tag", bytes_max=LABEL_BYTES_MAX)


def _read_cursor(cursor: str) -> int:
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < len(str(END))):
        raise InvalidInput(
            "cursor_invalid",
            "The cursor was not made by this list.",
            hint="Pass the `next` of the page before, unchanged.",
        )
    return int(cursor)


def _entities(tx: MemoryTransaction, wanted: Filter) -> tuple[str, ...]:
    if wanted.entity is None:
        return ()
    return tx.same_entities(entity_id(tx.subject.org, wanted.entity))


@dataclass(frozen=True, slots=True)
class _Then:
    """What is asked of a moment in the past."""

    position: int
    wanted: Filter
    entities: frozenset[str]


def _list_as_of(tx: MemoryTransaction, then: _Then, before: int, limit: int) -> list[Row]:
    """What the list would have shown then: the filter is put to the rows as they were."""
    everything = Filter(space=then.wanted.space, statuses=STATUSES)
    found: list[Row] = []
    while len(found) < limit:
        page = tx.list_memories(everything, entities=(), before=before, limit=LIMIT_MAX)
        if not page:
            break
        before = page[-1]["position"]
        found.extend(row for row in _as_of(tx, page, then.position) if _fits(row, then))
    return found[:limit]


def _as_of(tx: MemoryTransaction, rows: Sequence[Row], position: int) -> list[Row]:
    """The rows as they were at a position: what came later is taken back, newest first.

    What was for others' eyes then is not shown now.
    """
    then = {row["id"]: row for row in rows if row["position"] <= position}
    for sealed in reversed(tx.all_entries(list(then), after=position)):
        entry = open_entry(sealed)
        if entry.before is not None:
            then[entry.subject] = {**then[entry.subject], **entry.before}
    return [row for row in then.values() if _was_visible(tx, row)]


def _was_visible(tx: MemoryTransaction, row: Row) -> bool:
    return may_see(
        tx.subject, visibility=row["visibility"], space=row["space"], author=row["author"]
    )


def _fits(row: Row, then: _Then) -> bool:
    """The filter of a list, on one row; the query of the present says the same in SQL."""
    wanted = then.wanted
    return (
        row["status"] in wanted.statuses
        and (not wanted.kinds or row["kind"] in wanted.kinds)
        and set(wanted.tags) <= set(row["tags"])
        and wanted.ended in (None, row["ended"])
        and wanted.pinned in (None, row["pinned"])
        and wanted.author in (None, row["author"])
        and _is_between(row["recorded_at"], wanted)
        and (not then.entities or any(one in then.entities for one, _, _ in mentions_of(row)))
    )


def _is_between(at: Micros, wanted: Filter) -> bool:
    since, until = optional_micros(wanted.since), optional_micros(wanted.until)
    return (since is None or since <= at) and (until is None or at < until)


def history(room: Room, given: str) -> tuple[Entry, ...]:
    with room.store.read(room.subject) as tx:
        return entries_of(tx, find(tx, given)["id"])


def entries_of(tx: JournalTransaction, memory_id: str) -> tuple[Entry, ...]:
    return tuple(
        open_entry(sealed)
        for sealed in tx.entries(after=0, limit=HISTORY_MAX, subjects=[memory_id])
    )


def why(room: Room, given: str) -> Why:
    with room.store.read(room.subject) as tx:
        row = find(tx, given)
        evidence = tx.evidence([one for one in row["evidence"] if one.startswith(EVIDENCE)])
        return Why(
            memory=read(room, row),
            evidence=tuple(
                sorted(map(read_evidence, evidence), key=lambda one: (one.at, one.position))
            ),
            entries=entries_of(tx, row["id"]),
            links=tuple(map(read_link, _visible_links(tx, row["id"]))),
        )


def _visible_links(tx: MemoryTransaction, memory_id: str) -> list[Row]:
    links = tx.links_at([memory_id], at=None)
    visible = tx.visible_ids(
        sorted({end for row in links for end in (row["source"], row["target"])})
    )
    return [row for row in links if {row["source"], row["target"]} <= visible | {memory_id}]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The stretch of time that a timeline shows."""

    since: datetime | None = None
    until: datetime | None = None


def timeline(room: Room, space: str, span: Span, limit: int) -> tuple[Moment, ...]:
    """What was said and what came to be held, in the order of time."""
    check_space(space)
    check_limit(limit)
    since = optional_micros(span.since, field="since")
    until = optional_micros(span.until, field="until")
    with room.store.read(room.subject) as tx:
        between = Between(
            space=space,
            since=-END if since is None else since,
            until=END if until is None else until,
            limit=limit,
        )
        moments = [*_moments(tx.memories_between(between)), *_moments(tx.turns_between(between))]
    return tuple(sorted(moments, key=lambda moment: (moment.at, moment.id))[:limit])


def _moments(rows: Iterable[Row]) -> Iterable[Moment]:
    for row in rows:
        if "kind" in row:
            at = row["recorded_at"] if row["valid_from"] is None else row["valid_from"]
            yield Moment(to_datetime(at), row["id"], row["kind"], row["text"])
        else:
            said = f"{row['speaker']}: {row['text']}" if row["speaker"] else row["text"]
            yield Moment(to_datetime(row["at"]), row["id"], row["role"], said)


def stats(room: Room) -> Stats:
    with room.store.read(room.subject) as tx:
        counts = tx.counts()
    whole = counts["whole"]
    return Stats(
        memories=counts["statuses"],
        kinds=counts["kinds"],
        turns=whole["turns"],
        links=whole["links"],
        entities=whole["entities"],
        entries=whole["entries"],
        pending_vectors=whole["pending_vectors"] if room.model else 0,
    )
