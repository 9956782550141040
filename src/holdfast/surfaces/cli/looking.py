"""list, get, history, why, timeline, journal, stats."""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, cast, get_args

import typer

from holdfast.evidence.types import Entry
from holdfast.kernel.page import Page
from holdfast.memories.types import (
    LIVE,
    STATUSES,
    Ended,
    Kind,
    Memory,
    Moment,
    Stats,
    Status,
)
from holdfast.memories.types import Why as Reasons
from holdfast.surfaces.cli.arguments import AsOf, IdArgument, Limit, Since, Space, Until
from holdfast.surfaces.cli.blocks import Answer, Block, Fields, Id, Line, Table
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.moments import moment
from holdfast.surfaces.cli.refusal import usage
from holdfast.surfaces.cli.views import (
    changes_of,
    entry_blocks,
    evidence_table,
    memory_fields,
    memory_table,
    said,
)

PAGE = 50
FOLLOW_SECONDS = 3_600.0


def list_(
    context: typer.Context,
    space: Space = "",
    status: Annotated[
        list[Status] | None,
        typer.Option(help="In this status; may be repeated. Without it: what is remembered."),
    ] = None,
    kind: Annotated[list[Kind] | None, typer.Option(help="Of this kind; may be repeated.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="With this tag; repeated: with all.")
    ] = None,
    ended: Annotated[Ended | None, typer.Option(help="Those that ended in this way.")] = None,
    archived: Annotated[
        bool, typer.Option("--archived", help="The archive: retired, forgotten, expired.")
    ] = False,
    every_status: Annotated[
        bool, typer.Option("--every-status", help="In whatever status, erased ones too.")
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
    limit: Limit = PAGE,
    cursor: Annotated[
        str | None, typer.Option(metavar="CURSOR", help="Continue after an earlier page.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All pages; with --json, a line for each.")
    ] = False,
) -> None:
    call = Call.of(context)
    wanted = {
        "space": space,
        "status": _statuses(status, ended, archived=archived, every=every_status),
        "kinds": tuple(kind or ()),
        "tags": tuple(tag or ()),
        "ended": ended,
        "entity": entity,
        "pinned": pinned or None,
        "author": author,
        "since": moment(since, "--since"),
        "until": moment(until, "--until"),
        "as_of": moment(as_of, "--as-of"),
        "limit": limit,
    }
    with call.open() as memory:
        pages = _pages(lambda after: memory.list(**wanted, cursor=after), cursor)
        if not everything:
            _show_page(call, next(pages))
        elif call.options.json:
            for page in pages:
                call.stream(page)
        else:
            _show_page(call, Page(tuple(one for page in pages for one in page)))
