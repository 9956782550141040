"""Moves a store from one schema version to another, with a copy of it kept beside it first."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import alembic.command
from alembic.config import Config
from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from holdfast.adapters.storage.driver import Connection, safe_driver
from holdfast.adapters.storage.failures import as_holdfast_error, as_unavailable
from holdfast.adapters.storage.sqlite import VERSION_OF, Place

MIGRATIONS = Path(__file__).with_name("migrations")
VERSIONS = (MIGRATIONS / "versions",)
BACKUPS = "backups"


def migrate(
    place: Place, connection: Connection, target: str, versions: Sequence[Path] = VERSIONS
) -> Path | None:
    """All of it in one transaction: killed half-way, the store is what it was before."""
    before = connection.execute(VERSION_OF).fetchone()[0]
    copy = None if place.path is None else back_up(place.path, connection, before)
    engine = create_engine(
        "sqlite://", module=safe_driver(), creator=lambda: connection, poolclass=StaticPool
    )
    event.listen(engine, "begin", _begin)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.set_main_option("version_locations", os.pathsep.join(map(str, versions)))
    move = alembic.command.upgrade if target > before else alembic.command.downgrade
    try:
        with engine.connect() as bound, bound.begin():
            config.attributes["connection"] = bound
            place.step("migration.begun")
            move(config, target)
            place.step("migration.before_commit")
    except DBAPIError as error:
        raise as_holdfast_error(cast(Exception, error.orig), place.name) from error
    return copy


def _begin(bound: Any) -> None:
    """The driver would begin a transaction only at the first write, after the first DDL."""
    bound.exec_driver_sql("BEGIN IMMEDIATE")


def back_up(path: Path, connection: Connection, version: str) -> Path:
    """A whole copy under a temporary name, synced, and only then given its own."""
    folder = path.parent / BACKUPS
    copy = folder / f"{path.stem}-schema-{version}.db"
    unfinished = copy.with_suffix(".part")
    try:
        folder.mkdir(exist_ok=True)
        unfinished.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(unfinished),))
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(unfinished, copy)
    except OSError as error:
        raise as_unavailable(error, str(folder)) from error
    return copy
