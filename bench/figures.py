"""What was measured, as tables that a person reads."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.timing import Timing

LATENCY = ("", "calls", "p50 ms", "p95 ms", "p99 ms", "CPU ms each", "per second")


@dataclass(slots=True)
class Section:
    """One table of the page, with a sentence about how it came about."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        self.rows.append(cells)

    def add_timing(self, name: str, timing: Timing) -> None:
        shares = [f"{timing.at(share):.2f}" for share in (0.50, 0.95, 0.99)]
        each = f"{timing.cpu_milliseconds_each:.2f}"
        self.add(name, f"{len(timing.milliseconds):,}", *shares, each, f"{timing.per_second:,.0f}")


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that was promised, and the one that was measured."""

    what: str
    promised: str
    measured: str
    met: bool


def as_markdown(section: Section) -> str:
    parts = [f"### {section.title}", section.about, table(section.columns, section.rows)]
    return "\n\n".join([*parts, *section.after])


def targets_table(targets: Sequence[Target]) -> str:
    rows = [
        (one.what, one.promised, one.measured, "met" if one.met else "**missed**")
        for one in targets
    ]
    return table(("target", "to reach", "measured", ""), rows)


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---"] + ["---:"] * (len(columns) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (columns, rule, *rows))
