"""What the same rows cost without Holdfast: SQLite by hand, and a bare sync to disk."""

import hashlib
import json
import os
import threading
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from holdfast.adapters.storage.driver import safe_driver

SCHEMA = (
    "PRAGMA journal_mode = WAL",
    "CREATE TABLE memories (position INTEGER PRIMARY KEY, id TEXT UNIQUE, text TEXT)",
    "CREATE TABLE journal (position INTEGER PRIMARY KEY, name TEXT, body TEXT, digest BLOB)",
)
MEMORY = "INSERT INTO memories (id, text) VALUES (?, ?)"
ENTRY = "INSERT INTO journal (name, body, digest) VALUES ('stored', ?, ?)"
WAIT_MS = 60_000


class PlainStore:
    """A row for the text and a row for a journal in one commit, one connection per thread."""

    def __init__(self, path: Path, synchronous: str) -> None:
        self._path = path
        self._synchronous = synchronous
        self._own = threading.local()
        self._opened: list[Any] = []

    def begin(self, texts: Iterable[str]) -> None:
        connection = self._connection()
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute("BEGIN")
        for text in texts:
            _insert(connection, text)
        connection.execute("COMMIT")

    def write(self, text: str) -> None:
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        _insert(connection, text)
        connection.execute("COMMIT")

    def close(self) -> None:
        while self._opened:
            self._opened.pop().close()

    def _connection(self) -> Any:
        if not hasattr(self._own, "connection"):
            connection = safe_driver().connect(
                str(self._path), isolation_level=None, check_same_thread=False
            )
            connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            self._opened.append(connection)
            self._own.connection = connection
        return self._own.connection


def _insert(connection: Any, text: str) -> None:
    memory = uuid.uuid4().hex
    body = json.dumps({"id": memory, "text": text})
    connection.execute(MEMORY, (memory, text))
    connection.execute(ENTRY, (body, hashlib.sha256(body.encode()).digest()))


class BareSync:
    """Appends a page to a file and waits until the disk has it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def write(self, text: str) -> None:
        self._file.write(text.encode()[:1].ljust(4_096, b"."))
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()
