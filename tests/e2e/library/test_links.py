"""L9: links in time, graphs as of a moment, cycles once, and paths up to seven steps."""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from holdfast import Grant, Holdfast, Link, NotFound, Turn
from tests.fixtures.library import BOB, SteppingClock, limited, reader, refusal

pytestmark = pytest.mark.scenario("L9", surface="library")


def chain(store: Holdfast, length: int) -> tuple[list[str], list[Link]]:
    """Memories that hang together like beads: each depends on the next."""
    ids = [store.remember(f"Bead{number} on the string").memory.id for number in range(length)]
    links = [store.link(one, other, "depends_on") for one, other in itertools.pairwise(ids)]
    return list(ids), links


def depths(
    store: Holdfast, start: str, depth: int, as_of: datetime | None = None
) -> dict[str, int]:
    return {node.id: node.depth for node in store.graph(start, depth=depth, as_of=as_of).nodes}


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_a_graph_goes_as_deep_as_asked(store: Holdfast, depth: int) -> None:
    ids, links = chain(store, 8)

    assert depths(store, ids[0], depth) == {ids[step]: step for step in range(depth + 1)}
    assert store.graph(ids[0], depth=depth).links == tuple(links[:depth])


def test_a_graph_goes_both_ways_from_the_middle(store: Holdfast) -> None:
    ids, _ = chain(store, 7)

    assert depths(store, ids[3], 2) == {
        ids[3]: 0,
        ids[2]: 1,
        ids[4]: 1,
        ids[1]: 2,
        ids[5]: 2,
    }


def test_a_graph_as_of_before_and_after_a_link_was_closed(
    store: Holdfast, clock: SteppingClock
) -> None:
    before = clock.now
    ids, links = chain(store, 6)
    linked = clock.now
    clock.leap(timedelta(days=1))
    closed = store.unlink(links[2].id, why="no longer so")
    after = clock.now

    assert closed.valid_to is not None
    assert linked < closed.valid_to <= after
    assert len(depths(store, ids[0], 5, as_of=linked)) == 6
    assert depths(store, ids[0], 5, as_of=after) == {ids[0]: 0, ids[1]: 1, ids[2]: 2}
    assert depths(store, ids[0], 5) == depths(store, ids[0], 5, as_of=after)
    assert depths(store, ids[0], 5, as_of=before) == {ids[0]: 0}


def test_a_link_holds_for_the_time_given(store: Holdfast) -> None:
    one, two = (store.remember(f"Bead{n} on the string").memory.id for n in range(2))
    began, ended = datetime(2020, 1, 1, tzinfo=UTC), datetime(2021, 1, 1, tzinfo=UTC)
    store.link(one, two, "caused", valid_from=began, valid_to=ended, confidence=0.5)

    assert depths(store, one, 1, as_of=began) == {one: 0, two: 1}
    assert depths(store, one, 1, as_of=ended) == {one: 0}
    assert depths(store, one, 1, as_of=began - timedelta(microseconds=1)) == {one: 0}
    assert depths(store, one, 1) == {one: 0}


def test_a_cycle_is_returned_once(store: Holdfast) -> None:
    ids, links = chain(store, 4)
    closing = store.link(ids[3], ids[0], "depends_on")

    graph = store.graph(ids[0], depth=5)
    assert sorted(node.id for node in graph.nodes) == sorted(ids)
    assert {link.id for link in graph.links} == {link.id for link in [*links, closing]}
    assert len(graph.links) == 4
    assert not graph.truncated


def test_two_links_between_the_same_two_are_both_there_once(store: Holdfast) -> None:
    one, two = (store.remember(f"Bead{n} on the string").memory.id for n in range(2))
    store.link(one, two, "about")
    store.link(two, one, "supports")

    graph = store.graph(one, depth=5)
    assert len(graph.links) == len(graph.nodes) == 2


