"""link, unlink, graph, path, entities, alias: how things hang together, and when they did."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from holdfast.evidence.types import Change, Row
from holdfast.governance.normal import clean
from holdfast.governance.rules import common_space, require
from holdfast.kernel.clock import Micros, optional_micros
from holdfast.kernel.errors import Conflict, InvalidInput, NotFound
from holdfast.kernel.ids import ENTITY, EVIDENCE, LINK, has_prefix
from holdfast.kernel.page import Page
from holdfast.memories.asking import check_choices, check_limit
from holdfast.memories.changing import reason
from holdfast.memories.finding import find_whole
from holdfast.memories.intake import Cleaner, share
from holdfast.memories.keys import entity_id
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.room import Room
from holdfast.memories.rows import audience_of, narrower, read_link
from holdfast.memories.types import RELATIONS, Entity, Graph, Link, Node, Path, Relation

GRAPH_DEPTH_MAX = 5
GRAPH_NODES_MAX = 2_000
PATH_DEPTH_MAX = 7
LABEL_CHARS = 80
NAME_BYTES_MAX = 256


def thing(tx: MemoryTransaction, given: str) -> str:
    """The full id of a memory, an observed turn or an entity that the subject may see."""
    if not (has_prefix(given, EVIDENCE) or has_prefix(given, ENTITY)):
        return str(find_whole(tx, given)["id"])
    if given not in tx.visible_ids([given]):
        raise NotFound(
            "not_found",
            "There is no such thing that you may see.",
            hint="`holdfast list` shows memories, `holdfast entities` what they name.",
        )
    return given


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLink:
    """A link to add; it holds from now on unless another time is given."""

    source: str
    target: str
    relation: Relation
    confidence: float = 1.0
    valid_from: datetime | None = None
    valid_to: datetime | None = None


def link(room: Room, new: NewLink, why: str | None) -> Link:
    why = reason(room, why)
    _check_link(new)

    def work(tx: MemoryTransaction) -> Row:
        source, target = thing(tx, new.source), thing(tx, new.target)
        if source == target:
            raise InvalidInput(
                "field_invalid",
                "A thing cannot be linked to itself.",
                hint="Name two different things.",
            )
        now = room.clock()
        for row in tx.links_at([source], at=now):
            if (row["source"], row["target"], row["relation"]) == (source, target, new.relation):
                return row
        given_from = optional_micros(new.valid_from, field="valid_from")
        row = {
            "id": room.ids.make(LINK),
            "source": source,
            "target": target,
            "relation": new.relation,
            "confidence": float(new.confidence),
            "valid_from": now if given_from is None else given_from,
            "valid_to": optional_micros(new.valid_to, field="valid_to"),
            "status": "active",
            "author": room.subject.user,
            "recorded_at": now,
        }
        room.journal.append(tx, [_link_change(tx, "link.added", None, row, why)])
        return row

    return read_link(room.store.write(room.subject, work))


def _check_link(new: NewLink) -> None:
    if new.relation not in RELATIONS:
        raise InvalidInput(
            "field_invalid",
            "That is no relation that there is.",
            hint=f"Choose one of {', '.join(RELATIONS)}.",
        )
    share(new.confidence, 1.0, "confidence")
    begins = optional_micros(new.valid_from, field="valid_from")
    ends = optional_micros(new.valid_to, field="valid_to")
    if begins is not None and ends is not None and ends <= begins:
        raise InvalidInput(
            "time_invalid",
            "valid_to is not after valid_from.",
            hint="Swap the two, or leave valid_to open.",
        )


def unlink(room: Room, link_id: str, why: str | None) -> Link:
    """Closes the link in time: it held until now."""
    why = reason(room, why)

    def work(tx: MemoryTransaction) -> Row:
        row = _find_link(tx, link_id)
        now = room.clock()
        if row["valid_to"] is not None and row["valid_to"] <= now:
            raise Conflict(
                "status_wrong",
                "This link is closed already.",
                hint="`holdfast graph --as-of` shows when it held.",
            )
        after = {**row, "valid_to": max(now, row["valid_from"])}
        room.journal.append(tx, [_link_change(tx, "link.closed", row, after, why)])
        return after

    return read_link(room.store.write(room.subject, work))


def _find_link(tx: MemoryTransaction, link_id: str) -> Row:
    row = tx.row(link_id) if has_prefix(link_id, LINK) else None
    if row is None or row["status"] != "active" or not _both_visible(tx, row):
        raise NotFound(
            "not_found",
            "There is no such link that you may see.",
            hint="`holdfast graph ID` shows the links of a memory; their ids start with lnk_.",
        )
    return row


def _both_visible(tx: MemoryTransaction, row: Row) -> bool:
    ends = {row["source"], row["target"]}
    return tx.visible_ids(sorted(ends)) == ends


def _link_change(
    tx: MemoryTransaction, name: str, before: Row | None, after: Row, why: str | None
) -> Change:
    """Only who may see both ends hears of a link; it needs leave to write where it begins."""
    ends = [after["source"], after["target"]]
    memories, turns = tx.memories(ends), tx.evidence(ends)
    spaces = {row["id"]: row["space"] for row in (*memories, *turns)}
    require(tx.subject, "write", spaces.get(after["source"], spaces.get(after["target"], "")))
    walled = [row["space"] for row in memories if row["visibility"] != "org"]
    walled.extend(row["space"] for row in turns)
    return Change(
        name=name,
        subject=after["id"],
        space=common_space(walled),
        audience=narrower(*map(audience_of, memories), *("" for _ in turns), "*"),
        before=before,
        after=after,
        why=why,
    )


@dataclass(slots=True)
class _Walk:
    """A breadth-first walk that never enters what the subject may not see."""

    tx: MemoryTransaction
    start: str
    at: Micros
    relations: Sequence[Relation] = ()
    seen: dict[str, int] = field(default_factory=dict)
    links: dict[str, Row] = field(default_factory=dict)

    def step(self, frontier: Sequence[str], depth: int) -> list[tuple[str, str, Row]]:
        """One layer further: which thing was reached from which, by which link."""
        rows = [
            row
            for row in self.tx.links_at(frontier, at=self.at)
            if not self.relations or row["relation"] in self.relations
        ]
        ends = {end for row in rows for end in (row["source"], row["target"])}
        visible = self.tx.visible_ids(sorted(ends), held=True) | {self.start}
        reached = []
        inside = set(frontier)
        for row in rows:
            if not {row["source"], row["target"]} <= visible:
                continue
            self.links[row["id"]] = row
            for here, there in ((row["source"], row["target"]), (row["target"], row["source"])):
                if here in inside and there not in self.seen:
                    self.seen[there] = depth
                    reached.append((there, here, row))
        return reached


def graph(
    room: Room,
    given: str,
    *,
    depth: int,
    relations: Sequence[Relation],
    as_of: datetime | None,
) -> Graph:
    """What is linked to a thing at that moment, each thing and each link once."""
    if not 1 <= depth <= GRAPH_DEPTH_MAX:
        raise InvalidInput(
            "field_invalid",
            f"depth is not between 1 and {GRAPH_DEPTH_MAX}.",
            hint="Start at a nearer memory instead of going deeper.",
        )
    check_choices("relations", relations, RELATIONS)
    with room.store.read(room.subject) as tx:
        start = thing(tx, given)
        walk = _Walk(tx, start, _moment(room, as_of), relations, {start: 0})
        frontier = [start]
        for level in range(1, depth + 1):
            frontier = [there for there, _, _ in walk.step(frontier, level)]
            if not frontier or len(walk.seen) > GRAPH_NODES_MAX:
                break
        labels = labels_of(tx, list(walk.seen)[:GRAPH_NODES_MAX])
        nodes = tuple(Node(one, labels.get(one, ""), level) for one, level in walk.seen.items())
    shown = {node.id for node in nodes[:GRAPH_NODES_MAX]}
    return Graph(
        nodes=nodes[:GRAPH_NODES_MAX],
        links=tuple(
            read_link(row) for row in walk.links.values() if {row["source"], row["target"]} <= shown
        ),
        truncated=len(nodes) > GRAPH_NODES_MAX,
    )


def _moment(room: Room, as_of: datetime | None) -> Micros:
    given = optional_micros(as_of, field="as_of")
    return room.clock() if given is None else given


def labels_of(tx: MemoryTransaction, ids: Sequence[str]) -> Mapping[str, str]:
    labels = {row["id"]: row["title"] or row["text"] for row in tx.memories(ids)}
    labels |= {row["id"]: row["text"] for row in tx.evidence(ids)}
    labels |= {row["entity"]: row["name"] for row in tx.entity_names(ids)}
    return {one: label[:LABEL_CHARS] for one, label in labels.items()}


def path(
    room: Room,
    source: str,
    target: str,
    *,
    max_depth: int,
    as_of: datetime | None,
) -> Path:
    """The shortest way between two things, along links in either direction."""
    if not 1 <= max_depth <= PATH_DEPTH_MAX:
        raise InvalidInput(
            "field_invalid",
            f"max_depth is not between 1 and {PATH_DEPTH_MAX}.",
            hint="Longer ways mean little.",
        )
    with room.store.read(room.subject) as tx:
        start, goal = thing(tx, source), thing(tx, target)
        walk = _Walk(tx, start, _moment(room, as_of), (), {start: 0})
        came: dict[str, tuple[str, Row]] = {}
        frontier = [start]
        for level in range(1, max_depth + 1):
            if goal in walk.seen or not frontier:
                break
            reached = walk.step(frontier, level)
            came |= {there: (here, row) for there, here, row in reached}
            frontier = [there for there, _, _ in reached]
    return _way_back(start, goal, came)


def _way_back(start: str, goal: str, came: Mapping[str, tuple[str, Row]]) -> Path:
    if goal != start and goal not in came:
        return Path(found=False, nodes=(), links=())
    nodes, links = deque([goal]), deque[Link]()
    while nodes[0] != start:
        here, row = came[nodes[0]]
        nodes.appendleft(here)
        links.appendleft(read_link(row))
    return Path(found=True, nodes=tuple(nodes), links=tuple(links))


def entities(room: Room, like: str, limit: int, cursor: str | None) -> Page[Entity]:
    """Everything that the memories name which the subject may see."""
    check_limit(limit)
    for field_name, text in (("like", like), ("cursor", cursor)):
        if text:
            clean(text, field=field_name, bytes_max=NAME_BYTES_MAX)
    with room.store.read(room.subject) as tx:
        rows = tx.entities(like=like, after=cursor or "", limit=limit + 1)
        aliases = tx.entity_aliases([row["entity"] for row in rows])
    named: dict[str, list[str]] = {}
    for row in aliases:
        named.setdefault(row["entity"], []).append(row["name"])
    items = tuple(
        Entity(
            id=row["entity"],
            name=row["name"],
            sort=row["sort"],
            aliases=tuple(sorted(named.get(row["entity"], ()))),
            mentions=row["mentions"],
        )
        for row in rows[:limit]
    )
    return Page(items, next=rows[limit - 1]["entity"] if len(rows) > limit else None)


def alias(room: Room, name: str, also: str, why: str | None) -> str:
    """From now on `also` is another name of `name`: both lead to the same memories."""
    why = reason(room, why)
    cleaner = Cleaner(room.options)
    name = cleaner.text(clean(name, field="name", bytes_max=NAME_BYTES_MAX))
    also = cleaner.text(clean(also, field="also", bytes_max=NAME_BYTES_MAX))
    require(room.subject, "write", "")

    def work(tx: MemoryTransaction) -> str:
        entity = tx.same_entities(entity_id(room.subject.org, name))[0]
        other = entity_id(room.subject.org, also)
        before = tx.row(other)
        if other == entity or (before is not None and before["entity"] == entity):
            return entity
        if before is not None or tx.same_entities(other) != (other,):
            raise Conflict(
                "status_wrong",
                "That name belongs to something else already.",
                hint="`holdfast entities` shows names and their aliases; undo the other first.",
            )
        change = Change(
            name="entity.aliased",
            subject=other,
            space="",
            audience="*",
            before=None,
            after={"name": also, "entity": entity, "author": room.subject.user},
            why=why,
        )
        room.journal.append(tx, [change])
        return entity

    return room.store.write(room.subject, work)
