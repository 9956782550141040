"""L1, L5 and L10 at the command line: corrections, reasons, and feedback."""

import json

import pytest

from tests.fixtures.commands import Shell

correcting = pytest.mark.scenario("L1", surface="cli")
explaining = pytest.mark.scenario("L5", surface="cli")
judging = pytest.mark.scenario("L10", surface="cli")

OLD, NEW = "The deploy day is Tuesdayish", "The deploy day is a moving feast"


# --- L1


@correcting
def test_after_a_correction_only_the_new_text_answers(shell: Shell) -> None:
    memory = shell.remembered(OLD)
    told = shell.done("revise", memory, NEW, "--why", "asked the team")
    assert told.out == f"Revised: {memory}\n  text  {NEW}\n"
    for shown in (shell.done("list"), shell.done("get", memory), shell.done("timeline")):
        assert NEW in shown.out
        assert OLD not in shown.out
    assert shell.refused("forget", "Tuesdayish").code == "not_found"


@correcting
def test_history_shows_both_texts_with_who_when_and_why(shell: Shell) -> None:
    memory = shell.remembered(OLD)
    shell.by("--user", "bob").done("revise", memory, NEW, "--why", "asked the team")
    told = shell.done("history", memory).out
    assert f"{OLD} → {NEW}" in told
    assert "asked the team" in told
    stored, revised = shell.json("history", memory)
    assert (stored["actor"], stored["surface"], stored["after"]["text"]) == ("me", "cli", OLD)
    assert (revised["actor"], revised["why"]) == ("bob", "asked the team")
    assert (revised["before"]["text"], revised["after"]["text"]) == (OLD, NEW)
    assert stored["at"] < revised["at"]


@correcting
def test_what_was_held_before_can_still_be_asked_for(shell: Shell) -> None:
    memory = shell.remembered(OLD)
    [stored] = shell.json("history", memory)
    shell.done("revise", memory, NEW)
    assert shell.json("get", memory, "--as-of", stored["at"])["text"] == OLD
    assert shell.texts("--as-of", stored["at"]) == [OLD]
    assert shell.texts() == [NEW]


@correcting
def test_a_correction_can_be_undone(shell: Shell) -> None:
    memory = shell.remembered(OLD)
    shell.done("revise", memory, NEW)
    assert f"active: {OLD}" in shell.done("undo").out
    assert shell.texts() == [OLD]


@correcting
def test_a_successor_takes_over_and_history_leads_to_it(shell: Shell) -> None:
    memory = shell.remembered(OLD)
    successor = shell.json("supersede", memory, NEW, "--why", "decided anew")["memory"]["id"]
    assert shell.texts() == [NEW]
    assert f"superseded by  {successor}" in shell.done("get", memory).out
    assert shell.json("history", memory)[-1]["why"] == "decided anew"


@correcting
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("revise", "mem_00000000000000000000", NEW), "not_found"),
        (("revise", "nonsense", NEW), "id_invalid"),
        (("revise", "{memory}"), "field_invalid"),
        (("supersede", "{memory}"), "field_invalid"),
        (("revise", "{memory}", "--why", "so"), "field_invalid"),
    ],
)
def test_a_correction_that_says_nothing_new_is_refused(
    shell: Shell, arguments: tuple[str, ...], code: str
) -> None:
    memory = shell.remembered(OLD)
    refusal = shell.refused(*(one.replace("{memory}", memory) for one in arguments))
    assert refusal.code == code
    assert shell.texts() == [OLD]


# --- L5

TALK = [
    {"role": "user", "speaker": "Ann", "text": "Which database?", "at": "2026-01-04T12:00Z"},
    {"role": "assistant", "speaker": "Bot", "text": "PostgreSQL", "at": "2026-01-04T12:01Z"},
    {"role": "tool", "text": "psql 16.2", "at": "2026-01-04T12:02Z"},
]


