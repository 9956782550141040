"""L9 at the command line: links in time, graphs as of a moment, and paths."""

from itertools import pairwise

import pytest

from tests.fixtures.commands import Shell

pytestmark = pytest.mark.scenario("L9", surface="cli")


def chain(shell: Shell, length: int, *options: str) -> tuple[list[str], list[str]]:
    """Memories that hang together like beads; their ids, and those of the links."""
    ids = [shell.remembered(f"Bead{number} on the string") for number in range(length)]
    links = [
        shell.json("link", one, "depends_on", other, *options)["id"] for one, other in pairwise(ids)
    ]
    return ids, links


def depths(shell: Shell, start: str, *options: str) -> dict[str, int]:
    found = shell.json("graph", start, *options)
    return {node["id"]: node["depth"] for node in found["nodes"]}


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_graph_goes_as_deep_as_asked(shell: Shell, depth: int) -> None:
    ids, _ = chain(shell, 8)
    assert depths(shell, ids[0], "--depth", str(depth)) == {
        ids[step]: step for step in range(depth + 1)
    }


def test_a_graph_is_drawn_as_a_tree_with_relations_and_ids(shell: Shell) -> None:
    ids, links = chain(shell, 4)
    lines = shell.done("graph", ids[0], "--depth", "5").out.splitlines()
    assert lines[0] == f"{ids[0]}  Bead0 on the string"
    for step in (1, 2, 3):
        drawn = f"{'  ' * step}depends_on → {ids[step]}  Bead{step} on the string"
        assert lines[step].startswith(drawn)
        assert links[step - 1] in lines[step]


def test_a_graph_as_of_before_and_after_a_link_was_closed(shell: Shell) -> None:
    ids, links = chain(shell, 6)
    closed = shell.json("unlink", links[2], "--why", "no longer so")
    [first_link_from] = [
        link["valid_from"]
        for link in shell.json("graph", ids[0])["links"]
        if link["id"] == links[0]
    ]
    whole = ("--depth", "5")
    before_all = depths(shell, ids[0], *whole, "--as-of", "2020-01-01")
    after_first = depths(shell, ids[0], *whole, "--as-of", first_link_from)
    after_closing = depths(shell, ids[0], *whole, "--as-of", closed["valid_to"])
    assert before_all == {ids[0]: 0}
    assert after_first == {ids[0]: 0, ids[1]: 1}
    assert after_closing == depths(shell, ids[0], *whole) == {ids[n]: n for n in range(3)}


def test_a_closed_link_is_still_there_for_the_time_in_which_it_held(shell: Shell) -> None:
    ids, links = chain(shell, 6)
    held = shell.json("link", ids[0], "about", ids[5])["valid_from"]
    shell.done("unlink", links[2])
    assert len(depths(shell, ids[0], "--depth", "5", "--as-of", held)) == 6
    assert shell.json("path", ids[0], ids[5], "--as-of", held)["found"]


def test_a_link_holds_for_the_time_given(shell: Shell) -> None:
    ids, _ = chain(shell, 2, "--valid-from", "2020-01-01T00:00Z", "--valid-to", "2021-01-01T00:00Z")
    assert depths(shell, ids[0], "--as-of", "2020-06-01T00:00Z") == {ids[0]: 0, ids[1]: 1}
    assert depths(shell, ids[0], "--as-of", "2021-01-01T00:00Z") == {ids[0]: 0}
    assert depths(shell, ids[0]) == {ids[0]: 0}


def test_a_cycle_is_returned_once(shell: Shell) -> None:
    ids, links = chain(shell, 4)
    closing = shell.json("link", ids[3], "depends_on", ids[0])["id"]
    graph = shell.json("graph", ids[0], "--depth", "5")
    assert sorted(node["id"] for node in graph["nodes"]) == sorted(ids)
    assert sorted(link["id"] for link in graph["links"]) == sorted([*links, closing])
    told = shell.done("graph", ids[0], "--depth", "5").out
    assert [told.count(f"Bead{number} on the string") for number in range(4)] == [1, 1, 1, 1]
    assert closing in told


@pytest.mark.parametrize("steps", [1, 6, 7])
def test_a_path_is_found_up_to_seven_steps(shell: Shell, steps: int) -> None:
    ids, links = chain(shell, 9)
    way = shell.json("path", ids[0], ids[steps])
    assert (way["found"], way["nodes"]) == (True, ids[: steps + 1])
    assert [link["id"] for link in way["links"]] == links[:steps]
    told = shell.done("path", ids[0], ids[steps]).out.splitlines()
    assert told[0] == ids[0]
    assert told[-1] == f"  depends_on → {ids[steps]}"


def test_a_path_of_eight_steps_is_not_found_and_that_is_an_answer(shell: Shell) -> None:
    ids, _ = chain(shell, 9)
    told = shell.done("path", ids[0], ids[8])
    assert (told.out, told.err) == ("", "No way within 7 links leads there.\n")
    assert shell.json("path", ids[0], ids[8]) == {"found": False, "nodes": [], "links": []}


@pytest.mark.parametrize(
    ("command", "limit"), [(("graph", "--depth"), "6"), (("path", "--max-depth"), "8")]
)
def test_a_search_that_goes_too_far_is_refused(
    shell: Shell, command: tuple[str, str], limit: str
) -> None:
    ids, _ = chain(shell, 2)
    verb, option = command
    ends = ids if verb == "path" else ids[:1]
    assert shell.refused(verb, *ends, option, limit).exit == 2


def test_a_link_can_be_undone_and_linking_twice_is_one_link(shell: Shell) -> None:
    ids, links = chain(shell, 2)
    assert shell.json("link", ids[0], "depends_on", ids[1])["id"] == links[0]
    assert shell.json("stats")["links"] == 1
    shell.done("undo")
    assert not shell.json("path", *ids)["found"]


def test_closing_twice_is_refused(shell: Shell) -> None:
    _, links = chain(shell, 2)
    shell.done("unlink", links[0])
    refusal = shell.refused("unlink", links[0])
    assert (refusal.exit, refusal.code) == (4, "status_wrong")


@pytest.mark.parametrize(
    ("target", "exit_code"), [("mem_" + "0" * 20, 4), ("ev_" + "0" * 20, 4), ("{itself}", 2)]
)
def test_linking_to_nothing_or_to_itself_is_refused(
    shell: Shell, target: str, exit_code: int
) -> None:
    memory = shell.remembered("Rivers flow uphill")
    refusal = shell.refused("link", memory, "about", target.replace("{itself}", memory))
    assert refusal.exit == exit_code
    assert shell.json("stats")["links"] == 0
