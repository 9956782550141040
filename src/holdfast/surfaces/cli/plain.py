"""Answers for pipes and files: whole ids, nothing cut, no colour, no drawing."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from holdfast.surfaces.cli.blocks import Block, Branch, Cell, Fields, Line, Table, Word
from holdfast.surfaces.cli.jsonform import iso
from holdfast.surfaces.cli.visible import visible

GAP = "  "


def lines_of(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Line):
            yield cell(block.says, lines=True)
        elif isinstance(block, Table):
            yield from _table(block)
        elif isinstance(block, Fields):
            yield from _fields(block)
        else:
            yield from _branch(block, 0)


def cell(value: Cell, *, lines: bool = False) -> str:
    words = value if isinstance(value, tuple) else (value,)
    return "".join(_word(word, lines) for word in words)


def _word(word: Word, lines: bool) -> str:
    if word is None:
        return ""
    if isinstance(word, bool):
        return "yes" if word else "no"
    if isinstance(word, datetime):
        return iso(word, "seconds")
    return visible(str(word), lines=lines)


def _table(table: Table) -> Iterator[str]:
    rows = [table.head, *([cell(one) for one in row] for row in table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.head) - 1)]
    for row in rows:
        yield _padded(row, widths)


def _padded(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [one.ljust(width) for one, width in zip(row, widths, strict=False)]
    return GAP.join([*padded, row[-1]]).rstrip()


def _fields(fields: Fields) -> Iterator[str]:
    shown = [(name, cell(value, lines=True)) for name, value in fields.rows if value is not None]
    width = max((len(name) for name, _ in shown), default=0)
    for name, value in shown:
        first, *more = value.split("\n")
        yield f"{name:<{width}}{GAP}{first}".rstrip()
        yield from (f"{'':<{width}}{GAP}{line}".rstrip() for line in more)


def _branch(branch: Branch, depth: int) -> Iterator[str]:
    yield "  " * depth + cell(branch.says)
    for under in branch.under:
        yield from _branch(under, depth + 1)