def observed(shell: Shell, *turns: dict[str, str]) -> list[str]:
    given = "\n".join(json.dumps(turn) for turn in turns).encode()
    said = shell.done("observe", "-", "--jsonl", "--session", "s1", "--json", given=given)
    return [line["id"] for line in said.lines]


def believed(shell: Shell, *turns: dict[str, str]) -> str:
    ids = observed(shell, *turns)
    return shell.remembered("We take it", *(word for one in ids for word in ("--evidence", one)))


@explaining
def test_why_gives_the_evidence_in_order_with_time_speaker_and_surface(shell: Shell) -> None:
    memory = believed(shell, *TALK)
    evidence = shell.json("why", memory)["evidence"]
    assert [(one["speaker"], one["text"], one["session"], one["surface"]) for one in evidence] == [
        ("Ann", "Which database?", "s1", "cli"),
        ("Bot", "PostgreSQL", "s1", "cli"),
        (None, "psql 16.2", "s1", "cli"),
    ]
    assert [one["at"] for one in evidence] == [
        f"2026-01-04T12:0{minute}:00.000000Z" for minute in range(3)
    ]


@explaining
def test_the_order_is_that_of_time_and_not_of_citing(shell: Shell) -> None:
    memory = believed(shell, TALK[2], TALK[0], TALK[1])
    told = shell.json("why", memory)["evidence"]
    assert [one["text"] for one in told] == [turn["text"] for turn in TALK]


@explaining
def test_a_person_reads_the_evidence_line_by_line(shell: Shell) -> None:
    memory = believed(shell, *TALK)
    lines = shell.done("why", memory).out.splitlines()
    start = lines.index("It rests on:")
    head, first, second, third = (line.split() for line in lines[start + 1 : start + 5])
    assert head == ["at", "id", "who", "role", "session", "surface", "said"]
    assert (first[0], first[2], first[-2:]) == (
        "2026-01-04T12:00:00Z",
        "Ann",
        ["Which", "database?"],
    )
    assert second[2:] == ["Bot", "assistant", "s1", "cli", "PostgreSQL"]
    assert third[-2:] == ["psql", "16.2"]


@explaining
def test_without_evidence_it_says_who_stored_it(shell: Shell) -> None:
    memory = shell.by("--user", "bob").remembered("Rivers flow uphill", "--source", "a song")
    told = shell.done("why", memory).out
    assert "no observed evidence. It was stored by bob, from a song." in told


@explaining
def test_evidence_that_is_not_there_is_refused(shell: Shell) -> None:
    refusal = shell.refused("remember", "We take it", "--evidence", "ev_" + "0" * 20)
    assert (refusal.exit, refusal.code) == (4, "not_found")


# --- L10


@judging
@pytest.mark.parametrize(("helped", "hurt"), [(0, 0), (1, 0), (0, 1), (3, 1), (2, 4)])
def test_feedback_moves_usefulness(shell: Shell, helped: int, hurt: int) -> None:
    memory = shell.remembered("The cache is dogpile")
    for verdict in ["--helped"] * helped + ["--hurt"] * hurt:
        shell.done("feedback", memory, verdict)
    found = shell.json("get", memory)
    assert (found["helped"], found["hurt"]) == (helped, hurt)
    assert found["usefulness"] == (helped + 1) / (helped + hurt + 2)


@judging
def test_a_person_sees_usefulness_and_its_counts(shell: Shell) -> None:
    memory = shell.remembered("The cache is dogpile")
    assert "usefulness 0.67: helped 1, hurt 0" in shell.done("feedback", memory, "--helped").out
    assert "0.67 (helped 1, hurt 0)" in shell.done("get", memory).out
    names = [entry["name"] for entry in shell.json("history", memory)]
    assert names == ["memory.stored", "memory.helped"]


@judging
@pytest.mark.parametrize("both", [(), ("--helped", "--hurt")])
def test_feedback_is_one_of_two(shell: Shell, both: tuple[str, ...]) -> None:
    memory = shell.remembered("The cache is dogpile")
    assert shell.refused("feedback", memory, *both).exit == 2
    assert shell.json("get", memory)["usefulness"] == 0.5
