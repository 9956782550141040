"""How far a long command has come: on standard error, and only when a person looks at it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Step: TypeAlias = Callable[[int, int | None, int], None]
"""How much is done, of how much (when that is known), and how many things that are."""


@contextmanager
def progress(doing: str, unit: str) -> Iterator[Step]:
    if not sys.stderr.isatty():
        yield lambda done, total, count: None
        return
    from holdfast.surfaces.cli.bars import bar

    with bar(doing, unit) as step:
        yield step
