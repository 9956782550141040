"""Whether a store's file is whole: its pages and indexes, what it is made of, what hangs loose."""

from collections.abc import Iterator

from holdfast.adapters.storage.connections import MEMORY
from holdfast.adapters.storage.driver import Connection, safe_driver
from holdfast.adapters.storage.opening import make_schema
from holdfast.adapters.storage.sqlite import SqliteStore

PROBLEMS_MAX = 10
_PAGES = f"PRAGMA integrity_check({PROBLEMS_MAX})"
_MADE_OF = "SELECT type || ' ' || name, sql FROM sqlite_master"
_WORDS_KEPT = "SELECT v FROM lexical_config WHERE k = 'secure-delete'"
_ITEMS = "SELECT position FROM memories UNION ALL SELECT position FROM turns"
_LOOSE = {
    table: f"SELECT min({item}) FROM {table} WHERE {item} NOT IN ({_ITEMS})"
    for table, item in (
        ("lexical", "rowid"),
        ("topics", "item"),
        ("mentions", "item"),
        ("vectors", "item"),
    )
}


def file_problems(store: SqliteStore) -> list[str]:
    """What verifying rows cannot show, since it reads rows by way of the same indexes."""
    with store.examining() as connection:
        found = [*_in_pages(connection)] or [*_in_schema(connection), *_in_loose_rows(connection)]
    return [_printable(problem) for problem in found[:PROBLEMS_MAX]]


def _in_pages(connection: Connection) -> Iterator[str]:
    for (said,) in connection.execute(_PAGES):
        if said != "ok":
            yield from str(said).splitlines()


def _in_schema(connection: Connection) -> Iterator[str]:
    """Something more can be as bad as something less: a trigger could change what is written."""
    expected = safe_driver().connect(MEMORY, isolation_level=None)
    try:
        make_schema(expected)
        ought, found = _made_of(expected), _made_of(connection)
        if expected.execute(_WORDS_KEPT).fetchall() != connection.execute(_WORDS_KEPT).fetchall():
            yield "deleted words would stay in the index of words"
    finally:
        expected.close()
    for name in sorted(ought.keys() | found.keys()):
        if name not in found:
            yield f"there is no {name}"
        elif name not in ought:
            yield f"there is a {name}, which no store has"
        elif ought[name] != found[name]:
            yield f"the {name} is made otherwise than it should be"


def _made_of(connection: Connection) -> dict[str, str]:
    """Apart from how the statements are laid out, which differs after a migration."""
    return {name: " ".join((sql or "").split()) for name, sql in connection.execute(_MADE_OF)}


def _in_loose_rows(connection: Connection) -> Iterator[str]:
    for table, statement in _LOOSE.items():
        item = connection.execute(statement).fetchone()[0]
        if item is not None:
            yield f"{table} has a row of position {item}, which nothing has"


def _printable(problem: str) -> str:
    return problem.encode("utf-8", "backslashreplace").decode()
