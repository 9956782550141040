"""Looks at a store from outside, with plain SQL: what is there, and whether all of it is whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from holdfast.adapters.storage.driver import Connection, safe_driver
from holdfast.adapters.storage.opening import FILE_NAME

# Each finds a kind of half-written memory or turn, and must find none.
HALF_WRITTEN = {
    "a memory without its journal entry": """
        SELECT id FROM memories WHERE NOT EXISTS (
            SELECT 1 FROM journal WHERE journal.position = memories.position
            AND journal.subject = memories.id AND journal.name = 'memory.stored')""",
    "a turn without its journal entry": """
        SELECT id FROM turns WHERE NOT EXISTS (
            SELECT 1 FROM journal WHERE journal.position = turns.position
            AND journal.subject = turns.id AND journal.name = 'turn.observed')""",
    "a journal entry without its memory": """
        SELECT subject FROM journal WHERE name = 'memory.stored'
            AND subject NOT IN (SELECT id FROM memories)""",
    "a journal entry without its turn": """
        SELECT subject FROM journal WHERE name = 'turn.observed'
            AND subject NOT IN (SELECT id FROM turns)""",
    "an item without its words": """
        SELECT id FROM (SELECT id, position, status FROM memories
            UNION ALL SELECT id, position, status FROM turns)
        WHERE status <> 'erased' AND position NOT IN (SELECT rowid FROM lexical)""",
    "words without their item": """
        SELECT rowid FROM lexical WHERE rowid NOT IN (
            SELECT position FROM memories UNION ALL SELECT position FROM turns)""",
    "an item without its vector": """
        SELECT id FROM (SELECT id, position, status FROM memories
            UNION ALL SELECT id, position, status FROM turns)
        WHERE status <> 'erased' AND position NOT IN (SELECT item FROM vectors)""",
    "a vector without its item": """
        SELECT item FROM vectors WHERE item NOT IN (
            SELECT position FROM memories UNION ALL SELECT position FROM turns)""",
    "a gap between positions": """
        SELECT count(*) FROM journal HAVING count(*) <> coalesce(max(position), 0)""",
}
TABLES = ("journal", "memories", "turns", "links", "requests", "lexical", "vectors", "mentions")


@contextmanager
def looking_at(home: Path) -> Iterator[Connection]:
    connection = safe_driver().connect(str(home / FILE_NAME), isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def half_written(home: Path) -> list[str]:
    with looking_at(home) as connection:
        return [
            f"{what}: {row[0]}"
            for what, statement in HALF_WRITTEN.items()
            for row in connection.execute(statement)
        ]


def contents(home: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that a verb may touch."""
    with looking_at(home) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in TABLES
        }


def texts_and_ends(home: Path) -> dict[str, tuple[str, str | None]]:
    """Of each memory and turn, what it says and what took its place."""
    with looking_at(home) as connection:
        rows = connection.execute(
            "SELECT id, text, superseded_by FROM memories"
            " UNION ALL SELECT id, text, NULL FROM turns"
        )
        return {id: (text, successor) for id, text, successor in rows}


def files_with(home: Path, needle: bytes) -> list[str]:
    """The files below a folder that hold these bytes, in whatever case they are written."""
    return sorted(
        path.name
        for path in home.rglob("*")
        if path.is_file() and needle.lower() in path.read_bytes().lower()
    )
