"""A store changed by hand: verify says where."""

import itertools
from pathlib import Path

import pytest

from holdfast.adapters.storage.sqlite_sql import COLUMNS
from holdfast.evidence.types import VerifyReport
from holdfast.governance.types import Subject, engine_of
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


# A position cannot be anything but a number: it has tests of its own.
SEALED = [name for name in COLUMNS["journal"] if name != "position"]


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


@pytest.mark.scenario("L7", surface="library")
@pytest.mark.parametrize(
    ("position", "moved_to", "named"),
    [(1, 77_777, 1), (4, 77_777, 4), (6, 77_777, 6), (7, 77_777, 7), (4, -4, -4), (7, -7, -7)],
)
def test_a_journal_row_that_was_moved_is_named_where_it_was_or_cannot_be(
    home: Path, position: int, moved_to: int, named: int
) -> None:
    report = verified_after(
        home, f"UPDATE journal SET position = {moved_to} WHERE position = {position}"
    )
    assert (report.ok, report.position) == (False, named)


def test_a_journal_row_that_was_made_up_is_named(home: Path) -> None:
    report = verified_after(
        home,
        "INSERT INTO journal SELECT position + 100000, "
        + ", ".join(COLUMNS["journal"][1:])
        + " FROM journal WHERE position = 2",
    )
    assert (report.ok, report.position) == (False, 100_002)


@pytest.mark.parametrize(
    ("deleted", "named"),
    # No entry stands behind the last one that would miss it: the row that it changed does.
    [(1, 1), (4, 4), (7, 3)],
)
def test_a_deleted_journal_row_is_missed_where_it_was(home: Path, deleted: int, named: int) -> None:
    report = verified_after(home, f"DELETE FROM journal WHERE position = {deleted}")
    assert (report.ok, report.position) == (False, named)


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
def test_a_table_changed_behind_the_journal_is_named_by_the_position_of_its_row(
    home: Path, how: str
) -> None:
    report = verified_after(home, ROWS[how])
    position = 99 if how == "an invented memory" else 2
    assert (report.ok, report.position) == (False, position)
    assert report.differences
    assert all(f"position {position}" in said for said in report.differences)


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


# --- several orgs in one store

OTHERS = Subject(org="others", user="bob")


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Positions 1, 3, 5, 7 are ours and 2, 4, 6, 8 theirs."""
    facts = ("seals sleep on rocks", "bakers rise early", "goats climb trees", "owls hunt mice")
    with opened(tmp_path) as memory:
        for fact in facts:
            memory.remember(fact)
            memory.as_subject(OTHERS).remember(fact)
    return tmp_path


@pytest.mark.parametrize("position", range(1, 9))
@pytest.mark.parametrize("to", ["local", "others"])
def test_an_entry_given_to_another_org_is_named_to_both(
    shared: Path, position: int, to: str
) -> None:
    with looking_at(shared) as connection:
        changed = connection.execute(
            "UPDATE journal SET org = ? WHERE position = ? AND org <> ?", (to, position, to)
        ).rowcount
    with opened(shared) as memory:
        reports = memory.verify(quick=True), memory.as_subject(OTHERS).verify(quick=True)
    expected = (False, position) if changed else (True, None)
    assert [(report.ok, report.position) for report in reports] == [expected, expected]


def test_what_others_changed_among_theirs_is_not_told_to_us(shared: Path) -> None:
    with looking_at(shared) as connection:
        connection.execute("UPDATE journal SET actor = 'mallory' WHERE position = 4")
    with opened(shared) as memory:
        assert memory.verify().ok
        assert memory.as_subject(OTHERS).verify().position == 4


def test_a_replay_that_left_the_others_out_verifies_and_still_names_the_place(
    shared: Path, tmp_path: Path
) -> None:
    alone = tmp_path / "alone"
    with opened(shared) as memory, opened(alone) as replayed:
        memory.replay(replayed)
        assert replayed.verify().ok
    assert verified_after(alone, "UPDATE journal SET at = 7 WHERE position = 5").position == 5


def test_only_the_engine_reads_headers_of_all_orgs(shared: Path) -> None:
    with opened(shared) as memory:
        store = memory._house.store
        with store.read(memory.subject) as tx:
            assert tx.headers(after=0, limit=9) == []
        with store.read(engine_of(memory.subject)) as tx:
            assert [header.position for header, *_ in tx.headers(after=0, limit=9)] == [
                *range(1, 9)
            ]


def test_what_is_written_while_it_verifies_is_no_difference(home: Path) -> None:
    with opened(home) as memory:
        written = iter(range(1_000))

        def write_more(done: int, total: int) -> None:
            memory.remember(f"crate {next(written)} holds lamps", idempotency_key=str(done))

        report = memory.verify(progress=write_more)
        assert next(written) > 5
    assert report.ok
