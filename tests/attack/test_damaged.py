"""Files that are no store, or no longer a whole one: refused or reported, and never believed."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from holdfast import Turn
from holdfast.kernel.errors import Corrupted, HoldfastError, Unavailable
from tests.attack.inspection import looking_at
from tests.attack.processes import child
from tests.attack.workers import flip_bits, opened, what_it_says

FACT = "seals sleep on the northern rocks"


def other_database(path: Path) -> None:
    with looking_at(path.parent) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.execute("INSERT INTO recipes VALUES ('bread')")


def other_application(path: Path) -> None:
    """Has even a table of versions, as every program with Alembic does."""
    with looking_at(path.parent) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")


NO_STORES: dict[str, Callable[[Path], object]] = {
    "a text": lambda path: path.write_text("shopping list\n" * 200),
    "a short text": lambda path: path.write_text("bread"),
    "random bytes": lambda path: path.write_bytes(random.Random(7).randbytes(8192)),
    "another database": other_database,
    "another application's database": other_application,
}


@pytest.mark.scenario("W11", surface="library")
@pytest.mark.parametrize("what", NO_STORES)
def test_a_file_that_is_no_store_is_refused_and_not_touched(tmp_path: Path, what: str) -> None:
    path = tmp_path / "holdfast.db"
    NO_STORES[what](path)
    before = path.read_bytes()
    with pytest.raises(Corrupted) as caught:
        opened(tmp_path)
    assert caught.value.code == "not_a_store"
    assert path.read_bytes() == before


def test_an_empty_file_is_a_store_not_yet_begun(tmp_path: Path) -> None:
    (tmp_path / "holdfast.db").touch()
    with opened(tmp_path) as memory:
        assert memory.remember(FACT).outcome == "stored"


@pytest.mark.scenario("W11", surface="library")
def test_a_store_of_a_newer_version_is_refused_in_one_sentence_and_not_touched(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as memory:
        memory.remember(FACT)
    with looking_at(tmp_path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    path = tmp_path / "holdfast.db"
    before = path.read_bytes()
    with pytest.raises(Unavailable) as caught:
        opened(tmp_path)
    assert caught.value.code == "store_too_new"
    assert caught.value.message.count(".") == 1
    assert path.read_bytes() == before


# --- cut off and flipped


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A little of everything that a store can hold."""
    with opened(tmp_path) as memory:
        said = memory.observe(
            [Turn("user", f"said {n} tall things", session="s") for n in range(9)]
        )
        ids = [memory.remember(f"crate {n} holds {n * 7} lamps").memory.id for n in range(30)]
        memory.remember("Anna said so in the harbour", evidence=said[:2], tags=["x"], ref="r-1")
        for id in ids[:6]:
            memory.revise(id, f"{memory.get(id).text}, or nearly so", why="counted anew")
        memory.link(ids[0], ids[1], "about")
        memory.forget(ids[2])
        memory.supersede(ids[3], "crate 3 is empty")
        memory.erase(ids[4])
    return tmp_path


@pytest.mark.scenario("W11", surface="library")
@pytest.mark.parametrize("share", [0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999])
def test_a_truncated_file_is_refused_or_does_not_verify(home: Path, share: float) -> None:
    path = home / "holdfast.db"
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    assert what_comes_of(home) in ("reported", "not_a_store", "store_damaged")


def what_comes_of(home: Path) -> str:
    try:
        with opened(home) as memory:
            return "verified" if memory.verify().ok else "reported"
    except HoldfastError as refusal:
        return refusal.code


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("flips", "seed"),
    [
        (25, 1),
        pytest.param(600, 2, marks=pytest.mark.attack),
        pytest.param(600, 3, marks=pytest.mark.attack),
    ],
)
def test_a_flipped_bit_is_refused_reported_or_changes_no_answer(
    home: Path, flips: int, seed: int
) -> None:
    """In a child, so that even a crash of the driver would be seen as one."""
    original = what_it_says(home)
    with child(flip_bits, home, flips, seed, original) as worker:
        outcomes = worker.answer(within_seconds=220)
    wrong = {place: said for place, said in outcomes.items() if said.startswith("WRONG")}
    assert wrong == {}
    assert len(outcomes) == flips
    assert any(said.startswith("refused") or said == "reported" for said in outcomes.values())


# --- what verifying rows cannot show, since it reads them by way of the same indexes


def behind_its_index(path: Path, index: str, statement: str) -> None:
    """Changes rows while SQLite does not know that there is an index to keep."""
    with looking_at(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        kept = connection.execute("SELECT * FROM sqlite_master WHERE name = ?", (index,)).fetchall()
        connection.execute("DELETE FROM sqlite_master WHERE name = ?", (index,))
    with looking_at(path) as connection:
        assert connection.execute(statement).rowcount > 0
        connection.execute("PRAGMA writable_schema = ON")
        connection.executemany("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)


@pytest.mark.parametrize(
    ("index", "statement"),
    [
        ("memories_expiry", "UPDATE memories SET expires_at = 7 WHERE position = 20"),
        ("memories_fingerprint", "UPDATE memories SET fingerprint = 'x' WHERE position = 20"),
        ("links_source", "UPDATE links SET source = target"),
    ],
)
def test_an_index_that_does_not_fit_its_table_does_not_verify(
    home: Path, index: str, statement: str
) -> None:
    behind_its_index(home, index, statement)
    with opened(home) as memory:
        report = memory.verify()
    assert not report.ok
    assert any(said.startswith("file: ") and index in said for said in report.differences)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "CREATE TRIGGER quiet AFTER INSERT ON memories BEGIN DELETE FROM topics; END",
            "there is a trigger quiet, which no store has",
        ),
        ("DROP INDEX journal_subject", "there is no index journal_subject"),
        (
            "ALTER TABLE cursors ADD COLUMN more",
            "the table cursors is made otherwise than it should be",
        ),
        (
            "INSERT INTO lexical(lexical, rank) VALUES ('secure-delete', 0)",
            "deleted words would stay in the index of words",
        ),
        (
            "INSERT INTO lexical(rowid, text, context) VALUES (9999, 'wolves', '')",
            "lexical has a row of position 9999, which nothing has",
        ),
        (
            "INSERT INTO vectors VALUES (9999, 'hashing', x'00')",
            "vectors has a row of position 9999, which nothing has",
        ),
    ],
)
def test_a_file_that_is_made_otherwise_does_not_verify(
    home: Path, statement: str, said: str
) -> None:
    with looking_at(home) as connection:
        connection.execute(statement)
    with opened(home) as memory:
        report = memory.verify()
        assert memory.verify(quick=True).ok
    assert (report.ok, report.differences) == (False, (f"file: {said}",))
