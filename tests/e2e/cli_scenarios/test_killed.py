"""W1 and W9 at the command line: real processes that are killed, and many at once."""

import json
import random
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.attack.inspection import half_written
from tests.e2e.cli.driving import HOLDFAST
from tests.fixtures.commands import Shell

SEED = 20_261_119
LINES = 6_000
KILLS_OF_ONE_HOME = 5
LIFETIME_SECONDS = (0.2, 1.2)
SECONDS_MAX = 240


def streaming(
    shell: Shell, stack: ExitStack, given: Path, told: Path, *options: str
) -> subprocess.Popen[bytes]:
    """`holdfast remember - --json < given > told`, as a process of its own."""
    command = [*HOLDFAST, "--home", str(shell.home), "remember", "-", "--json", *options]
    return stack.enter_context(
        subprocess.Popen(
            command,
            stdin=stack.enter_context(given.open("rb")),
            stdout=stack.enter_context(told.open("wb")),
            stderr=stack.enter_context(told.with_suffix(".err").open("wb")),
        )
    )


def killed_after(process: subprocess.Popen[bytes], seconds: float) -> None:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def acknowledged(told: Path) -> dict[str, str]:
    """What was printed whole; a last line that the kill cut off was never said."""
    answers = [json.loads(line) for line in told.read_bytes().split(b"\n")[:-1]]
    return {answer["memory"]["id"]: answer["memory"]["text"] for answer in answers}


def numbered_lines(path: Path, count: int, sort: str) -> Path:
    path.write_text("".join(f"{sort} {n} carries tally{n}{sort} lamps\n" for n in range(count)))
    return path


@pytest.mark.scenario("W1", surface="cli")
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("kills", [2, pytest.param(200, marks=pytest.mark.attack)])
def test_what_was_printed_is_there_after_kill_9_and_verify_is_clean(
    tmp_path: Path, kills: int
) -> None:
    draw = random.Random(SEED)
    promised: dict[str, str] = {}
    in_all = 0
    for kill in range(kills):
        if kill % KILLS_OF_ONE_HOME == 0:
            shell, promised = Shell(tmp_path / f"home-{kill}"), {}
        given = numbered_lines(tmp_path / "given", LINES, f"crate{kill}x")
        told = tmp_path / f"told-{kill}"
        with ExitStack() as stack:
            process = streaming(
                shell, stack, given, told, "--durability", draw.choice(("full", "normal"))
            )
            killed_after(process, draw.uniform(*LIFETIME_SECONDS))
        promised |= acknowledged(told)
        in_all += len(promised)
        if not (shell.home / "holdfast.db").exists():
            assert promised == {}
            continue
        assert half_written(shell.home) == []
        found = {memory["id"]: memory["text"] for memory in shell.listed("--limit", "1000")}
        assert promised.items() <= found.items()
        shell.done("verify", *(["--quick"] if kill % KILLS_OF_ONE_HOME else []))
    assert in_all > kills


@pytest.mark.scenario("W1", surface="cli")
def test_the_same_input_given_again_after_a_kill_stores_the_rest_and_nothing_twice(
    tmp_path: Path,
) -> None:
    shell = Shell(tmp_path / "home")
    given = numbered_lines(tmp_path / "given", 1_500, "crate")
    with ExitStack() as stack:
        process = streaming(shell, stack, given, tmp_path / "told")
        killed_after(process, 0.5)
    before = acknowledged(tmp_path / "told")
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
        running = [
            streaming(
                shell,
                stack,
                numbered_lines(tmp_path / f"given-{number}", count, f"crate{number}x"),
                tmp_path / f"told-{number}",
                "--tag",
                f"process{number}",
            )
            for number in range(processes)
        ]
        codes = [process.wait(SECONDS_MAX) for process in running]
    assert codes == [0] * processes
    for number in range(processes):
        assert summary_of(tmp_path / f"told-{number}.err") == {
            "lines": count,
            "stored": count,
            "refused": 0,
            "blank": 0,
        }
        told = acknowledged(tmp_path / f"told-{number}")
        found = shell.listed("--tag", f"process{number}", "--limit", "1000")
        assert {memory["id"]: memory["text"] for memory in found} == told
        assert len(told) == count
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
        assert streaming(shell, stack, given, tmp_path / "told").wait(SECONDS_MAX) == 0
    assert shell.json("remember", "crate 7 carries tally7crate lamps")["outcome"] == "existing"
    assert len(shell.listed()) == 21
