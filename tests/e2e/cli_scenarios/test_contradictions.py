"""W3 and W4 at the command line: duplicates, contradictions, and doubt that a person ends."""

import pytest

from tests.fixtures.commands import Shell

merging = pytest.mark.scenario("W3", surface="cli")
disputing = pytest.mark.scenario("W4", surface="cli")


@pytest.fixture
def semantic(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """With the embedder that users have."""
    monkeypatch.setenv("HOLDFAST_EMBEDDER", "wordllama")
    return shell


# --- W3

SAME = ("The user likes dark mode.", "User likes dark mode")
CONTRADICTING = [
    ("The user likes jazz.", "The user no longer likes jazz."),
    ("The payments API uses PostgreSQL 14", "The payments API uses PostgreSQL 16"),
    ("Dark mode is enabled.", "Dark mode is disabled."),
]


@merging
def test_a_near_duplicate_is_merged_and_can_be_taken_apart(semantic: Shell) -> None:
    kept = semantic.remembered(SAME[0], "--tag", "ui", "--confidence", "0.6")
    merged = semantic.json("remember", SAME[1], "--tag", "theme", "--confidence", "0.9")
    assert (merged["outcome"], merged["memory"]["id"]) == ("merged", kept)
    assert merged["memory"]["tags"] == ["theme", "ui"]
    assert semantic.texts() == [SAME[0]]

    [back] = semantic.json("unmerge", kept)
    assert (back["id"], back["text"], back["tags"]) == (merged["related"][0], SAME[1], ["theme"])
    assert semantic.json("get", kept)["tags"] == ["ui"]
    assert semantic.texts() == sorted(SAME)


@merging
def test_a_person_is_told_of_a_merge_and_history_has_its_lineage(semantic: Shell) -> None:
    kept = semantic.remembered(SAME[0])
    told = semantic.done("remember", SAME[1]).out
    assert told.startswith(f"Merged into a memory that says the same: {kept}\n")
    [merged] = semantic.listed("--ended", "merged")
    assert (merged["text"], merged["superseded_by"]) == (SAME[1], kept)
    assert semantic.json("history", kept)[-1]["facts"]["merged"] == [merged["id"]]


@merging
@pytest.mark.parametrize(("old", "new"), CONTRADICTING)
@pytest.mark.parametrize("profile", ["semantic", "keyword"])
def test_a_contradiction_supersedes_and_is_not_taken_for_a_duplicate(
    semantic: Shell, profile: str, old: str, new: str
) -> None:
    first = semantic.remembered(old, "--profile", profile)
    second = semantic.json("remember", new, "--profile", profile)
    assert (second["outcome"], second["related"]) == ("superseding", [first])
    assert semantic.texts() == [new]


@merging
def test_the_old_statement_keeps_a_closed_interval_and_a_link(shell: Shell) -> None:
    old, new = CONTRADICTING[1]
    first = shell.remembered(old, "--valid-from", "2025-03-01T00:00Z")
    second = shell.json("remember", new)["memory"]
    ended = shell.json("get", first)
    assert (ended["status"], ended["superseded_by"]) == ("superseded", second["id"])
    assert (ended["valid_from"], ended["valid_to"]) == (
        "2025-03-01T00:00:00.000000Z",
        second["recorded_at"],
    )
    [link] = shell.json("why", first)["links"]
    assert (link["source"], link["relation"], link["target"]) == (
        second["id"],
        "supersedes",
        first,
    )


@merging
def test_history_shows_a_person_both_and_why(shell: Shell) -> None:
    old, new = CONTRADICTING[1]
    first = shell.remembered(old)
    second = shell.remembered(new)
    told = shell.done("history", first).out
    assert old in told
    assert "memory.superseded" in told
    assert "why" in told
    assert second in told


# --- W4

MONDAY, WEDNESDAY = "We have a stand-up on Monday", "We have a stand-up on Wednesday"


@pytest.fixture
def disputed(shell: Shell) -> tuple[str, str]:
    """The ids of the old statement and of the one that waits for a decision."""
    return shell.remembered(MONDAY), shell.remembered(WEDNESDAY)


@disputing
def test_what_rules_cannot_decide_is_disputed_and_the_old_one_stays(
    shell: Shell, disputed: tuple[str, str]
) -> None:
    old, new = disputed
    assert shell.json("get", old)["status"] == "active"
    assert [one["id"] for one in shell.listed("--status", "disputed")] == [new]


@disputing
def test_a_person_is_told_what_stands_against_what_and_the_command_that_decides(
    shell: Shell,
) -> None:
    old = shell.remembered(MONDAY)
    told = shell.done("remember", WEDNESDAY)
    [new] = shell.listed("--status", "disputed")
    assert told.out.startswith(
        f"Stored as disputed, for it contradicts another memory: {new['id']}"
    )
    assert f"{old}  {MONDAY}" in told.out
    assert f"holdfast decide {new['id']} accept|reject|both" in told.err


@disputing
def test_the_doctor_and_the_list_say_that_it_waits(shell: Shell, disputed: tuple[str, str]) -> None:
    found = {one["name"]: one for one in shell.json("doctor")}
    assert "holdfast decide" in found["disputed"]["repair"]
    [line] = [line for line in shell.done("list").out.splitlines() if disputed[1] in line]
    assert "disputed" in line


STATUSES = {
    "accept": ("superseded", "active"),
    "reject": ("active", "retired"),
    "both": ("active", "active"),
}


@disputing
@pytest.mark.parametrize(("verdict", "after"), STATUSES.items(), ids=STATUSES)
def test_one_command_decides_and_it_can_be_undone(
    shell: Shell, disputed: tuple[str, str], verdict: str, after: tuple[str, str]
) -> None:
    before = [shell.json("get", one) for one in disputed]
    shell.done("decide", disputed[1], verdict, "--why", "asked the team")
    assert tuple(shell.json("get", one)["status"] for one in disputed) == after
    assert shell.json("history", disputed[1])[-1]["why"] == "asked the team"

    shell.done("undo")
    assert [shell.json("get", one) for one in disputed] == before
    assert [one["id"] for one in shell.listed("--status", "disputed")] == [disputed[1]]


@disputing
def test_what_is_not_disputed_cannot_be_decided(shell: Shell, disputed: tuple[str, str]) -> None:
    refusal = shell.refused("decide", disputed[0], "accept")
    assert (refusal.exit, refusal.code) == (4, "status_wrong")
