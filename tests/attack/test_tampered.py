"""A store changed by hand: verify says where."""

import itertools
from pathlib import Path

import pytest

from holdfast.adapters.storage.sqlite_sql import COLUMNS
from holdfast.evidence.types import VerifyReport
from tests.attack.inspection import looking_at
from tests.attack.workers import opened

# A text, a number and bytes for every column: SQLite keeps any of them in any column.
VALUES = ("'tampered'", "77777", "x'00ff00ff'", "cast(x'ff00fe' AS TEXT)")
POSITIONS = {"first": 1, "middle": 4, "last": 7}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with opened(tmp_path) as memory:
        facts = ("seals sleep on rocks", "bakers rise early", "goats climb trees", "owls hunt mice")
        ids = [memory.remember(fact).memory.id for fact in facts]
        memory.revise(ids[0], "seals sleep on northern rocks")
        memory.pin(ids[1])
        memory.forget(ids[2])
    return tmp_path


def verified_after(home: Path, *statements: str) -> VerifyReport:
    with looking_at(home) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, statement
    with opened(home) as memory:
        return memory.verify()


# A position and an org say where an entry belongs: with another one it is a deletion here.
SEALED = [name for name in COLUMNS["journal"] if name not in ("position", "org")]


@pytest.mark.scenario("L7", surface="library")
@pytest.mark.parametrize(
    "where",
    [
        pytest.param("first", marks=pytest.mark.attack),
        "middle",
        pytest.param("last", marks=pytest.mark.attack),
    ],
)
@pytest.mark.parametrize(("column", "value"), list(itertools.product(SEALED, VALUES)))
def test_a_changed_field_of_a_journal_row_is_named_by_its_position(
    home: Path, where: str, column: str, value: str
) -> None:
    position = POSITIONS[where]
    report = verified_after(
        home, f"UPDATE journal SET {column} = {value} WHERE position = {position}"
    )
    assert (report.ok, report.position) == (False, position)


@pytest.mark.parametrize("column", ["salt", "body"])
def test_an_emptied_field_of_a_journal_row_is_named_by_its_position(
    home: Path, column: str
) -> None:
    report = verified_after(home, f"UPDATE journal SET {column} = NULL WHERE position = 4")
    assert (report.ok, report.position) == (False, 4)


def test_a_body_that_nobody_erased_is_missed(home: Path) -> None:
    report = verified_after(home, "UPDATE journal SET body = NULL, salt = NULL WHERE position = 4")
    assert (report.ok, report.position) == (False, 4)


MOVED_TO = 77_777
GONE = {
    "moved": f"UPDATE journal SET position = {MOVED_TO} WHERE position = {{}}",
    "given to another org": "UPDATE journal SET org = 'other' WHERE position = {}",
}


@pytest.mark.scenario("L7", surface="library")
@pytest.mark.parametrize("where", POSITIONS)
@pytest.mark.parametrize("how", GONE)
def test_a_journal_row_that_is_not_in_its_place_is_named(home: Path, where: str, how: str) -> None:
    position = POSITIONS[where]
    report = verified_after(home, GONE[how].format(position))
    assert not report.ok
    assert report.position in (position, MOVED_TO)


@pytest.mark.parametrize(
    ("deleted", "named"),
    [
        (1, (1, 2)),
        (4, (4, 5)),
        # No entry stands behind the last one that would miss it: the row that it changed does.
        (7, (3, 7)),
    ],
)
def test_a_deleted_journal_row_is_missed_where_it_was_or_by_the_next(
    home: Path, deleted: int, named: tuple[int, int]
) -> None:
    report = verified_after(home, f"DELETE FROM journal WHERE position = {deleted}")
    assert not report.ok
    assert report.position in named


def test_the_last_entries_cannot_be_cut_off_while_their_rows_stay(home: Path) -> None:
    report = verified_after(home, "DELETE FROM journal WHERE position > 4")
    assert not report.ok


def test_two_entries_that_changed_places_are_named(home: Path) -> None:
    report = verified_after(
        home,
        "UPDATE journal SET position = -1 WHERE position = 3",
        "UPDATE journal SET position = 3 WHERE position = 4",
        "UPDATE journal SET position = 4 WHERE position = -1",
    )
    assert (report.ok, report.position) == (False, 3)


ROWS = {
    "another text": "UPDATE memories SET text = 'seals sleep nowhere' WHERE position = 2",
    "bytes for a text": "UPDATE memories SET text = x'ff' WHERE position = 2",
    "a text that is no Unicode": (
        "UPDATE memories SET text = cast(x'ff00fe' AS TEXT) WHERE position = 2"
    ),
    "another status": "UPDATE memories SET status = 'retired' WHERE position = 2",
    "another owner": "UPDATE memories SET org = 'other' WHERE position = 2",
    "broken JSON": "UPDATE memories SET tags = '{' WHERE position = 2",
    "an invented memory": (
        "INSERT INTO memories SELECT 99, 'mem_zzzzzzzzzzzzzzzzzzzz', "
        + ", ".join(COLUMNS["memories"][2:])
        + " FROM memories WHERE position = 2"
    ),
    "a memory removed": "DELETE FROM memories WHERE position = 2",
    "other words": "UPDATE lexical SET text = 'wolves' WHERE rowid = 2",
    "words removed": "DELETE FROM lexical WHERE rowid = 2",
    "topics removed": "DELETE FROM topics WHERE item = 2",
}


@pytest.mark.parametrize("how", ROWS)
def test_a_table_changed_behind_the_journal_does_not_verify(home: Path, how: str) -> None:
    report = verified_after(home, ROWS[how])
    assert not report.ok
    assert report.differences


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lexical_data SET block = zeroblob(length(block)) WHERE id > 10",
        "DELETE FROM lexical_data WHERE id > 10",
    ],
)
def test_an_index_of_words_that_does_not_fit_its_rows_does_not_verify(
    home: Path, statement: str
) -> None:
    assert not verified_after(home, statement).ok


def test_a_vector_that_is_gone_is_counted_as_pending_or_made_again(home: Path) -> None:
    report = verified_after(home, "DELETE FROM vectors WHERE item = 2")
    assert report.ok
    with opened(home) as memory:
        assert memory.verify().pending_vectors in (0, 1)
        assert memory.remember("seals sleep on southern rocks").memory.status == "active"


@pytest.mark.parametrize("blob", ["zeroblob(8)", "zeroblob(0)", "'text'", "x'ff'"])
def test_a_vector_of_the_wrong_size_stops_nobody_from_remembering(home: Path, blob: str) -> None:
    """The texts say the same in other words: only then are vectors compared."""
    with looking_at(home) as connection:
        connection.execute(f"UPDATE vectors SET vector = {blob}")
    with opened(home) as memory:
        assert memory.remember("the bakers are rising early").memory.id
        assert memory.remember("the seals sleep on the northern rocks").memory.id
