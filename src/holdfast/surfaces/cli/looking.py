"""list, get, history, why, timeline, journal, stats."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated

import typer

from holdfast.evidence.types import Entry
from holdfast.kernel.page import Page
from holdfast.memories.types import KINDS, LIVE, STATUSES, Ended, Memory, Moment, Stats, Status
from holdfast.memories.types import Why as Reasons
from holdfast.surfaces.cli.arguments import (
    AsOf,
    IdArgument,
    Limit,
    Since,
    Space,
    Until,
    chosen,
    one_of,
)
from holdfast.surfaces.cli.blocks import Answer, Block, Fields, Id, Line, Table
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.moments import moment
from holdfast.surfaces.cli.refusal import EXIT_INTERRUPTED, usage
from holdfast.surfaces.cli.views import (
    entry_blocks,
    evidence_table,
    gist,
    link_table,
    memory_fields,
    memory_table,
)

FOLLOW_SECONDS = 3_600.0
WAIT_MAX = 86_400
EMPTY = "Nothing here. `holdfast remember TEXT` begins; `holdfast stats` counts what there is."


def list_(
    context: typer.Context,
    space: Space = "",
    status: Annotated[
        list[str] | None,
        typer.Option(metavar="STATUS", help=f"{one_of(STATUSES)} Without it: what is remembered."),
    ] = None,
    kind: Annotated[list[str] | None, typer.Option(metavar="KIND", help=one_of(KINDS))] = None,
    tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="With this tag; repeated: with all.")
    ] = None,
    ended: Annotated[Ended | None, typer.Option(help="Those that ended in this way.")] = None,
    archived: Annotated[
        bool, typer.Option("--archived", help="The archive: what was retired, forgotten, expired.")
    ] = False,
    pinned: Annotated[bool, typer.Option("--pinned", help="Only pinned ones.")] = False,
    entity: Annotated[
        str | None, typer.Option(metavar="NAME", help="Those that name this, or an alias of it.")
    ] = None,
    author: Annotated[
        str | None, typer.Option(metavar="NAME", help="Those that this person wrote.")
    ] = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    limit: Limit = 50,
    cursor: Annotated[
        str | None, typer.Option(metavar="CURSOR", help="Continue after an earlier page.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every page; with --json, each on a line.")
    ] = False,
) -> None:
    """Times count when a memory was recorded."""
    call = Call.of(context)
    statuses = _statuses(chosen(status, STATUSES, "--status"), ended, archived=archived)
    kinds = chosen(kind, KINDS, "--kind")
    with call.open() as memory:
        read = partial(
            memory.list,
            space=space,
            status=statuses,
            kinds=kinds,
            tags=tag or (),
            ended=ended,
            entity=entity,
            pinned=pinned or None,
            author=author,
            since=moment(since, "--since"),
            until=moment(until, "--until"),
            as_of=moment(as_of, "--as-of"),
            limit=limit,
        )
        pages = _pages(lambda after: read(cursor=after), cursor)
        if not everything:
            _show_page(call, next(pages))
        elif call.options.json:
            for page in pages:
                call.stream(page)
        else:
            _show_page(call, Page(tuple(one for page in pages for one in page)))


def _statuses(
    given: tuple[Status, ...], ended: Ended | None, *, archived: bool
) -> tuple[Status, ...]:
    if archived and given:
        raise usage("--archived is a status itself.", "Leave out --status, or --archived.")
    if archived:
        return ("retired",)
    return given or (LIVE if ended is None else STATUSES)


def _pages(
    read: Callable[[str | None], Page[Memory]], cursor: str | None
) -> Iterator[Page[Memory]]:
    page = read(cursor)
    yield page
    while page.next is not None:
        page = read(page.next)
        yield page


def _show_page(call: Call, page: Page[Memory]) -> None:
    notes = [] if page.items else [EMPTY]
    if page.next is not None:
        notes.append(f"There are more: add --cursor {page.next} for the next page, or --all.")
    call.answer(Answer(page, lambda: [memory_table(page.items)] if page.items else [], notes))


def get(context: typer.Context, id: IdArgument, as_of: AsOf = None) -> None:
    call = Call.of(context)
    with call.open() as memory:
        found = memory.get(id, as_of=moment(as_of, "--as-of"))
        call.answer(Answer(found, lambda: [memory_fields(found)]))


def history(context: typer.Context, id: IdArgument) -> None:
    """Each change is part of an operation (op_…), which `holdfast undo` can take back."""
    call = Call.of(context)
    with call.open() as memory:
        entries = memory.history(id)
        call.answer(Answer(entries, lambda: entry_blocks(entries)))


def why(context: typer.Context, id: IdArgument) -> None:
    """The evidence comes in order, with time, speaker and surface; then its past and its links."""
    call = Call.of(context)
    with call.open() as memory:
        reasons = memory.why(id)
        call.answer(Answer(reasons, lambda: _reasons(reasons)))


def _reasons(reasons: Reasons) -> Iterator[Block]:
    held = reasons.memory
    yield Line((Id(held.id), "  ", held.text))
    yield Line("")
    if reasons.evidence:
        yield Line("It rests on:")
        yield evidence_table(reasons.evidence)
    else:
        by = f" It was stored by {held.author}"
        by += f", from {held.source}." if held.source else "."
        yield Line(f"It rests on no observed evidence.{by}")
    yield Line("")
    yield Line("What happened to it:")
    yield from entry_blocks(reasons.entries)
    if reasons.links:
        yield Line("")
        yield Line("Its links:")
        yield link_table(reasons.links)


def timeline(
    context: typer.Context,
    space: Space = "",
    since: Since = None,
    until: Until = None,
    limit: Limit = 100,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        moments = memory.timeline(
            space=space,
            since=moment(since, "--since"),
            until=moment(until, "--until"),
            limit=limit,
        )
        notes = [] if moments else [EMPTY]
        if len(moments) == limit:
            notes.append(f"These are the first {limit}: add --since or a higher --limit for more.")
        call.answer(Answer(moments, lambda: _timeline(moments), notes))


def _timeline(moments: tuple[Moment, ...]) -> Iterator[Block]:
    if moments:
        yield Table(
            ["at", "id", "what", "text"],
            [(one.at, Id(one.id), one.what, one.text) for one in moments],
        )


def journal(
    context: typer.Context,
    after: Annotated[
        int, typer.Option(metavar="POSITION", help="Only entries after this position.")
    ] = 0,
    limit: Limit = 100,
    wait: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0, max=WAIT_MAX, help="Wait so long for news."),
    ] = 0.0,
    follow: Annotated[
        bool, typer.Option("--follow", help="Show entries as they come, until Ctrl-C.")
    ] = False,
) -> int:
    """Every change of everything, in order. With --json --follow, each entry is on a line."""
    call = Call.of(context)
    with call.open() as memory:
        if follow:
            return _follow(call, lambda since: memory.read(since, wait=FOLLOW_SECONDS), after)
        entries = memory.read(after, limit=limit, wait=wait)
        last = entries[-1].position if entries else after
        notes = [] if entries else [f"No entries after position {after}."]
        if len(entries) == limit:
            notes.append(f"There may be more: add --after {last}.")
        value = {"items": entries, "next": last}
        call.answer(Answer(value, lambda: map(_entry, entries), notes))
    return 0


def _follow(call: Call, read: Callable[[int], tuple[Entry, ...]], after: int) -> int:
    """Ctrl-C is how this ends, so nothing needs to be said about it."""
    try:
        while True:
            entries = read(after)
            for entry in entries:
                after = entry.position
                if call.options.json:
                    call.stream(entry)
                else:
                    call.answer(Answer(entry, lambda shown=entry: [_entry(shown)]))  # type: ignore[misc]
            call.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _entry(entry: Entry) -> Line:
    told = f"  {gist(entry)}".rstrip()
    head = f"  {entry.position}  {entry.operation}  {entry.name}  "
    return Line((entry.at, head, Id(entry.subject), f"  by {entry.actor}{told}"))


def stats(context: typer.Context) -> None:
    call = Call.of(context)
    with call.open() as memory:
        counts = memory.stats()
        call.answer(Answer(counts, lambda: [_counts(counts)]))


def _counts(counts: Stats) -> Fields:
    return Fields(
        [
            ("memories", sum(counts.memories.values())),
            *((f"  {status}", number) for status, number in counts.memories.items()),
            ("by kind", None if not counts.kinds else ""),
            *((f"  {kind}", number) for kind, number in counts.kinds.items()),
            ("turns", counts.turns),
            ("links", counts.links),
            ("entities", counts.entities),
            ("journal entries", counts.entries),
            ("pending vectors", counts.pending_vectors),
        ]
    )