def test_relations_narrow_a_graph(store: Holdfast) -> None:
    ids, _ = chain(store, 3)
    aside = store.remember("Rivers flow uphill").memory.id
    store.link(ids[0], aside, "about")

    found = store.graph(ids[0], depth=5, relations=["about"])
    assert {node.id for node in found.nodes} == {ids[0], aside}


@pytest.mark.parametrize("steps", [1, 2, 6, 7])
def test_a_path_is_found_up_to_seven_steps(store: Holdfast, steps: int) -> None:
    ids, links = chain(store, 9)
    path = store.path(ids[0], ids[steps])

    assert path.found
    assert path.nodes == tuple(ids[: steps + 1])
    assert path.links == tuple(links[:steps])
    assert store.path(ids[steps], ids[0]).nodes == path.nodes[::-1]


def test_a_path_of_eight_steps_is_not_found(store: Holdfast) -> None:
    ids, _ = chain(store, 9)
    path = store.path(ids[0], ids[8])

    assert (path.found, path.nodes, path.links) == (False, (), ())
    assert not store.path(ids[0], ids[3], max_depth=2).found


def test_a_path_is_the_shortest_there_is(store: Holdfast) -> None:
    ids, _ = chain(store, 7)
    short = store.link(ids[0], ids[5], "refines")

    path = store.path(ids[0], ids[6])
    assert path.nodes == (ids[0], ids[5], ids[6])
    assert path.links[0] == short


def test_a_path_to_itself_has_no_link(store: Holdfast) -> None:
    ids, _ = chain(store, 2)

    assert store.path(ids[0], ids[0]).nodes == (ids[0],)


def test_a_path_as_of_a_moment_takes_only_what_held_then(
    store: Holdfast, clock: SteppingClock
) -> None:
    ids, links = chain(store, 4)
    then = clock.now
    store.unlink(links[1].id)

    assert store.path(ids[0], ids[3], as_of=then).found
    assert not store.path(ids[0], ids[3]).found


def test_linking_twice_is_one_link(store: Holdfast) -> None:
    one, two = (store.remember(f"Bead{n} on the string").memory.id for n in range(2))

    assert store.link(one, two, "about") == store.link(one, two, "about")
    assert store.stats().links == 1


def test_a_closed_link_can_be_made_anew_and_both_are_remembered(
    store: Holdfast, clock: SteppingClock
) -> None:
    one, two = (store.remember(f"Bead{n} on the string").memory.id for n in range(2))
    first = store.link(one, two, "about")
    held = clock.now
    store.unlink(first.id)
    between = clock.now
    second = store.link(one, two, "about")

    assert second.id != first.id
    assert store.graph(one, as_of=held).links[0].id == first.id
    assert store.graph(one, as_of=between).links == ()
    assert store.graph(one).links == (second,)
    assert len(store.why(one).links) == 2


def test_closing_twice_is_refused(store: Holdfast) -> None:
    _, links = chain(store, 2)
    store.unlink(links[0].id)

    assert refusal(lambda: store.unlink(links[0].id)).code == "status_wrong"


@pytest.mark.parametrize("verb", ["link", "unlink"])
def test_a_link_and_its_closing_can_be_undone(store: Holdfast, verb: str) -> None:
    ids, links = chain(store, 2)
    if verb == "unlink":
        store.unlink(links[0].id)
    store.undo()

    assert store.path(ids[0], ids[1]).found == (verb == "unlink")
    assert store.verify().ok


def test_evidence_and_entities_are_things_too(store: Holdfast) -> None:
    [turn] = store.observe(Turn("user", "We chose it for PostgreSQL"))
    memory = store.remember("PostgreSQL is the database").memory
    [entity] = [one for one in store.entities() if one.name == "PostgreSQL"]
    store.link(memory.id, turn, "derived_from")
    store.link(memory.id, entity.id, "about")

    labels = {node.id: node.label for node in store.graph(memory.id).nodes}
    assert labels == {
        memory.id: "PostgreSQL is the database",
        turn: "We chose it for PostgreSQL",
        entity.id: "PostgreSQL",
    }
    assert store.path(turn, entity.id).nodes == (turn, memory.id, entity.id)


