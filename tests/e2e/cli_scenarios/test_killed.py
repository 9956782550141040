"""W1 and W9 at the command line: real processes that are killed, and many at once."""

import json
import os
import random
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from select import select
from typing import IO, Any

import pytest

from tests.attack.inspection import half_written
from tests.e2e.cli.driving import HOLDFAST
from tests.fixtures.commands import Shell

SEED = 20_261_119
LINES = 6_000
KILLS_OF_ONE_HOME = 5
# From the start of the process, or from its first answer: some die before they have written.
BEFORE_ANY_ANSWER, AFTER_THE_FIRST = 0.25, 0.6
SECONDS_MAX = 240


def streaming(
    shell: Shell, stack: ExitStack, given: Path, told: IO[bytes] | int, *options: str
) -> subprocess.Popen[bytes]:
    """`holdfast remember - --json < given > told`, as a process of its own."""
    command = [*HOLDFAST, "--home", str(shell.home), "remember", "-", "--json", *options]
    return stack.enter_context(
        subprocess.Popen(
            command,
            bufsize=0,
            stdin=stack.enter_context(given.open("rb")),
            stdout=told,
            stderr=stack.enter_context(given.with_suffix(".err").open("wb")),
        )
    )


def heard_until_killed(process: subprocess.Popen[bytes], seconds: float) -> bytes:
    """All that it said from now on, until it was killed at that moment."""
    assert process.stdout is not None
    heard, pipe = b"", process.stdout.fileno()
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if select([pipe], [], [], left)[0]:
            some = os.read(pipe, 1 << 20)
            if not some:
                break
            heard += some
    process.kill()
    return heard + process.stdout.read()


def answers_of_a_killed_stream(
    shell: Shell, given: Path, draw: random.Random, *options: str
) -> bytes:
    with ExitStack() as stack:
        process = streaming(shell, stack, given, subprocess.PIPE, *options)
        if draw.random() < 0.25:
            return heard_until_killed(process, draw.uniform(0, BEFORE_ANY_ANSWER))
        assert process.stdout is not None
        first = process.stdout.readline()
        return first + heard_until_killed(process, draw.uniform(0, AFTER_THE_FIRST))


def acknowledged(told: bytes) -> dict[str, str]:
    """What was printed whole; a last line that the kill cut off was never said."""
    answers = [json.loads(line) for line in told.split(b"\n")[:-1]]
    return {answer["memory"]["id"]: answer["memory"]["text"] for answer in answers}


def numbered_lines(path: Path, count: int, sort: str) -> Path:
    path.write_text("".join(f"{sort} {n} carries tally{n}{sort} lamps\n" for n in range(count)))
    return path


@pytest.mark.scenario("W1", surface="cli")
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("kills", [2, pytest.param(40, marks=pytest.mark.attack)])
def test_what_was_printed_is_there_after_kill_9_and_verify_is_clean(
    tmp_path: Path, kills: int
) -> None:
    draw = random.Random(SEED)
    in_the_middle = 0
    for kill in range(kills):
        if kill % KILLS_OF_ONE_HOME == 0:
            shell, promised = Shell(tmp_path / f"home-{kill}"), dict[str, str]()
        given = numbered_lines(tmp_path / "given", LINES, f"crate{kill}x")
        durability = draw.choice(("full", "normal"))
        told = answers_of_a_killed_stream(shell, given, draw, "--durability", durability)
        answered = acknowledged(told)
        promised |= answered
        in_the_middle += 0 < len(answered) < LINES
        if not (shell.home / "holdfast.db").exists():
            assert promised == {}
            continue
        assert half_written(shell.home) == []
        found = {memory["id"]: memory["text"] for memory in shell.listed("--limit", "1000")}
        assert promised.items() <= found.items()
        shell.done("verify", *(["--quick"] if kill % KILLS_OF_ONE_HOME else []))
    assert in_the_middle >= kills // 2


@pytest.mark.scenario("W1", surface="cli")
def test_the_same_input_given_again_after_a_kill_stores_the_rest_and_nothing_twice(
    tmp_path: Path,
) -> None:
    shell = Shell(tmp_path / "home")
    given = numbered_lines(tmp_path / "given", 1_500, "crate")
    with ExitStack() as stack:
        process = streaming(shell, stack, given, subprocess.PIPE)
        assert process.stdout is not None
        before = acknowledged(process.stdout.readline() + heard_until_killed(process, 0.1))
    assert before
    shell.done("remember", "-", given=given.read_bytes())
    found = {memory["id"]: memory["text"] for memory in shell.listed("--limit", "1000")}
    assert before.items() <= found.items()
    assert sorted(found.values()) == sorted(given.read_text().splitlines())
    shell.done("verify")


@pytest.mark.scenario("W9", surface="cli")
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("processes", "count"), [(3, 60), pytest.param(16, 1_000, marks=pytest.mark.attack)]
)
def test_processes_that_write_at_once_are_never_turned_away_and_all_is_there(
    tmp_path: Path, processes: int, count: int
) -> None:
    shell = Shell(tmp_path / "home")
    with ExitStack() as stack:
        running = []
        for number in range(processes):
            given = numbered_lines(tmp_path / f"given-{number}", count, f"crate{number}x")
            told = stack.enter_context((tmp_path / f"told-{number}").open("wb"))
            running.append(streaming(shell, stack, given, told, "--tag", f"process{number}"))
        codes = [process.wait(SECONDS_MAX) for process in running]
    assert codes == [0] * processes
    for number in range(processes):
        assert summary_of(tmp_path / f"given-{number}.err") == {
            "lines": count,
            "stored": count,
            "refused": 0,
            "blank": 0,
        }
        answered = acknowledged((tmp_path / f"told-{number}").read_bytes())
        found = shell.listed("--tag", f"process{number}", "--limit", "1000")
        assert {memory["id"]: memory["text"] for memory in found} == answered
        assert len(answered) == count
    assert shell.json("stats")["memories"] == {"active": processes * count}
    assert half_written(shell.home) == []
    shell.done("verify")


def summary_of(path: Path) -> Any:
    """The only thing that was said on standard error."""
    [line] = path.read_text().splitlines()
    return json.loads(line)["summary"]


@pytest.mark.scenario("W9", surface="cli")
def test_a_writer_sees_in_its_next_command_what_another_process_wrote(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "home")
    shell.remembered("Anchors rust")
    with ExitStack() as stack:
        given = numbered_lines(tmp_path / "given", 20, "crate")
        assert streaming(shell, stack, given, subprocess.DEVNULL).wait(SECONDS_MAX) == 0
    assert shell.json("remember", "crate 7 carries tally7crate lamps")["outcome"] == "existing"
    assert len(shell.listed()) == 21
