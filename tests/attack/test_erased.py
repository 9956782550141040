"""Erasing, looked at as raw bytes in every file, with other processes on the same store."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from holdfast import Holdfast, Turn
from holdfast.adapters.storage.migrating import back_up
from tests.attack import inspection
from tests.attack.inspection import files_with, looking_at
from tests.attack.processes import child
from tests.attack.workers import hold_a_reading, hold_open, killed_at, opened

# One made-up word for each place in which a text can come to rest.
WORDS = {
    "text": "quoblidexanth",
    "name": "Zurmelkappex",
    "title": "vrantipolque",
    "tag": "jixterwombal",
    "detail": "klempforvian",
    "source": "ombrastelvid",
    "ref": "pyxtermoland",
    "key": "gwendolaxirp",
    "former text": "thrazzenkolp",
    "why of a revision": "blivorquandt",
    "why of a link": "drexolimpfar",
    "merged text": "snorvelkatch",
    "evidence": "wexlabrimont",
    "speaker": "Yolkandruvex",
}


def remember_everywhere(memory: Holdfast) -> str:
    """A memory that has left words in every place there is; gives its id."""
    other = memory.remember("seals sleep on the northern rocks").memory.id
    evidence = memory.observe(
        Turn("user", f"the {WORDS['evidence']} said so", speaker=WORDS["speaker"])
    )
    id = memory.remember(
        f"the {WORDS['former text']} lies in the cellar",
        title=f"about {WORDS['title']}",
        tags=[WORDS["tag"]],
        detail={"subject": "cellar", "attribute": "holds", "value": WORDS["detail"]},
        source=WORDS["source"],
        ref=WORDS["ref"],
        idempotency_key=WORDS["key"],
        evidence=evidence,
    ).memory.id
    memory.revise(
        id,
        f"our {WORDS['text']} lies with {WORDS['name']} in the attic",
        why=f"because {WORDS['why of a revision']}",
    )
    twin = memory.remember(f"a {WORDS['merged text']} sits somewhere above").memory.id
    memory.merge([twin], into=id)
    memory.link(id, other, "about", why=f"since {WORDS['why of a link']}")
    return id


def places_of(home: Path) -> dict[str, list[str]]:
    """The files that hold a word, or six letters in a row of it: an index cuts words up."""
    found = {}
    for place, word in WORDS.items():
        pieces = [word[start : start + 6].encode() for start in range(len(word) - 5)]
        files = sorted({name for piece in pieces for name in files_with(home, piece)})
        if files:
            found[place] = files
    return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Enough around it that its words share pages with others'."""
    with opened(tmp_path) as memory:
        for number in range(40):
            memory.remember(f"parcel {number} weighs as much as crate {number * 7}")
    return tmp_path


def test_every_word_can_be_found_before_it_is_erased(home: Path) -> None:
    with opened(home) as memory:
        remember_everywhere(memory)
        assert places_of(home).keys() == WORDS.keys() - {"key"}


@pytest.mark.scenario("L3", surface="library")
def test_what_was_erased_is_in_no_file(home: Path) -> None:
    with opened(home) as memory:
        id = remember_everywhere(memory)
        certificate = memory.erase(id)
        assert certificate.wal_cleared
        assert places_of(home) == {}
        assert memory.verify().ok
    assert places_of(home) == {}


@pytest.mark.scenario("L3", surface="library")
def test_what_was_erased_is_in_no_file_while_other_processes_have_the_store_open(
    home: Path,
) -> None:
    with child(hold_open, home) as first, child(hold_open, home) as second, opened(home) as memory:
        assert first.answer() == second.answer() == 40
        id = remember_everywhere(memory)
        assert memory.erase(id).wal_cleared
        assert places_of(home) == {}


@pytest.mark.scenario("L3", surface="library")
def test_a_backup_from_before_goes_with_what_was_erased(home: Path) -> None:
    with opened(home) as memory:
        id = remember_everywhere(memory)
        with looking_at(home) as connection:
            back_up(home / "holdfast.db", connection, "0001")
        assert (home / "backups").exists()
        assert memory.erase(id).backups_removed == 1
        assert places_of(home) == {}


@pytest.mark.scenario("L3", surface="library")
def test_the_certificate_names_an_entry_of_the_chain(home: Path) -> None:
    with opened(home) as memory:
        certificate = memory.erase(remember_everywhere(memory))
        with looking_at(home) as connection:
            entry = connection.execute(
                "SELECT operation, actor FROM journal WHERE hash = ?",
                (bytes.fromhex(certificate.hash),),
            ).fetchone()
            emptied = connection.execute(
                "SELECT position FROM journal WHERE body IS NULL ORDER BY position"
            ).fetchall()
        assert entry == (int(certificate.operation.partition("_")[2]), certificate.actor)
        assert tuple(row[0] for row in emptied) == certificate.positions


def test_a_reading_of_another_process_does_not_hold_an_erasure_up(home: Path) -> None:
    """It ends within a few of the waits that a writer allows, and says what it could not do."""
    with opened(home, wait_seconds=0.2) as memory:
        id = remember_everywhere(memory)
        with child(hold_a_reading, home) as reader:
            reader.answer()
            began = time.monotonic()
            certificate = memory.erase(id)
            assert time.monotonic() - began < 2
            assert not certificate.wal_cleared
            assert places_of(home) != {}
            reader.pipe.send("end the reading")
            reader.answer()


@pytest.mark.parametrize(
    "then",
    [
        lambda memory: memory.remember("bakers rise before anyone else"),
        lambda memory: memory.close(),
    ],
    ids=["the next write", "closing"],
)
def test_a_log_that_a_reader_kept_from_being_cleared_is_cleared_later(
    home: Path, then: Callable[[Holdfast], object]
) -> None:
    with opened(home, wait_seconds=0.05) as memory:
        id = remember_everywhere(memory)
        with child(hold_a_reading, home) as reader:
            reader.answer()
            assert not memory.erase(id).wal_cleared
            reader.pipe.send("end the reading")
            reader.answer()
            then(memory)
            assert places_of(home) == {}


def test_a_log_that_a_reader_kept_until_the_store_was_closed_is_cleared_at_the_next_opening(
    home: Path,
) -> None:
    with child(hold_a_reading, home) as reader:
        reader.answer()
        with opened(home, wait_seconds=0.05) as memory:
            id = remember_everywhere(memory)
            assert not memory.erase(id).wal_cleared
        assert places_of(home) != {}
        reader.pipe.send("end the reading")
        reader.answer()
        with opened(home):
            assert places_of(home) == {}


@pytest.mark.parametrize("step", ["write.committed"])
def test_an_erasure_killed_after_its_commit_is_completed_when_the_store_is_opened(
    home: Path, step: str
) -> None:
    with opened(home) as memory:
        id = remember_everywhere(memory)
        with looking_at(home) as connection:
            back_up(home / "holdfast.db", connection, "0001")
    with child(hold_open, home) as other:
        other.answer()
        with child(killed_at, home, "erase", id, step) as worker:
            assert worker.end() == -9
        with opened(home):
            assert places_of(home) == {}
    assert inspection.half_written(home) == []
