"""Reads the papers for the house tests: which files there are, their tables, their code blocks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_MADE_BY_TOOLS = {
    ".git",
    ".venv",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
    ".import_linter_cache",
    "__pycache__",
    "dist",
    "htmlcov",
}
_FENCE = re.compile(r"^ *(?P<fence>`{3,})(?P<language>[^\s`]*)[^`]*$")
_NAMED_CELL = re.compile(r"`(?P<name>[^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced code block; `line` is the number of its first line of code."""

    path: Path
    line: int
    language: str
    code: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def papers() -> list[Path]:
    """README and its neighbours, and everything in docs/."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def text_files() -> Iterator[tuple[Path, str]]:
    """Every file that could be committed and is text, with its path inside the repository."""
    for path in sorted(_walk(ROOT)):
        try:
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_symlink() or path.name in _MADE_BY_TOOLS:
            continue
        if path.is_dir():
            yield from _walk(path)
        else:
            yield path


def blocks(path: Path) -> list[Block]:
    found: list[Block] = []
    fence = ""
    language = ""
    code: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        opening = _FENCE.match(line)
        if not fence and opening:
            fence, language, code = opening["fence"], opening["language"], []
        elif fence and line.strip() == fence:
            found.append(Block(path, number - len(code), language, "\n".join(code) + "\n"))
            fence = ""
        elif fence:
            code.append(line)
    assert not fence, f"{path.relative_to(ROOT)} has a code block that never ends"
    return found


def without_code(text: str) -> str:
    """The prose of a paper: what looks like a link inside code is none."""
    prose = []
    inside = ""
    for line in text.splitlines():
        fence = _FENCE.match(line)
        if inside:
            inside = "" if line.strip() == inside else inside
        elif fence:
            inside = fence["fence"]
        else:
            prose.append(re.sub(r"`[^`]*`", "", line))
    return "\n".join(prose)


def rows(path: Path, first_heading: str) -> list[list[str]]:
    """The rows of every table whose first column is called `first_heading`."""
    found: list[list[str]] = []
    wanted = False
    previous = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            wanted = False
        elif not previous.startswith("|"):
            wanted = _cells(line)[0].lower() == first_heading
        elif wanted and not set(line) <= set("|-: "):
            found.append(_cells(line))
        previous = line
    return found


def named(cell: str) -> str:
    """The name that a table cell shows as code: `open(home)` names open."""
    match = _NAMED_CELL.search(cell)
    assert match, f"the cell {cell!r} names nothing in backticks"
    return match["name"].partition("(")[0]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
