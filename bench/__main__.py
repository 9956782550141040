"""`python -m bench [--quick] [--no-write] [--folder F]`: measures, and writes the page."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import reading, spending, whole, writing
from bench.figures import Section, Target, as_markdown, targets_table
from bench.machine import ROOT, Circumstances
from bench.sizes import FULL, QUICK, Sizes
from bench.texts import statements

PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
REMEMBER_P95_MS, MANY_PER_SECOND, REPLAY_SECONDS = 3.0, 5_000, 20.0
ONE_NORMAL, ONE_FULL = "remember, normal, 1 writer", "remember, full, 1 writer"


def main() -> int:
    asked = _arguments()
    sizes = QUICK if asked.quick else FULL
    with tempfile.TemporaryDirectory(prefix=".holdfast-bench-", dir=asked.folder) as made:
        circumstances = Circumstances.of(Path(made))
        figures = _measured(Path(made), sizes, _teller())
    text = "\n".join(circumstances.lines()) + "\n\n" + figures
    if asked.no_write:
        print(text)
        return 0
    _write(text)
    print(f"{PAGE.relative_to(ROOT)} is written.")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the size")
    parser.add_argument("--no-write", action="store_true", help="print the figures, write no page")
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path.home(),
        help="where the stores of the run are made; the disk under it is part of what is measured",
    )
    return parser.parse_args()


def _teller() -> Callable[[str], None]:
    started = time.perf_counter()

    def say(what: str) -> None:
        print(f"[{time.perf_counter() - started:5.0f} s] {what}", file=sys.stderr, flush=True)

    return say


def _measured(folder: Path, sizes: Sizes, say: Callable[[str], None]) -> str:
    home = folder / "store"
    loaded = writing.load(home, sizes, say)
    texts_bytes = sum(len(t.encode()) for t in statements(sizes.memories, seed=writing.SEED_STORE))
    room = whole.disk(home, folder, texts_bytes, sizes.memories)
    opened = reading.opening(home, sizes)
    say("open: done")
    singles = writing.single_writes(home, folder, sizes, say)
    observed = writing.observing(home, sizes)
    read = reading.reads(home, sizes)
    say("observe, get, list, history: done")
    spent = spending.spending(home)
    proven = whole.proving(home, folder, say)
    sections = [singles.section, loaded.section, spent, observed, read, opened]
    return _page(_targets(singles, loaded, proven), [*sections, proven.section, room])


def _targets(
    singles: writing.Singles, loaded: writing.Loaded, proven: whole.Proven
) -> list[Target]:
    normal, full = (singles.by_name[name].at(0.95) for name in (ONE_NORMAL, ONE_FULL))
    sync = singles.by_name["bare fsync of 4 KB"].at(0.95)
    return [
        Target(
            "remember p95, durability normal, embedding included",
            f"{REMEMBER_P95_MS:.0f} ms",
            f"{normal:.2f} ms",
            normal <= REMEMBER_P95_MS,
        ),
        Target(
            "remember p95, durability full",
            f"{REMEMBER_P95_MS:.0f} ms and one fsync ({sync:.2f} ms here)",
            f"{full:.2f} ms",
            full <= REMEMBER_P95_MS + sync,
        ),
        Target(
            "remember_many",
            f"{MANY_PER_SECOND:,} per second",
            f"{loaded.per_second:,.0f} per second",
            loaded.per_second >= MANY_PER_SECOND,
        ),
        Target(
            "replay of 100,000 entries",
            f"under {REPLAY_SECONDS:.0f} s",
            f"{proven.replay_seconds:.1f} s",
            proven.replay_seconds < REPLAY_SECONDS,
        ),
    ]


def _page(targets: list[Target], sections: list[Section]) -> str:
    return "\n\n".join([targets_table(targets), *map(as_markdown, sections)]) + "\n"


def _write(figures: str) -> None:
    """Replaces what lies between the marks; the words around them are written by hand."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text(f"{head}{BEGIN}\n\n{figures}\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
