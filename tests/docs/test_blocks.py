"""Runs the code blocks of the papers as a reader would: file by file, in order.

The blocks of one file are one session: bash keeps its variables and folder, python its names. A
block tagged `text` is output. Lines that set the machine up are checked without being run.
"""

import ast
import asyncio
import inspect
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.house.papers import ROOT, Block, blocks, papers

SECONDS_MAX = 60

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"].get(
    "optional-dependencies", {}
)
MAKE = re.compile(r"^make(?P<targets>( [a-z-]+)*) *(#.*)?$")
PIP_INSTALL = re.compile(
    r"^(python3? -m )?pip install ['\"]?holdfast(\[(?P<extras>[a-z,]+)\])?['\"]? *(#.*)?$"
)
ALREADY_SO = re.compile(r"^(git clone .*|cd holdfast|(source|\.) \.venv/bin/activate) *(#.*)?$")

WITH_BLOCKS = [path for path in papers() if any(block.language != "text" for block in blocks(path))]


@dataclass
class Session:
    """One reader at one terminal, from the first block of a file to its last."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    def run(self, block: Block) -> None:
        match block.language:
            case "bash":
                self.run_bash(block)
            case "python":
                self.run_python(block)
            case "toml":
                tomllib.loads(block.code)
            case "json":
                json.loads(block.code)

    def run_bash(self, block: Block) -> None:
        lines = [line for line in block.code.splitlines() if not sets_the_machine_up(line)]
        state = self.folder.parent / "state.sh"
        script = [
            "set -euo pipefail",
            f"if [ -f '{state}' ]; then . '{state}'; cd \"$PWD\"; fi",
            "set -a",
            *lines,
            f"export -p > '{state}'",
        ]
        done = subprocess.run(
            ["bash", "-c", "\n".join(script)],
            cwd=self.folder,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
        )
        assert done.returncode == 0, f"{block} ended with {done.returncode}:\n{done.stderr}"

    def run_python(self, block: Block) -> None:
        # Blank lines in front make a traceback point at the line in the paper.
        source = "\n" * (block.line - 1) + block.code
        code = compile(source, str(block.path), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(eval(code, self.names))
        else:
            exec(code, self.names)


def sets_the_machine_up(line: str) -> bool:
    """True for a line that a reader runs once; what it names has to be there."""
    if made := MAKE.match(line):
        unknown = set(made["targets"].split()) - TARGETS
        assert not unknown, f"the Makefile has no target {unknown}"
        return True
    if installed := PIP_INSTALL.match(line):
        unknown = set((installed["extras"] or "").split(",")) - {"", *EXTRAS}
        assert not unknown, f"pyproject.toml has no extra {unknown}"
        return True
    return ALREADY_SO.match(line) is not None


@pytest.mark.timeout(300)
@pytest.mark.parametrize("path", WITH_BLOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_blocks_of_a_paper_run_in_order(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    session = Session(folder)
    for block in blocks(path):
        session.run(block)


@pytest.mark.parametrize(
    "line",
    [
        "make start",
        "make check test   # both",
        "make",
        "pip install holdfast",
        "python3 -m pip install 'holdfast[dev]'",
        "git clone <address> holdfast",
        "source .venv/bin/activate",
    ],
)
def test_a_line_that_sets_the_machine_up_is_recognised(line: str) -> None:
    assert sets_the_machine_up(line)


@pytest.mark.parametrize("line", ["makeup", "holdfast demo", "cd elsewhere", "pip list"])
def test_any_other_line_is_run(line: str) -> None:
    assert not sets_the_machine_up(line)


@pytest.mark.parametrize("line", ["make nonsense", "pip install holdfast[nonsense]"])
def test_a_target_or_extra_that_is_not_there_is_noticed(line: str) -> None:
    with pytest.raises(AssertionError, match="nonsense"):
        sets_the_machine_up(line)


def test_a_session_keeps_variables_folder_and_names(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    session = Session(folder)
    paper = ROOT / "README.md"
    session.run(Block(paper, 1, "bash", "word=kelp\nmkdir sea\ncd sea\n"))
    session.run(Block(paper, 1, "bash", 'test "$word" = kelp\ntest "$(basename "$PWD")" = sea\n'))
    session.run(Block(paper, 1, "python", "depth = 3\n"))
    session.run(Block(paper, 1, "python", "import asyncio\nawait asyncio.sleep(0)\ndepth += 1\n"))
    assert session.names["depth"] == 4


def test_a_failing_line_fails_the_paper(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    with pytest.raises(AssertionError, match="ended with 1"):
        Session(folder).run(Block(ROOT / "README.md", 1, "bash", "false\ntrue\n"))