def test_linking_what_is_not_there_or_to_itself_is_refused(store: Holdfast) -> None:
    memory = store.remember("Rivers flow uphill").memory.id
    absent: Sequence[str] = ["mem_" + "0" * 20, "ev_" + "0" * 20, "nam_" + "0" * 20]

    for one in absent:
        with pytest.raises(NotFound):
            store.link(memory, one, "about")
    assert refusal(lambda: store.link(memory, memory, "about")).code == "field_invalid"


def test_a_walk_never_goes_through_what_the_caller_may_not_see(store: Holdfast) -> None:
    one = store.remember("Bead one").memory.id
    hidden = store.remember("Bead two", visibility="private").memory.id
    three = store.remember("Bead three").memory.id
    store.link(one, hidden, "about")
    store.link(hidden, three, "about")
    bob = store.as_subject(BOB)

    assert [node.id for node in bob.graph(one, depth=5).nodes] == [one]
    assert bob.graph(one, depth=5).links == ()
    assert not bob.path(one, three).found


def test_a_link_is_not_told_to_who_sees_one_end_only(store: Holdfast) -> None:
    one = store.remember("Bead one", space="a").memory.id
    two = store.remember("Bead two", space="b").memory.id
    store.link(one, two, "about", why="it is secret")
    carl = store.as_subject(reader("carl", "a"))

    assert two not in repr([carl.read(), carl.why(one), carl.graph(one)])
    assert "secret" not in repr(carl.read())


@pytest.mark.parametrize("ends", ["turns", "memories"])
def test_linking_needs_leave_to_write(store: Holdfast, ends: str) -> None:
    if ends == "turns":
        one, two = store.observe([Turn("user", "one"), Turn("user", "two")])
    else:
        one, two = (store.remember(f"Bead{n} on the string").memory.id for n in range(2))  # type: ignore[assignment]
    carl = store.as_subject(reader("carl", ""))

    assert refusal(lambda: carl.link(one, two, "supports")).code == "not_granted"
    assert store.stats().links == 0


def test_unlinking_needs_leave_to_write(store: Holdfast) -> None:
    _, links = chain(store, 2)
    carl = store.as_subject(limited("carl", Grant("", frozenset({"read"})), Grant("a")))

    assert refusal(lambda: carl.unlink(links[0].id)).code == "not_granted"


def test_a_wide_graph_is_cut_and_says_so(store: Holdfast) -> None:
    hub = store.remember("The hub").memory.id
    spokes = [
        answer.memory.id
        for answer in store.remember_many(f"Spoke{number} stands" for number in range(2_100))
        if hasattr(answer, "memory")
    ]
    for spoke in spokes:
        store.link(spoke, hub, "about")

    graph = store.graph(hub, depth=2)
    assert graph.truncated
    assert len(graph.nodes) == 2_000
    shown = {node.id for node in graph.nodes}
    assert all({link.source, link.target} <= shown for link in graph.links)


def test_an_alias_leads_to_the_same_memories(store: Holdfast) -> None:
    memory = store.remember("PostgreSQL is the database").memory
    entity = store.alias("PostgreSQL", "the elephant")

    assert [one.id for one in store.list(entity="The Elephant")] == [memory.id]
    [named] = [one for one in store.entities() if one.id == entity]
    assert named.aliases == ("the elephant",)
    store.undo()
    assert store.list(entity="the elephant").items == ()


def test_a_name_that_belongs_to_something_else_is_refused(store: Holdfast) -> None:
    store.alias("PostgreSQL", "the elephant")

    assert refusal(lambda: store.alias("MySQL", "the elephant")).code == "status_wrong"
    assert store.alias("PostgreSQL", "the elephant") == store.alias("the elephant", "PostgreSQL")
