"""How memories, their past and their links look to people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from holdfast.evidence.types import Entry, Evidence
from holdfast.memories.details import Detail
from holdfast.memories.types import Link, Memory
from holdfast.surfaces.cli.blocks import Block, Cell, Fields, Id, Line, Table
from holdfast.surfaces.cli.jsonform import plain, with_times
from holdfast.surfaces.cli.visible import visible

ARROW = " → "
BORN = frozenset(("memory.stored", "turn.observed", "link.added"))
SILENT_FIELDS = frozenset(("revised_at", "fingerprint", "embedded", "entities"))


def memory_fields(memory: Memory) -> Fields:
    return Fields(
        [
            ("id", Id(memory.id)),
            ("text", memory.text),
            ("title", memory.title),
            ("kind", memory.kind),
            *detail_rows(memory.detail),
            ("status", _status(memory)),
            ("superseded by", None if memory.superseded_by is None else Id(memory.superseded_by)),
            ("space", memory.space or None),
            ("visibility", memory.visibility),
            ("tags", _listed(memory.tags)),
            ("names", _listed(memory.entities)),
            ("holds from", memory.valid_from),
            ("holds until", memory.valid_to),
            ("recorded", memory.recorded_at),
            ("revised", _if_later(memory.revised_at, memory.recorded_at)),
            ("by", memory.author if memory.agent is None else f"{memory.author}/{memory.agent}"),
            ("retention", _retention(memory)),
            ("kept", _listed(_marks(memory))),
            ("confidence", memory.confidence),
            ("importance", memory.importance),
            ("usefulness", _usefulness(memory)),
            ("uses", memory.uses or None),
            ("evidence", _listed(memory.evidence)),
            ("source", memory.source),
            ("ref", memory.ref),
            ("redacted", _listed(memory.redacted)),
            ("risk", memory.risk or None),
            ("vector", None if memory.embedding == "ready" else memory.embedding),
        ]
    )


def detail_rows(detail: Detail | None) -> Iterator[tuple[str, Cell]]:
    """The fields that belong to the kind, as far as they say something."""
    values: Mapping[str, Any] = {} if detail is None else plain(detail)
    for name, value in values.items():
        if value not in (None, [], 0, ""):
            yield name.replace("_", " "), said(value)


def said(value: object) -> str:
    """A stored value in one line: lists with commas, objects as name: value."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {said(one)}" for name, one in value.items() if one is not None)
    if isinstance(value, list | tuple):
        return "; ".join(map(said, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _listed(values: Sequence[str]) -> str | None:
    return ", ".join(values) or None


def _if_later(at: datetime, than: datetime) -> datetime | None:
    return at if at > than else None


def _status(memory: Memory) -> str:
    return memory.status if memory.ended is None else f"{memory.status} ({memory.ended})"


def _retention(memory: Memory) -> Cell:
    if memory.expires_at is None:
        return memory.retention
    return (f"{memory.retention}, until ", memory.expires_at)


def _marks(memory: Memory) -> list[str]:
    named = {"pinned": memory.pinned, "protected": memory.protected}
    return [name for name, on in named.items() if on]


def _usefulness(memory: Memory) -> str | None:
    if not memory.helped + memory.hurt:
        return None
    return f"{memory.usefulness:.2f} (helped {memory.helped}, hurt {memory.hurt})"


def memory_table(memories: Sequence[Memory]) -> Table:
    """A column is there when it tells the memories apart."""
    with_space = any(memory.space for memory in memories)
    with_state = any(_state(memory) for memory in memories)
    head = ["id", "kind", "recorded"]
    head += ["space"] * with_space + ["status"] * with_state + ["text"]
    return Table(head, [_memory_row(one, with_space, with_state) for one in memories])


def _memory_row(memory: Memory, with_space: bool, with_state: bool) -> list[Cell]:
    row: list[Cell] = [Id(memory.id), memory.kind, memory.recorded_at]
    row += [memory.space] * with_space + [_state(memory)] * with_state
    return [*row, memory.text if memory.title is None else f"{memory.title}: {memory.text}"]


def _state(memory: Memory) -> str:
    """Nothing for a memory that simply holds."""
    named = [] if memory.status == "active" else [memory.ended or memory.status]
    return ", ".join([*named, *_marks(memory)])


# --- the past


def entry_blocks(entries: Iterable[Entry]) -> Iterator[Block]:
    for entry in entries:
        yield Line(
            (entry.at, f"  {entry.name}  {entry.operation}  by {entry.actor} ({entry.surface})")
        )
        yield Fields([*_about(entry)])


def _about(entry: Entry) -> Iterator[tuple[str, Cell]]:
    if entry.why is not None:
        yield "  why", entry.why
    if entry.erased:
        yield "  erased", "the content of this entry was destroyed"
    yield from (("  " + name, value) for name, value in changes_of(entry))


def changes_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """What changed, from what to what; of something new, what it says."""
    after = with_times(entry.after or {})
    if entry.before is None:
        if after.get("text"):
            yield "text", str(after["text"])
        return
    before = with_times(entry.before)
    for name in [*before, *(one for one in after if one not in before)]:
        if name not in SILENT_FIELDS and before.get(name) != after.get(name):
            yield (
                name.replace("_", " "),
                f"{_shown(before.get(name))}{ARROW}{_shown(after.get(name))}",
            )


def _shown(value: object) -> str:
    if value in (None, "", []):
        return "nothing"
    return said(plain(value))


def evidence_table(evidence: Sequence[Evidence]) -> Table:
    return Table(
        ["at", "id", "who", "role", "session", "surface", "said"],
        [
            [one.at, Id(one.id), one.speaker, one.role, one.session, one.surface, _quoted(one)]
            for one in evidence
        ],
    )


def _quoted(one: Evidence) -> str:
    return one.text if one.status == "active" else f"[{one.status}] {one.text}".rstrip()


def gist(entry: Entry) -> str:
    """An entry in a few words: what is new, or which fields changed."""
    if entry.erased:
        return "[erased]"
    if entry.before is None:
        return visible(str((entry.after or {}).get("text", "")))
    return ", ".join(name for name, _ in changes_of(entry))


def link_table(links: Sequence[Link]) -> Table:
    return Table(
        ["link", "from", "until", "relation"],
        [
            [
                Id(one.id),
                one.valid_from,
                one.valid_to,
                (Id(one.source), f" {one.relation} ", Id(one.target)),
            ]
            for one in links
        ],
    )
