"""Opens a store: makes a new one, refuses what is none, brings an older one up to date."""

from dataclasses import dataclass, replace
from pathlib import Path

from holdfast.adapters.storage import sqlite_schema, sqlite_sql
from holdfast.adapters.storage.driver import Connection, safe_driver
from holdfast.adapters.storage.failures import in_own_words, make_folder, not_a_store
from holdfast.adapters.storage.sqlite import VERSION_OF, Place, SqliteStore
from holdfast.kernel.errors import NotFound, Unavailable

VERSION = "0001"
"""The newest migration. Versions are numbers in order, so that newer and older can be told."""

FILE_NAME = "holdfast.db"


@dataclass(frozen=True, slots=True)
class Target:
    """The schema that a store is brought up to, and where migrations past the shipped ones lie."""

    version: str = VERSION
    folders: tuple[Path, ...] = ()


NEWEST = Target()


def open_store(place: Place, *, create: bool = True, target: Target = NEWEST) -> SqliteStore:
    driver = safe_driver()
    if place.path is not None:
        path = place.path.absolute()
        place = replace(place, path=path)
        _prepare_folder(path, create)
    store = SqliteStore(driver, place)
    try:
        with in_own_words(place.name):
            _bring_up(store, place, target)
    except BaseException:
        store.close()
        raise
    return store


def _prepare_folder(path: Path, create: bool) -> None:
    if not create and not path.exists():
        raise NotFound(
            "store_not_found",
            f"There is no store at {path.parent}.",
            hint="Check --home, or remember something to begin one.",
        )
    make_folder(path.parent)


def _bring_up(store: SqliteStore, place: Place, target: Target) -> None:
    """Looks first without the lock: a writer that hangs must not keep readers from opening."""
    with store.reading() as connection:
        due = _is_due(connection, place, target)
    if due:
        with store.exclusive() as connection:
            # Meanwhile another process may have done it.
            if _is_due(connection, place, target):
                _move(connection, place, target)
    store.stay_at(target.version)


def _is_due(connection: Connection, place: Place, target: Target) -> bool:
    found = _version_of(connection, place)
    if found is not None and found > target.version:
        raise Unavailable(
            "store_too_new",
            f"The store was written by a newer Holdfast (schema {found}, here {target.version}).",
            hint="Upgrade Holdfast; nothing was changed.",
        )
    return found != target.version


def _move(connection: Connection, place: Place, target: Target) -> None:
    if place.path is not None:
        connection.execute("PRAGMA journal_mode = WAL")
    if _version_of(connection, place) is None:
        connection.execute("BEGIN IMMEDIATE")
        make_schema(connection)
        connection.execute("COMMIT")
    if _version_of(connection, place) != target.version:
        # Alembic and SQLAlchemy cost most of a second to import: only a due migration pays for it.
        from holdfast.adapters.storage.migrating import VERSIONS, migrate  # noqa: PLC0415

        migrate(place, connection, target.version, (*VERSIONS, *target.folders))


def _version_of(connection: Connection, place: Place) -> str | None:
    """None for a new, empty file."""
    tables = {
        row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    if not tables:
        return None
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != sqlite_schema.APPLICATION_ID or "alembic_version" not in tables:
        raise not_a_store(place.name)
    found = connection.execute(VERSION_OF).fetchone()
    if found is None:
        raise not_a_store(place.name)
    return str(found[0])


def make_schema(connection: Connection) -> None:
    """What the shipped migrations arrive at, in an empty database."""
    for statement in sqlite_sql.SCHEMA:
        connection.execute(statement)
    connection.execute(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    )
    connection.execute("INSERT INTO alembic_version VALUES (?)", (VERSION,))
    connection.execute(f"PRAGMA application_id = {sqlite_schema.APPLICATION_ID}")
