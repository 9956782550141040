"""What concerns the store as a whole: verify, replay, and the room it takes on disk."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import holdfast
from bench.figures import Section
from bench.timing import spent_on
from holdfast.adapters.storage.driver import safe_driver
from holdfast.adapters.storage.opening import FILE_NAME

PER = 100_000
OWNED_BY_FTS = "lexical_"

Say = Callable[[str], None]


@dataclass(slots=True)
class Proven:
    """How long it took to prove the store, and to make it again."""

    section: Section
    replay_seconds: float


def proving(home: Path, folder: Path, say: Say) -> Proven:
    with holdfast.open(home, durability="normal") as memory:
        entries = memory.stats().entries
        seals, _ = spent_on(lambda: memory.verify(quick=True))
        say("verify: the seals are checked")
        tables, verified = spent_on(memory.verify)
        say("verify: the tables are compared")
        again, replayed = spent_on(lambda: memory.replay(folder / "replayed"))
        say("replay: done")
    if not verified.ok or replayed.entries != entries or replayed.pending_vectors:
        raise RuntimeError("the store under measurement does not verify or replay")
    section = Section(
        "verify and replay",
        f"The whole store: {entries:,} entries, {verified.rows_compared:,} rows compared. A replay "
        "makes every row and every vector again, durability as set by default.",
        ("", "seconds", "CPU seconds", f"seconds per {PER:,} entries"),
    )
    for name, spent in (
        ("verify, seals only", seals),
        ("verify, tables too", tables),
        ("replay", again),
    ):
        section.add(name, *spent.cells(), f"{spent.wall / entries * PER:.1f}")
    return Proven(section, again.wall / entries * PER)


def disk(home: Path, folder: Path, texts_bytes: int, memories: int) -> Section:
    """Drops the tables of a copy one by one, and counts the pages that each gives back."""
    copy = folder / "weighed.db"
    shutil.copyfile(home / FILE_NAME, copy)
    connection = safe_driver().connect(str(copy), isolation_level=None)
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    total = connection.execute("PRAGMA page_count").fetchone()[0] * size
    weights = _weights(connection, size)
    connection.close()
    copy.unlink()
    section = Section(
        "disk",
        f"After loading, {memories:,} memories, every one with its vector and its journal entry.",
        ("", "bytes per memory", "share"),
    )
    for name, weight in sorted(weights.items(), key=lambda one: -one[1]):
        if weight * 1_000 >= total:
            section.add(name, f"{weight / memories:,.0f}", f"{weight / total:.0%}")
    section.add("the whole file", f"{total / memories:,.0f}", "100%")
    section.after.append(f"The texts alone are {texts_bytes / memories:,.0f} bytes per memory.")
    return section


def _weights(connection: Any, page_size: int) -> dict[str, int]:
    connection.execute("PRAGMA journal_mode = DELETE")
    weights: dict[str, int] = {}
    for kind, name, table in _parts(connection):
        before = _free_pages(connection)
        connection.execute(f"DROP {kind} {name}")
        label = "words (full text)" if name == "lexical" else table
        label = f"{table}: indexes" if kind == "INDEX" else label
        gained = (_free_pages(connection) - before) * page_size
        weights[label] = weights.get(label, 0) + gained
    return weights


def _parts(connection: Any) -> list[tuple[str, str, str]]:
    """Indexes first: dropping a table takes its indexes with it."""
    rows = connection.execute(
        "SELECT upper(type), name, tbl_name FROM sqlite_master WHERE type IN ('index', 'table') "
        "AND name NOT LIKE 'sqlite_%' ORDER BY type"
    ).fetchall()
    return [row for row in rows if not row[1].startswith(OWNED_BY_FTS)]


def _free_pages(connection: Any) -> int:
    return int(connection.execute("PRAGMA freelist_count").fetchone()[0])
