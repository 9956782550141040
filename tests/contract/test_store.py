"""What every store promises: run on a file, and on the twin in memory."""

import itertools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from holdfast.adapters.storage.opening import open_store
from holdfast.adapters.storage.sqlite import Place, SqliteStore
from holdfast.adapters.storage.transaction import TABLES_COMPARED, SqlTransaction
from holdfast.evidence.journal import Journal, every_entry
from holdfast.evidence.rules import GENESIS, chain_hash, digest_of
from holdfast.evidence.types import Change
from holdfast.governance.types import Grant, Subject, engine_of
from holdfast.kernel.errors import HoldfastError, InvalidInput, Unavailable
from holdfast.memories.projection import project_memory, project_plain
from tests.fixtures.library import (
    ALICE,
    BOB,
    OUTSIDER,
    SteppingClock,
    in_threads,
    limited,
    reader,
)

DEADLINE_SECONDS = 5.0


@pytest.fixture(params=["file", "memory"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "store" / "holdfast.db" if request.param == "file" else None


@pytest.fixture
def store(path: Path | None) -> Iterator[SqliteStore]:
    opened = open_store(Place(path, durability="normal"))
    yield opened
    opened.close()


@pytest.fixture
def journal(store: SqliteStore) -> Journal[SqlTransaction]:
    return journal_of(store)


def journal_of(store: SqliteStore) -> Journal[SqlTransaction]:
    projections = {"nam": project_plain, "mem": project_memory}
    return Journal(store, projections, clock=SteppingClock())


def naming(name: str, *, space: str = "", audience: str = "") -> Change:
    """The plainest change there is: a name comes into being."""
    return Change(
        name="entity.aliased",
        subject=f"nam_{name}",
        space=space,
        audience=audience,
        before=None,
        after={"name": name, "entity": "nam_thing", "author": "alice"},
    )


def name(
    store: SqliteStore, journal: Journal[SqlTransaction], subject: Subject, *changes: Change
) -> int:
    return store.write(subject, lambda tx: journal.append(tx, changes))


def names_of(store: SqliteStore, subject: Subject) -> list[str]:
    with store.read(subject) as tx:
        return [entry.header.subject for entry in tx.entries(after=0, limit=1_000)]


# --- the org, the space and the audience are inside


def test_a_transaction_sees_the_entries_of_its_org_only(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("ours"))
    name(store, journal, OUTSIDER, naming("theirs", audience="*"))

    assert names_of(store, ALICE) == ["nam_ours"]
    assert names_of(store, OUTSIDER) == ["nam_theirs"]


def test_a_transaction_sees_the_rows_of_its_org_only(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("ours"))

    with store.read(OUTSIDER) as tx:
        assert tx.row("nam_ours") is None
        assert [list(tx.table_rows(table)) for table in TABLES_COMPARED] == [
            [] for _ in TABLES_COMPARED
        ]
    with store.read(engine_of(OUTSIDER)) as tx:
        assert tx.entries(after=0, limit=10) == []
        assert tx.operation_entries(1) == []
        assert tx.entries_back(before=100, limit=10) == []


def test_a_transaction_cannot_change_or_delete_a_row_of_another_org(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("ours"))

    def attack(tx: SqlTransaction) -> None:
        row = {"id": "nam_ours", "org": OUTSIDER.org, "position": 1}
        forged = row | {"name": "forged", "entity": "nam_forged", "author": "mallory"}
        tx.put_row("nam_ours", forged, forged)
        tx.delete_row("nam_ours")
        tx.erase_bodies([1])
        tx.move_cursor("reader", 7)

    store.write(OUTSIDER, attack)
    with store.read(ALICE) as tx:
        row = tx.row("nam_ours")
        assert row is not None
        assert row["name"] == "ours"
        assert tx.entries(after=0, limit=1)[0].body is not None
        assert tx.cursor("reader") == 0


@pytest.mark.parametrize(
    ("caller", "seen"),
    [
        (ALICE, ["plain", "nested", "everyone", "hers"]),
        (BOB, ["plain", "nested", "everyone"]),
        (reader("carl", "a/b"), ["nested", "everyone"]),
        (reader("carl", "a"), ["nested", "everyone"]),
        (reader("carl", "a/bc"), ["everyone"]),
        (reader("carl", "ab"), ["everyone"]),
        (limited("carl"), ["everyone"]),
        (limited("carl", Grant("", frozenset({"write"}))), ["everyone"]),
        (limited("alice"), ["everyone", "hers"]),
        (engine_of(BOB), ["plain", "nested", "everyone", "hers"]),
    ],
)
def test_spaces_and_audiences_are_part_of_the_reading(
    store: SqliteStore, journal: Journal[SqlTransaction], caller: Subject, seen: list[str]
) -> None:
    name(
        store,
        journal,
        ALICE,
        naming("plain"),
        naming("nested", space="a/b"),
        naming("everyone", space="z", audience="*"),
        naming("hers", audience="@alice"),
    )

    assert names_of(store, caller) == [f"nam_{one}" for one in seen]
    with store.read(caller) as tx:
        assert len(tx.operation_entries(1)) == len(seen)
        assert len(tx.entries_back(before=100, limit=100)) == len(seen)


# --- whole or absent


def test_work_that_fails_leaves_nothing_behind(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    def work(tx: SqlTransaction) -> None:
        journal.append(tx, [naming("half")])
        tx.move_cursor("reader", 5)
        raise InvalidInput("field_invalid", "It is not to be.")

    with pytest.raises(InvalidInput):
        store.write(ALICE, work)
    with store.read(ALICE) as tx:
        assert tx.journal_head() == (0, GENESIS)
        assert tx.row("nam_half") is None
        assert tx.cursor("reader") == 0


def test_the_chain_goes_on_after_work_that_failed(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("one"))

    def work(tx: SqlTransaction) -> None:
        journal.append(tx, [naming("half"), naming("other-half")])
        raise ValueError

    with pytest.raises(ValueError):
        store.write(ALICE, work)
    assert name(store, journal, ALICE, naming("two")) == 2
    assert_chained(store, ALICE)


def assert_chained(store: SqliteStore, subject: Subject) -> None:
    with store.read(engine_of(subject)) as tx:
        previous = GENESIS
        for entry in every_entry(tx):
            assert entry.salt is not None
            assert entry.body is not None
            assert entry.digest == digest_of(entry.salt, entry.body)
            assert entry.hash == chain_hash(previous, entry.header, entry.digest)
            previous = entry.hash


def together(
    store: SqliteStore, works: list[Callable[[SqlTransaction], object]]
) -> list[object | Exception]:
    """Runs the works of several callers in one group: all wait while the first holds the turn."""
    answers: list[object | Exception] = [None] * len(works)
    entered, leave = threading.Event(), threading.Event()

    def hold(tx: SqlTransaction) -> None:
        entered.set()
        leave.wait(DEADLINE_SECONDS)

    def run(number: int) -> None:
        try:
            answers[number] = store.write(ALICE, works[number])
        except (ArithmeticError, HoldfastError) as error:
            answers[number] = error

    holder = threading.Thread(target=store.write, args=(ALICE, hold))
    holder.start()
    assert entered.wait(DEADLINE_SECONDS)
    threads = []
    for number in range(len(works)):
        thread = threading.Thread(target=run, args=(number,))
        thread.start()
        threads.append(thread)
        while len(store._queue) <= number:
            thread.join(0.001)
    leave.set()
    for thread in [holder, *threads]:
        thread.join(DEADLINE_SECONDS)
    return answers


def _failing(error: Exception) -> Callable[[SqlTransaction], object]:
    def work(tx: SqlTransaction) -> None:
        tx.move_cursor("reader", 99)
        raise error

    return work


def test_the_failure_of_one_caller_in_a_group_does_not_hurt_the_others(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    refused = InvalidInput("field_invalid", "It is not to be.")
    broken = ZeroDivisionError()
    answers = together(
        store,
        [
            lambda tx: journal.append(tx, [naming("one")]),
            _failing(refused),
            lambda tx: journal.append(tx, [naming("two")]),
            _failing(broken),
            lambda tx: journal.append(tx, [naming("three")]),
        ],
    )

    assert answers == [1, refused, 2, broken, 3]
    assert names_of(store, ALICE) == ["nam_one", "nam_two", "nam_three"]
    assert_chained(store, ALICE)
    with store.read(ALICE) as tx:
        assert tx.cursor("reader") == 0


def test_a_statement_that_the_engine_refuses_hurts_only_its_caller(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    def twice(tx: SqlTransaction) -> None:
        tx.put_topics(1, [7])
        tx.put_topics(1, [7])

    answers = together(
        store,
        [
            lambda tx: journal.append(tx, [naming("one")]),
            twice,
            lambda tx: journal.append(tx, [naming("two")]),
        ],
    )

    assert (answers[0], answers[2]) == (1, 2)
    assert isinstance(answers[1], Exception)


def test_many_threads_write_and_nothing_is_lost_or_doubled(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    def work(number: int) -> list[int]:
        return [name(store, journal, ALICE, naming(f"n{number}x{n}")) for n in range(20)]

    answers = in_threads(8, work)
    positions = sorted(one for answer in answers for one in answer)  # type: ignore[attr-defined]
    assert positions == list(range(1, 161))
    assert len(set(names_of(store, ALICE))) == 160
    assert_chained(store, ALICE)


def test_what_work_reads_cannot_change_before_it_commits(store: SqliteStore) -> None:
    def count_up(tx: SqlTransaction) -> None:
        tx.move_cursor("counter", tx.cursor("counter") + 1)

    in_threads(8, lambda number: [store.write(ALICE, count_up) for _ in range(25)])
    with store.read(ALICE) as tx:
        assert tx.cursor("counter") == 200


# --- reading


def test_a_reader_sees_one_snapshot_from_beginning_to_end(
    store: SqliteStore, journal: Journal[SqlTransaction], path: Path | None
) -> None:
    name(store, journal, ALICE, naming("one"))
    with store.read(ALICE) as tx:
        before = tx.journal_head()
        written = threading.Thread(target=name, args=(store, journal, ALICE, naming("two")))
        written.start()
        if path is not None:
            written.join(DEADLINE_SECONDS)
            assert not written.is_alive()
        again = SqlTransaction(tx._connection, ALICE, tx._who)
        assert again.journal_head() == before
        assert tx.row("nam_two") is None
    written.join(DEADLINE_SECONDS)
    assert names_of(store, ALICE) == ["nam_one", "nam_two"]


def test_a_reader_that_fails_gives_its_connection_back(store: SqliteStore) -> None:
    for _ in range(50):
        with pytest.raises(ZeroDivisionError), store.read(ALICE):
            raise ZeroDivisionError
    with store.read(ALICE) as tx:
        assert tx.journal_head() == (0, GENESIS)


def test_readers_do_not_wait_for_a_writer_on_a_file(tmp_path: Path) -> None:
    store = open_store(Place(tmp_path / "holdfast.db"))
    entered, leave = threading.Event(), threading.Event()

    def hold(tx: SqlTransaction) -> None:
        entered.set()
        leave.wait(DEADLINE_SECONDS)

    writer = threading.Thread(target=store.write, args=(ALICE, hold))
    writer.start()
    assert entered.wait(DEADLINE_SECONDS)
    with store.read(ALICE) as tx:
        assert tx.journal_head() == (0, GENESIS)
        assert writer.is_alive()
    leave.set()
    writer.join(DEADLINE_SECONDS)
    store.close()


# --- positions, pages, time, cursors


def test_positions_follow_one_another_across_orgs_and_each_org_has_its_chain(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    given = [
        name(store, journal, caller, naming(f"n{number}"))
        for number, caller in enumerate([ALICE, OUTSIDER, ALICE, ALICE, OUTSIDER])
    ]

    assert given == [1, 2, 3, 4, 5]
    assert_chained(store, ALICE)
    assert_chained(store, OUTSIDER)
    with store.read(ALICE) as tx:
        assert tx.journal_head()[0] == 5
        assert [one.header.position for one in tx.entries(after=0, limit=9)] == [1, 3, 4]


def test_one_operation_is_one_number_for_all_its_entries(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("one"))
    operation = name(store, journal, ALICE, naming("two"), naming("three"))
    more = store.write(ALICE, lambda tx: journal.append(tx, [naming("four")], operation=operation))

    assert more == operation
    with store.read(ALICE) as tx:
        found = [one.header.subject for one in tx.operation_entries(operation)]
    assert found == ["nam_two", "nam_three", "nam_four"]


def test_pages_of_the_journal_neither_skip_nor_repeat(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, *(naming(f"n{number}") for number in range(25)))
    seen: list[int] = []
    with store.read(ALICE) as tx:
        after = 0
        while page := tx.entries(after=after, limit=10):
            seen.extend(one.header.position for one in page)
            after = seen[-1]
        back = [one.header.position for one in tx.entries_back(before=11, limit=5)]
    assert seen == list(range(1, 26))
    assert back == [10, 9, 8, 7, 6]


def test_subjects_narrow_the_journal(store: SqliteStore, journal: Journal[SqlTransaction]) -> None:
    name(store, journal, ALICE, naming("one"), naming("two"), naming("three"))
    with store.read(ALICE) as tx:
        assert len(tx.entries(after=0, limit=9, subjects=["nam_one", "nam_three"])) == 2
        assert tx.entries(after=1, limit=9, subjects=["nam_one"]) == []
        assert len(tx.all_entries(["nam_two"])) == 1
        assert tx.all_entries(["nam_two"], after=2) == []
        assert tx.all_entries([]) == []


def test_entries_to_work_on_are_of_every_audience_and_of_one_org(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("one", audience="@alice"))

    with store.read(BOB) as tx:
        assert tx.entries(after=0, limit=9, subjects=["nam_one"]) == []
        assert len(tx.all_entries(["nam_one"])) == 1
    with store.read(OUTSIDER) as tx:
        assert tx.all_entries(["nam_one"]) == []


def test_a_moment_has_the_last_position_written_by_then(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("one"))
    name(store, journal, OUTSIDER, naming("two"))
    name(store, journal, ALICE, naming("three"))
    with store.read(ALICE) as tx:
        first, last = (one.header.at for one in tx.entries(after=0, limit=9))
        assert [tx.position_at(at) for at in (first - 1, first, last - 1, last, last + 1)] == [
            0,
            1,
            1,
            3,
            3,
        ]


def test_a_cursor_belongs_to_its_reader_and_its_org(store: SqliteStore) -> None:
    store.write(ALICE, lambda tx: tx.move_cursor("one", 5))
    store.write(ALICE, lambda tx: tx.move_cursor("one", 7))
    store.write(OUTSIDER, lambda tx: tx.move_cursor("one", 2))

    with store.read(ALICE) as tx:
        assert (tx.cursor("one"), tx.cursor("other")) == (7, 0)
    with store.read(OUTSIDER) as tx:
        assert tx.cursor("one") == 2


def test_an_erased_body_is_gone_with_its_salt_and_the_entry_stays(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    name(store, journal, ALICE, naming("one"), naming("two"))
    store.write(ALICE, lambda tx: tx.erase_bodies([1]))

    with store.read(ALICE) as tx:
        first, second = tx.entries(after=0, limit=9)
    assert (first.salt, first.body, first.header.subject) == (None, None, "nam_one")
    assert second.body is not None


def test_rows_are_put_changed_and_deleted(store: SqliteStore) -> None:
    row: dict[str, Any] = {
        "id": "nam_one",
        "org": ALICE.org,
        "position": 1,
        "name": "one",
        "entity": "nam_thing",
        "author": "alice",
    }
    store.write(ALICE, lambda tx: tx.put_row("nam_one", None, row))
    store.write(ALICE, lambda tx: tx.put_row("nam_one", row, row | {"name": "uno"}))
    with store.read(ALICE) as tx:
        assert tx.row("nam_one") == row | {"name": "uno"}
        assert set(tx.blank_row("nam_one")) == set(row)
    store.write(ALICE, lambda tx: tx.delete_row("nam_one"))
    with store.read(ALICE) as tx:
        assert tx.row("nam_one") is None


# --- waiting and closing


def test_waiting_wakes_with_the_next_commit(
    store: SqliteStore, journal: Journal[SqlTransaction]
) -> None:
    found: list[str] = []
    looked = threading.Event()

    def ready() -> bool:
        found.extend(names_of(store, ALICE))
        looked.set()
        return bool(found)

    waiter = threading.Thread(target=store.wait, args=(ready, DEADLINE_SECONDS))
    waiter.start()
    assert looked.wait(DEADLINE_SECONDS)
    name(store, journal, ALICE, naming("one"))
    waiter.join(1.0)
    assert not waiter.is_alive()
    assert found == ["nam_one"]


def test_waiting_for_nothing_ends_with_the_deadline(store: SqliteStore) -> None:
    assert not store.wait(lambda: False, 0.05)


def test_waiting_for_what_is_there_does_not_wait(store: SqliteStore) -> None:
    assert store.wait(lambda: True, 60.0)


def test_waiting_ends_when_the_store_is_closed(path: Path | None) -> None:
    store = open_store(Place(path))
    looked = threading.Event()

    def ready() -> bool:
        looked.set()
        return False

    waiter = threading.Thread(target=store.wait, args=(ready, 60.0))
    waiter.start()
    assert looked.wait(DEADLINE_SECONDS)
    store.close()
    waiter.join(DEADLINE_SECONDS)
    assert not waiter.is_alive()


def test_a_waiting_reader_hears_of_another_store_on_the_same_file(tmp_path: Path) -> None:
    one = open_store(Place(tmp_path / "holdfast.db"))
    other = open_store(Place(tmp_path / "holdfast.db"))
    looked = threading.Event()

    def ready() -> bool:
        looked.set()
        return bool(names_of(one, ALICE))

    waiter = threading.Thread(target=one.wait, args=(ready, DEADLINE_SECONDS))
    waiter.start()
    assert looked.wait(DEADLINE_SECONDS)
    name(other, journal_of(other), ALICE, naming("one"))
    waiter.join(1.0)
    assert not waiter.is_alive()
    one.close()
    other.close()


def test_a_closed_store_refuses_in_its_own_words_and_closes_twice(store: SqliteStore) -> None:
    store.close()
    store.close()

    with pytest.raises(Unavailable) as writing:
        store.write(ALICE, lambda tx: None)
    with pytest.raises(Unavailable) as reading, store.read(ALICE):
        pass
    assert (writing.value.code, reading.value.code) == ("store_closed", "store_closed")


@pytest.mark.parametrize("round_", range(12))
def test_closing_while_others_write_and_read_damages_nothing(
    path: Path | None, round_: int
) -> None:
    store = open_store(Place(path, durability="normal"))
    journal = journal_of(store)
    written = threading.Semaphore(0)

    def write_until_closed(number: int) -> None:
        for round_of_writer in itertools.count():
            name(store, journal, ALICE, naming(f"n{number}x{round_of_writer}"))
            names_of(store, ALICE)
            written.release()

    def close_soon(number: int) -> None:
        for _ in range(round_ + 5):
            written.acquire()
        store.close()

    answers = in_threads(6, lambda number: (write_until_closed if number else close_soon)(number))
    assert [getattr(answer, "code", answer) for answer in answers[1:]] == ["store_closed"] * 5
    if path is not None:
        again = open_store(Place(path))
        assert_chained(again, ALICE)
        again.close()


def test_what_was_written_is_there_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "holdfast.db"
    store = open_store(Place(path))
    name(store, journal_of(store), ALICE, naming("one"))
    store.close()
    again = open_store(Place(path))
    assert names_of(again, ALICE) == ["nam_one"]
    assert_chained(again, ALICE)
    again.close()
