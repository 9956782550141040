"""The bar itself, with rate and remaining time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


class _Count(ProgressColumn):
    """How many, and how many a second."""

    def render(self, task: Task) -> Text:
        count, unit = int(task.fields["count"]), task.fields["unit"]
        seconds = task.elapsed or 0.0
        rate = f"{count / seconds:,.0f}/s" if seconds else ""
        return Text(f"{count:,} {unit}  {rate}")


@contextmanager
def bar(doing: str, unit: str) -> Iterator[Callable[[int, int | None, int], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), _Count(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(doing, total=None, count=0, unit=unit)
        yield lambda done, total, count: shown.update(
            task, completed=done, total=total, count=count
        )
