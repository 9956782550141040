"""Opens a store: makes a new one, refuses what is none, brings an older one up to date."""

from dataclasses import dataclass
from pathlib import Path

from holdfast.adapters.storage import sqlite_schema, sqlite_sql
from holdfast.adapters.storage.driver import Connection, DriverError, safe_driver
from holdfast.adapters.storage.failures import as_holdfast_error, make_folder
from holdfast.adapters.storage.sqlite import Place, SqliteStore
from holdfast.kernel.errors import Corrupted, HoldfastError, NotFound, Unavailable

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
        _prepare_folder(place.path, create)
    store = SqliteStore(driver, place)
    try:
        with store.exclusive() as connection:
            _bring_up(connection, place, target)
    except DriverError as error:
        store.close()
        raise _refused(error, place) from error
    except HoldfastError:
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


def _refused(error: Exception, place: Place) -> HoldfastError:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == 26:
        return not_a_store(place)
    return as_holdfast_error(error, place.name)


def not_a_store(place: Place) -> Corrupted:
    return Corrupted(
        "not_a_store",
        f"The file {place.name} is not a Holdfast store.",
        hint="Name another folder with --home, or move that file away.",
    )


def _bring_up(connection: Connection, place: Place, target: Target) -> None:
    """In one transaction, so that two processes that begin a store at once make one."""
    found = _version_of(connection, place)
    if found == target.version:
        return
    if found is not None and found > target.version:
        raise Unavailable(
            "store_too_new",
            f"The store was written by a newer Holdfast (schema {found}, here {target.version}).",
            hint="Upgrade Holdfast; nothing was changed.",
        )
    if place.path is not None:
        connection.execute("PRAGMA journal_mode = WAL")
    if found is None:
        _create(connection)
        found = VERSION
    if found != target.version:
        _migrate(connection, place, target)


def _version_of(connection: Connection, place: Place) -> str | None:
    """None for a new, empty file."""
    tables = {
        row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    if not tables:
        return None
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != sqlite_schema.APPLICATION_ID or "alembic_version" not in tables:
        raise not_a_store(place)
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if found is None:
        raise not_a_store(place)
    return str(found[0])


def _create(connection: Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in sqlite_sql.SCHEMA:
        connection.execute(statement)
    connection.execute(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    )
    connection.execute("INSERT INTO alembic_version VALUES (?)", (VERSION,))
    connection.execute(f"PRAGMA application_id = {sqlite_schema.APPLICATION_ID}")
    connection.execute("COMMIT")


def _migrate(connection: Connection, place: Place, target: Target) -> None:
    # Alembic and SQLAlchemy cost most of a second to import: only a due migration pays for it.
    from holdfast.adapters.storage.migrating import VERSIONS, migrate  # noqa: PLC0415

    migrate(place, connection, target.version, (*VERSIONS, *target.folders))
