"""L2, L4 and L6 at the command line: forgetting, protection, and the archive."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from holdfast import Subject
from holdfast.kernel.clock import system_clock, to_datetime
from tests.fixtures.commands import Shell
from tests.fixtures.library import SteppingClock, opened

forgetting = pytest.mark.scenario("L2", surface="cli")
protecting = pytest.mark.scenario("L4", surface="cli")
ageing = pytest.mark.scenario("L6", surface="cli")

API, SHOP = "The cache of the API is dogpile", "The cache of the shop is memcached"
TWO_YEARS = timedelta(days=730)


# --- L2


@forgetting
def test_words_that_fit_two_name_both_and_change_nothing(shell: Shell) -> None:
    one, two = shell.remembered(API), shell.remembered(SHOP)
    before = shell.json("stats")
    refusal = shell.refused("forget", "the cache")
    assert (refusal.exit, refusal.code) == (4, "ambiguous")
    for said in (one, two, API, SHOP):
        assert said in refusal.hint
    assert shell.json("stats") == before


@forgetting
def test_a_person_can_copy_the_id_from_a_line_of_its_own(shell: Shell) -> None:
    ids = {shell.remembered(API), shell.remembered(SHOP)}
    told = shell("forget", "the cache").err
    candidates = [line.split() for line in told.splitlines() if line.startswith("  mem_")]
    assert {words[0] for words in candidates} == ids


@forgetting
@pytest.mark.parametrize("described", ["shop cache", "the cache of the SHOP", "memcached"])
def test_words_that_fit_one_forget_it(shell: Shell, described: str) -> None:
    shell.remembered(API)
    two = shell.remembered(SHOP)
    assert shell.json("forget", described)["id"] == two
    assert shell.texts() == [API]


@forgetting
@pytest.mark.parametrize("described", ["*", "%", '"', "dogp*", "cache OR x", "tomorrow's weather"])
def test_words_that_fit_nothing_are_not_found_and_operators_are_just_letters(
    shell: Shell, described: str
) -> None:
    shell.remembered(API)
    refusal = shell.refused("forget", described)
    assert (refusal.exit, refusal.code) == (4, "not_found")


@forgetting
@pytest.mark.parametrize("letters", [7, 12, 24])
def test_by_id_it_is_gone_from_every_answer_at_once(shell: Shell, letters: int) -> None:
    memory = shell.remembered("Alice likes the PostgreSQL database")
    told = shell.done("forget", memory[:letters], "--why", "she asked")
    assert f"Back again: holdfast restore {memory}" in told.err
    for command in ("list", "timeline", "entities"):
        assert "PostgreSQL" not in shell.done(command).out
    assert shell.refused("forget", "PostgreSQL database").code == "not_found"
    assert memory in shell.done("list", "--archived").out


@forgetting
def test_restore_brings_it_back_byte_for_byte(shell: Shell) -> None:
    memory = shell.remembered(
        "The cache is dogpile,  with\ttwo spaces \u2014 and é", "--kind", "decision",
        "--space", "team/core", "--title", "Caching", "--tag", "api", "--detail",
        '{"question": "Which cache?", "choice": "dogpile"}', "--confidence", "0.7",
        "--source", "meeting", "--ref", "ADR-7",
    )  # fmt: skip
    before = shell.done("get", memory, "--json").out
    shell.done("forget", memory)
    shell.done("restore", memory)
    assert shell.done("get", memory, "--json").out == before


# --- L4

every_guard = pytest.mark.parametrize("guard", ["pin", "protect"])


@protecting
@every_guard
def test_an_agent_may_correct_what_is_guarded(shell: Shell, guard: str) -> None:
    memory = shell.remembered("The cache is dogpile")
    shell.done(guard, memory)
    agent = shell.by("--agent", "bot")
    agent.done("revise", memory, "The cache is dogpile 1.4")
    agent.done("supersede", memory, "The cache is gone")
    assert shell.texts() == ["The cache is gone"]


@protecting
@every_guard
@pytest.mark.parametrize("verb", ["forget", "retire", "erase"])
def test_an_agent_is_denied_to_remove_it_and_a_person_is_not(
    shell: Shell, guard: str, verb: str
) -> None:
    memory = shell.remembered("The cache is dogpile")
    shell.done(guard, memory)
    refusal = shell.by("--agent", "bot").refused(verb, memory)
    assert (refusal.exit, refusal.code) == (3, "protected")
    assert "revise" in refusal.hint
    assert shell.texts() == ["The cache is dogpile"]
    shell.done(verb, memory)
    assert shell.texts() == []


@protecting
@every_guard
def test_an_agent_is_denied_to_take_the_guard_away(shell: Shell, guard: str) -> None:
    memory = shell.remembered("The cache is dogpile")
    shell.done(guard, memory)
    refusal = shell.by("--agent", "bot").refused(guard, memory, "--off")
    assert (refusal.exit, refusal.code) == (3, "not_a_person")
    shell.done(guard, memory, "--off")
    shell.by("--agent", "bot").done("forget", memory)


def remembered_long_ago(home: Path, ago: timedelta) -> dict[str, str]:
    """A store of that time; gives what each memory is there for."""
    then = to_datetime(system_clock()) - ago
    clock = SteppingClock(datetime.fromtimestamp(then.timestamp(), tz=then.tzinfo))
    with opened(home, clock=clock, subject=Subject()) as store:
        ids = {
            "short": store.remember("The build is red", retention="short").memory.id,
            "mid": store.remember("Ann is on leave", retention="mid").memory.id,
            "long": store.remember("Rivers flow uphill").memory.id,
            "pinned": store.remember("Bells ring at noon", retention="short").memory.id,
            "protected": store.remember("Anchors rust", retention="mid").memory.id,
        }
        store.pin(ids["pinned"])
        store.protect(ids["protected"])
    return {name: str(one) for name, one in ids.items()}


@protecting
def test_a_sweep_two_years_later_leaves_what_is_guarded_and_says_so(shell: Shell) -> None:
    ids = remembered_long_ago(shell.home, TWO_YEARS)
    told = shell.done("sweep").out
    assert told.splitlines()[0] == "Expired and moved to the archive: 2"
    assert "they stay: 1 pinned, 1 protected" in told
    left = {memory["id"] for memory in shell.listed()}
    assert left == {ids["long"], ids["pinned"], ids["protected"]}


@protecting
def test_a_sweep_by_an_agent_leaves_what_is_guarded_as_well(shell: Shell) -> None:
    ids = remembered_long_ago(shell.home, TWO_YEARS)
    swept = shell.by("--agent", "bot").json("sweep")
    assert set(swept["expired"]) == {ids["short"], ids["mid"]}


# --- L6


@ageing
@pytest.mark.parametrize(
    ("ago", "expired"),
    [
        (timedelta(hours=5), set()),
        (timedelta(hours=7), {"short"}),
        (timedelta(days=6), {"short"}),
        (timedelta(days=8), {"short", "mid"}),
    ],
)
def test_a_sweep_moves_what_has_expired_and_nothing_else(
    shell: Shell, ago: timedelta, expired: set[str]
) -> None:
    ids = remembered_long_ago(shell.home, ago)
    swept = shell.json("sweep")
    assert set(swept["expired"]) == {ids[name] for name in expired}
    archive = {memory["id"] for memory in shell.listed("--archived", "--ended", "expired")}
    assert archive == set(swept["expired"])


@ageing
def test_a_dry_run_says_how_many_and_which_and_changes_nothing(shell: Shell) -> None:
    remembered_long_ago(shell.home, TWO_YEARS)
    before = shell.listed()
    told = shell.done("sweep", "--dry-run").out
    assert told.splitlines()[0] == "Expired and to move to the archive: 2"
    assert "The build is red" in told
    assert "Ann is on leave" in told
    assert shell.listed() == before


@ageing
def test_history_says_why_it_was_moved(shell: Shell) -> None:
    ids = remembered_long_ago(shell.home, TWO_YEARS)
    shell.done("sweep")
    assert "its mid retention is over" in shell.done("history", ids["mid"]).out


@ageing
def test_the_doctor_says_what_a_sweep_would_move(shell: Shell) -> None:
    remembered_long_ago(shell.home, TWO_YEARS)
    found = {one["name"]: one for one in shell.json("doctor")}["expired"]
    assert (found["ok"], found["repair"]) == (True, "holdfast sweep")
    assert found["says"].endswith(": 2")


@ageing
@pytest.mark.parametrize(
    "back",
    [lambda shell, one: shell.done("restore", one), lambda shell, one: shell.done("undo")],
    ids=["restore", "undo"],
)
def test_what_was_moved_can_be_brought_back(
    shell: Shell, back: Callable[[Shell, str], object]
) -> None:
    ids = remembered_long_ago(shell.home, TWO_YEARS)
    shell.done("sweep")
    back(shell, ids["mid"])
    assert "Ann is on leave" in shell.texts()


@ageing
def test_what_is_restored_lives_its_span_again(shell: Shell) -> None:
    ids = remembered_long_ago(shell.home, TWO_YEARS)
    shell.done("sweep")
    shell.done("restore", ids["mid"])
    assert shell.json("sweep")["expired"] == []


@ageing
def test_a_sweep_with_nothing_to_do_says_so(shell: Shell) -> None:
    shell.remembered("Rivers flow uphill")
    assert shell.done("sweep").out == "Expired and moved to the archive: 0\n"
