"""Reading: one memory, a page of them, a history, and a store opened by a new process."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median

import holdfast
from bench.figures import LATENCY, Section
from bench.sizes import Sizes
from bench.timing import timed

PAGE = 50
PAGES_WALKED = 20

OPENING = """
import json, sys, time
cpu, wall = time.process_time(), time.perf_counter()
import holdfast
holdfast.open
marks = [(time.process_time() - cpu, time.perf_counter() - wall)]
with holdfast.open(sys.argv[1]) as memory:
    marks.append((time.process_time() - cpu, time.perf_counter() - wall))
    memory.list(limit=1)
    marks.append((time.process_time() - cpu, time.perf_counter() - wall))
marks.append((time.process_time() - cpu, time.perf_counter() - wall))
print(json.dumps(marks))
"""
STAGES = ("import", "open", "first list", "close")


def reads(home: Path, sizes: Sizes) -> Section:
    section = Section(
        "get, list, history",
        f"Memories drawn at random from the whole store; a list is a page of {PAGE}.",
        LATENCY,
    )
    random = Random(4)
    with holdfast.open(home, durability="normal") as memory:
        ids, cursors = _walked(memory)
        some = random.choices(ids, k=sizes.calls * sizes.rounds)
        pages = random.choices(cursors, k=sizes.calls)
        for name, work, asked in (
            ("get", memory.get, some),
            ("list, newest", lambda _: memory.list(limit=PAGE), pages),
            ("list, further back", lambda at: memory.list(limit=PAGE, cursor=at), pages),
            ("history", memory.history, some),
        ):
            timed(work, asked[: len(asked) // 5])
            section.add_timing(name, timed(work, asked))
    return section


def _walked(memory: holdfast.Holdfast) -> tuple[list[str], list[str]]:
    """Ids from pages all over the store, and the cursors that lead to such pages."""
    ids: list[str] = []
    cursors: list[str] = []
    cursor = None
    for _ in range(PAGES_WALKED):
        page = memory.list(limit=1_000, cursor=cursor)
        ids.extend(one.id for one in page.items)
        cursor = page.next
        if cursor is None:
            break
        cursors.append(cursor)
    return ids, cursors


def opening(home: Path, sizes: Sizes) -> Section:
    section = Section(
        "open in a new process",
        f"Medians of {sizes.opens} processes one after another, each opening the store, listing "
        "one memory and closing; the start of Python itself is not in it.",
        ("", "CPU ms", "wall ms"),
    )
    runs = [_opened(home) for _ in range(sizes.opens)]
    for number, stage in enumerate(STAGES):
        cells = []
        for clock in (0, 1):
            spans = [
                run[number][clock] - (run[number - 1][clock] if number else 0.0) for run in runs
            ]
            cells.append(f"{median(spans) * 1_000:.1f}")
        section.add(stage, *cells)
    whole = [f"{median(run[-1][clock] for run in runs) * 1_000:.1f}" for clock in (0, 1)]
    section.add("together", *whole)
    return section


def _opened(home: Path) -> list[tuple[float, float]]:
    done = subprocess.run(
        [sys.executable, "-c", OPENING, str(home)], capture_output=True, text=True, check=True
    )
    return [(cpu, wall) for cpu, wall in json.loads(done.stdout)]
