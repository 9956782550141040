"""Answers for people at a terminal: tables that fit it, short ids, local time, some colour."""

from collections.abc import Iterable
from datetime import datetime

from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text
from rich.tree import Tree

from holdfast.surfaces.cli.blocks import Block, Branch, Cell, Fields, Id, Line, Table, Word
from holdfast.surfaces.cli.visible import visible

SHORT_LETTERS = 8
ID_STYLE, TIME_STYLE, NAME_STYLE = "cyan", "dim", "bold"


def print_blocks(blocks: Iterable[Block]) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    for block in blocks:
        console.print(_rendered(block), soft_wrap=isinstance(block, Line))


def _rendered(block: Block) -> RenderableType:
    if isinstance(block, Line):
        return _text(block.says)
    if isinstance(block, Table):
        return _table(block)
    return _fields(block) if isinstance(block, Fields) else _tree(block)


def _text(cell: Cell) -> Text:
    text = Text()
    for word in cell if isinstance(cell, tuple) else (cell,):
        text.append(*_word(word))
    return text


def _word(word: Word) -> tuple[str, str]:
    if isinstance(word, Id):
        return short(word), ID_STYLE
    if isinstance(word, datetime):
        return f"{word.astimezone():%Y-%m-%d %H:%M:%S}", TIME_STYLE
    if isinstance(word, bool):
        return "yes" if word else "no", ""
    if isinstance(word, int):
        return f"{word:,}", ""
    return "" if word is None else visible(str(word), lines=True), ""


def short(one: str) -> str:
    """Only memories are found by the beginning of their id; other ids stay whole."""
    prefix, _, letters = one.partition("_")
    return visible(f"{prefix}_{letters[:SHORT_LETTERS]}" if prefix == "mem" else one)


def _table(table: Table) -> RichTable:
    drawn = RichTable(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=NAME_STYLE)
    for number, name in enumerate(table.head, start=1):
        last = number == len(table.head)
        drawn.add_column(name, no_wrap=not last, overflow="fold", ratio=1 if last else None)
    for row in table.rows:
        drawn.add_row(*map(_text, row))
    return drawn


def _fields(fields: Fields) -> RichTable:
    drawn = RichTable.grid(padding=(0, 2))
    drawn.add_column(style=NAME_STYLE, no_wrap=True)
    drawn.add_column(overflow="fold")
    for name, value in fields.rows:
        if value is not None:
            drawn.add_row(name, _text(value))
    return drawn


def _tree(branch: Branch) -> Tree:
    tree = Tree(_text(branch.says), guide_style=TIME_STYLE)
    _grow(tree, branch)
    return tree


def _grow(tree: Tree, branch: Branch) -> None:
    for under in branch.under:
        _grow(tree.add(_text(under.says)), under)
