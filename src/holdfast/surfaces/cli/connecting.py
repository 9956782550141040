"""link, unlink, graph, path, entities, alias."""

from collections.abc import Iterator
from typing import Annotated

import typer

from holdfast.kernel.page import Page
from holdfast.memories.types import RELATIONS, Entity, Graph, Link, Relation
from holdfast.memories.types import Path as LinkPath
from holdfast.surfaces.cli.arguments import (
    TIME_HELP,
    AsOf,
    Limit,
    ThingArgument,
    Why,
    chosen,
    one_of,
)
from holdfast.surfaces.cli.blocks import Answer, Block, Branch, Id, Line, Table
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.moments import moment
from holdfast.surfaces.cli.refusal import usage
from holdfast.surfaces.cli.views import link_table


def link(
    context: typer.Context,
    source: ThingArgument,
    relation: Annotated[
        str, typer.Argument(metavar="RELATION", help=f"One of {', '.join(RELATIONS)}.")
    ],
    target: ThingArgument,
    confidence: Annotated[float, typer.Option(metavar="0..1", help="How sure it is.")] = 1.0,
    valid_from: Annotated[
        str | None, typer.Option(metavar="TIME", help=f"Since when it holds. {TIME_HELP}")
    ] = None,
    valid_to: Annotated[
        str | None, typer.Option(metavar="TIME", help="Until when it holds.")
    ] = None,
    why: Why = None,
) -> None:
    """The relation may also stand last."""
    here, how, there = _ordered(source, relation, target)
    call = Call.of(context)
    with call.open() as memory:
        added = memory.link(
            here,
            there,
            how,
            confidence=confidence,
            valid_from=moment(valid_from, "--valid-from"),
            valid_to=moment(valid_to, "--valid-to"),
            why=why,
        )
        call.answer(Answer(added, lambda: [_linked("Linked: ", added)]))


def _ordered(source: str, relation: str, target: str) -> tuple[str, Relation, str]:
    """No relation can be read as an id, so the order tells nothing that the words do not."""
    if target in RELATIONS and relation not in RELATIONS:
        relation, target = target, relation
    for known in RELATIONS:
        if known == relation:
            return source, known, target
    raise usage(f"There is no relation {relation}.", f"Choose one of {', '.join(RELATIONS)}.")


def _linked(deed: str, one: Link) -> Line:
    words = (Id(one.source), f" {one.relation} ", Id(one.target))
    return Line((deed, Id(one.id), "  ", *words))


def unlink(
    context: typer.Context,
    id: Annotated[str, typer.Argument(metavar="LINK", help="The whole id of the link: lnk_….")],
    why: Why = None,
) -> None:
    """`holdfast graph ID` shows the links of a memory, with their ids."""
    call = Call.of(context)
    with call.open() as memory:
        closed = memory.unlink(id, why=why)
        call.answer(Answer(closed, lambda: [_linked("Closed: ", closed)]))


def graph(
    context: typer.Context,
    id: ThingArgument,
    depth: Annotated[int, typer.Option(metavar="1..5", help="How many links away.")] = 2,
    relation: Annotated[
        list[str] | None, typer.Option(metavar="RELATION", help=one_of(RELATIONS))
    ] = None,
    as_of: AsOf = None,
) -> None:
    """Each thing comes once; a link that leads back to one shown already is listed below."""
    call = Call.of(context)
    relations = chosen(relation, RELATIONS, "--relation")
    with call.open() as memory:
        found = memory.graph(
            id,
            depth=depth,
            relations=relations,
            as_of=moment(as_of, "--as-of"),
        )
        call.answer(Answer(found, lambda: _graph(found)))


def _graph(found: Graph) -> Iterator[Block]:
    labels = {node.id: node.label for node in found.nodes}
    depths = {node.id: node.depth for node in found.nodes}
    branches = {node.id: Branch("") for node in found.nodes}
    hung: set[str] = set()
    for node in found.nodes:
        way = next((one for one in found.links if _leads(one, node.id, depths)), None)
        if way is None:
            branches[node.id].says = (Id(node.id), "  ", node.label)
            continue
        hung.add(way.id)
        forth = way.target == node.id
        arrow = f"{way.relation} → " if forth else f"← {way.relation} "
        branches[node.id].says = (arrow, Id(node.id), "  ", labels[node.id], "  ", Id(way.id))
        branches[way.source if forth else way.target].under.append(branches[node.id])
    yield branches[found.nodes[0].id]
    rest = [one for one in found.links if one.id not in hung]
    if rest:
        yield Line("")
        yield Line("Linked as well:")
        yield link_table(rest)
    if found.truncated:
        yield Line("There is more than is shown: begin at a nearer thing, or lower --depth.")


def _leads(one: Link, there: str, depths: dict[str, int]) -> bool:
    """Whether a link comes to a thing from one step nearer to the beginning."""
    if there not in (one.source, one.target):
        return False
    here = one.source if one.target == there else one.target
    return depths.get(here, -1) == depths[there] - 1


def path(
    context: typer.Context,
    source: ThingArgument,
    target: ThingArgument,
    max_depth: Annotated[int, typer.Option(metavar="1..7", help="How many links at most.")] = 7,
    as_of: AsOf = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        way = memory.path(source, target, max_depth=max_depth, as_of=moment(as_of, "--as-of"))
        notes = [] if way.found else [f"No way within {max_depth} links leads there."]
        call.answer(Answer(way, lambda: _path(way), notes))


def _path(way: LinkPath) -> Iterator[Block]:
    if way.found:
        yield Line(Id(way.nodes[0]))
    for there, one in zip(way.nodes[1:], way.links, strict=True):
        arrow = f"  {one.relation} → " if one.target == there else f"  ← {one.relation} "
        yield Line((arrow, Id(there)))


def entities(
    context: typer.Context,
    like: Annotated[
        str, typer.Argument(metavar="WORDS", help="Only names that have this in them.")
    ] = "",
    limit: Limit = 100,
    cursor: Annotated[
        str | None, typer.Option(metavar="CURSOR", help="Continue after an earlier page.")
    ] = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        page = memory.entities(like, limit=limit, cursor=cursor)
        notes = [] if page.items else ["No memory names anything of that name."]
        if page.next is not None:
            notes.append(f"There are more: add --cursor {page.next}.")
        call.answer(Answer(page, lambda: _entities(page), notes))


def _entities(page: Page[Entity]) -> Iterator[Block]:
    if page.items:
        rows = [
            (Id(one.id), one.sort, one.mentions, one.name, ", ".join(one.aliases))
            for one in page.items
        ]
        yield Table(["id", "sort", "mentions", "name", "aliases"], rows)


def alias(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name that it has.")],
    also: Annotated[str, typer.Argument(metavar="ALSO", help="Another name of the same.")],
    why: Why = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        entity = memory.alias(name, also, why=why)
        said = Line(("The other name is kept for ", Id(entity)))
        call.answer(Answer({"id": entity}, lambda: [said]))
