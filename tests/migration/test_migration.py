"""Moving a store between versions: up, down, killed half-way, and never without a copy."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import alembic.command
import pytest
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from holdfast import Holdfast
from holdfast.adapters.storage import sqlite_sql
from holdfast.adapters.storage.driver import Connection, safe_driver
from holdfast.adapters.storage.migrating import MIGRATIONS, VERSIONS, back_up, migrate
from holdfast.adapters.storage.opening import FILE_NAME, VERSION, Target, open_store
from holdfast.adapters.storage.sqlite import Place
from holdfast.kernel.errors import HoldfastError, Unavailable
from tests.attack.inspection import contents, looking_at
from tests.attack.processes import child
from tests.attack.workers import migrate_and_die, opened

FOLDER = Path(__file__).with_name("versions")
NEXT = Target("0002", (FOLDER,))
FACT = "seals sleep on the northern rocks"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with opened(tmp_path) as memory:
        memory.remember(FACT)
        memory.revise(memory.remember("bakers rise early").memory.id, "bakers rise before dawn")
    return tmp_path


@contextmanager
def locked(home: Path) -> Iterator[tuple[Place, Connection]]:
    """The writing connection of a store, as a migration is given it."""
    place = Place(home / FILE_NAME)
    store = open_store(place, target=Target(version_of(home), (FOLDER,)))
    try:
        with store.exclusive() as connection:
            yield place, connection
    finally:
        store.close()


def version_of(home: Path) -> str:
    with looking_at(home) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def schema_of(home: Path) -> dict[str, Any]:
    """What the file is made of, whichever way its statements were written."""
    with looking_at(home) as connection:
        made = connection.execute(
            "SELECT type, name, tbl_name FROM sqlite_master ORDER BY type, name"
        ).fetchall()
        tables = [name for kind, name, _ in made if kind == "table"]
        statements = connection.execute(
            "SELECT name, sql FROM sqlite_master"
            " WHERE sql IS NOT NULL AND name <> 'alembic_version'"
        ).fetchall()
        return {
            "made": made,
            "statements": {name: " ".join(sql.split()) for name, sql in statements},
            "columns": {
                name: connection.execute(f"PRAGMA table_xinfo({name})").fetchall()
                for name in tables
            },
            "pragmas": {
                name: connection.execute(f"PRAGMA {name}").fetchone()
                for name in (
                    "application_id",
                    "user_version",
                    "encoding",
                    "auto_vacuum",
                    "page_size",
                    "journal_mode",
                )
            },
            "secure words": connection.execute("SELECT * FROM lexical_config").fetchall(),
        }


def test_the_schema_by_migrations_is_the_one_that_a_new_store_is_made_with(tmp_path: Path) -> None:
    by_hand, by_migrations = tmp_path / "new", tmp_path / "migrated"
    opened(by_hand).close()
    by_migrations.mkdir()
    with looking_at(by_migrations) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate_from_nothing(connection)
    assert schema_of(by_migrations) == schema_of(by_hand)


def migrate_from_nothing(connection: Connection) -> None:
    """As somebody would who knows the migrations only."""
    engine = create_engine(
        "sqlite://", module=safe_driver(), creator=lambda: connection, poolclass=StaticPool
    )
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.connect() as bound, bound.begin():
        config.attributes["connection"] = bound
        alembic.command.upgrade(config, VERSION)


def test_the_newest_version_is_the_last_migration_that_is_shipped() -> None:
    shipped = sorted(path.name for folder in VERSIONS for path in folder.glob("v*.py"))
    assert shipped[-1].startswith(f"v{VERSION}_")
    assert len(sqlite_sql.SCHEMA) > 0


def test_opening_brings_an_older_store_up_to_date_with_a_copy_beside_it(home: Path) -> None:
    open_store(Place(home / FILE_NAME), target=NEXT).close()
    assert version_of(home) == "0002"
    with looking_at(home) as connection:
        assert connection.execute("SELECT name FROM moods").fetchall() == [("mood of fact",)]
        assert connection.execute("SELECT DISTINCT mood FROM memories").fetchall() == [(None,)]
    assert [path.name for path in (home / "backups").iterdir()] == ["holdfast-schema-0001.db"]


def test_opening_a_store_that_is_up_to_date_changes_and_copies_nothing(home: Path) -> None:
    open_store(Place(home / FILE_NAME), target=NEXT).close()
    before = {path: path.read_bytes() for path in home.rglob("*.db")}
    open_store(Place(home / FILE_NAME), target=NEXT).close()
    assert {path: path.read_bytes() for path in home.rglob("*.db")} == before


def test_a_new_store_comes_to_the_newest_version_at_once(tmp_path: Path) -> None:
    open_store(Place(tmp_path / FILE_NAME), target=NEXT).close()
    assert version_of(tmp_path) == "0002"


def test_the_copy_is_the_store_as_it_was_and_verifies(home: Path, tmp_path: Path) -> None:
    before = contents(home)
    open_store(Place(home / FILE_NAME), target=NEXT).close()
    restored = tmp_path / "restored"
    restored.mkdir()
    (home / "backups" / "holdfast-schema-0001.db").rename(restored / FILE_NAME)
    with opened(restored) as memory:
        assert memory.verify().ok
        assert memory.remember("goats climb trees").outcome == "stored"
        memory.undo()
    assert contents(restored)["journal"][:3] == before["journal"]


def test_going_up_and_down_again_changes_nothing_that_was_remembered(home: Path) -> None:
    before, schema = contents(home), schema_of(home)
    open_store(Place(home / FILE_NAME), target=NEXT).close()
    with locked(home) as (place, connection):
        copy = migrate(place, connection, "0001", (*VERSIONS, FOLDER))
    assert copy == home / "backups" / "holdfast-schema-0002.db"
    assert contents(home) == before
    assert schema_of(home) == schema
    with opened(home) as memory:
        assert memory.verify().ok


def remembered(memory: Holdfast) -> set[str]:
    return {item.text for item in memory.list().items}


@pytest.mark.parametrize("step", ["migration.begun", "migration.before_commit"])
def test_a_migration_killed_half_way_leaves_the_store_as_it_was(home: Path, step: str) -> None:
    before, schema = contents(home), schema_of(home)
    with child(migrate_and_die, home / FILE_NAME, "0002", FOLDER, step) as worker:
        assert worker.end() == -9
    assert version_of(home) == "0001"
    assert contents(home) == before
    assert schema_of(home) == schema
    with opened(home) as memory:
        assert memory.verify().ok
        assert remembered(memory) == {FACT, "bakers rise before dawn"}


@pytest.mark.parametrize("step", ["migration.begun", "migration.before_commit"])
def test_a_migration_that_was_killed_is_done_at_the_next_opening(home: Path, step: str) -> None:
    with child(migrate_and_die, home / FILE_NAME, "0002", FOLDER, step) as worker:
        assert worker.end() == -9
    open_store(Place(home / FILE_NAME), target=NEXT).close()
    assert version_of(home) == "0002"


def test_a_copy_cut_off_half_way_is_never_taken_for_a_whole_one(home: Path) -> None:
    (home / "backups").mkdir()
    (home / "backups" / "holdfast-schema-0001.part").write_bytes(b"half a copy")
    with looking_at(home) as connection:
        copy = back_up(home / FILE_NAME, connection, "0001")
    assert [path.name for path in (home / "backups").iterdir()] == [copy.name]
    assert copy.read_bytes().startswith(b"SQLite format 3")


def test_without_room_for_a_copy_nothing_is_migrated(home: Path) -> None:
    (home / "backups").write_text("a file where the folder should be")
    before = contents(home)
    with pytest.raises(Unavailable):
        open_store(Place(home / FILE_NAME), target=NEXT)
    assert version_of(home) == "0001"
    assert contents(home) == before


def test_an_older_holdfast_refuses_the_migrated_store(home: Path) -> None:
    open_store(Place(home / FILE_NAME), target=NEXT).close()
    before = (home / FILE_NAME).read_bytes()
    with pytest.raises(Unavailable) as caught:
        opened(home)
    assert caught.value.code == "store_too_new"
    assert (home / FILE_NAME).read_bytes() == before


def test_an_older_holdfast_that_has_the_store_open_stops_writing_when_it_is_migrated(
    home: Path,
) -> None:
    with opened(home) as memory:
        open_store(Place(home / FILE_NAME), target=NEXT).close()
        with pytest.raises(Unavailable) as caught:
            memory.remember("goats climb trees")
        assert caught.value.code == "store_too_new"


def test_a_migration_that_the_engine_refuses_is_told_in_own_words_and_takes_nothing_along(
    home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    whole = (FOLDER / "v0002_mood.py").read_text()
    (folder / "v0002_mood.py").write_text(whole.replace("INTO moods SELECT", "INTO nowhere SELECT"))
    before = contents(home)
    with pytest.raises(HoldfastError):
        open_store(Place(home / FILE_NAME), target=Target("0002", (folder,)))
    assert version_of(home) == "0001"
    assert contents(home) == before
