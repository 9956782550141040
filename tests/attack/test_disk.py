"""Places that cannot be written: full, read-only, vanished, never there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from holdfast.kernel.errors import HoldfastError, Unavailable
from tests.attack import inspection
from tests.attack.processes import child
from tests.attack.workers import as_nobody, opened, try_to_open

MEGABYTE = 1024 * 1024
FACT = "seals sleep on the northern rocks"


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    try:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        pytest.skip("there is no mount command")
    if done.returncode != 0:
        pytest.skip("mounting a tmpfs needs the rights of root")
    try:
        yield folder
    finally:
        # Lazily: a test that failed may still hold a file in it open.
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Two megabytes, of which a ballast file takes a part until it is thrown out."""
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted(disk, "size=2m"):
        (disk / "ballast").write_bytes(bytes(MEGABYTE // 2))
        yield disk


def filled(home: Path) -> tuple[dict[str, str], Unavailable]:
    """Remembers until the disk is full: what was acknowledged, and the refusal."""
    kept: dict[str, str] = {}
    with opened(home) as memory:
        for number in range(10_000):
            text = f"crate {number} holds " + f"tally{number} " * 60
            try:
                kept[memory.remember(text).memory.id] = text
            except Unavailable as refusal:
                assert {item.id for item in memory.list(limit=200).items} <= kept.keys()
                return kept, refusal
    raise AssertionError("the disk never filled up")


@pytest.mark.scenario("W11", surface="library")
def test_a_full_disk_is_named_in_one_sentence(small_disk: Path) -> None:
    _, refusal = filled(small_disk / "home")
    assert refusal.code == "disk_full"
    assert refusal.message.count(". ") == 0
    assert refusal.hint


@pytest.mark.scenario("W11", surface="library")
def test_after_space_is_freed_all_that_was_acknowledged_is_there_and_writing_goes_on(
    small_disk: Path,
) -> None:
    home = small_disk / "home"
    kept, _ = filled(home)
    (small_disk / "ballast").unlink()
    with opened(home) as memory:
        assert memory.remember(FACT).outcome == "stored"
        assert {id: memory.get(id).text for id in kept} == kept
        assert memory.stats().entries == len(kept) + 1
        assert memory.verify().ok
    assert inspection.half_written(home) == []


def test_an_open_store_goes_on_by_itself_when_space_is_freed(small_disk: Path) -> None:
    with opened(small_disk / "home") as memory:
        memory.remember(FACT)
        (small_disk / "more").write_bytes(bytes(MEGABYTE // 4))
        fill_up(small_disk)
        texts = [f"crate {number} holds " + f"tally{number} " * 60 for number in range(1_000)]
        with pytest.raises(Unavailable):
            list(map(memory.remember, texts))
        (small_disk / "more").unlink()
        assert memory.remember("bakers rise before anyone else").outcome == "stored"
        assert memory.verify().ok


def fill_up(disk: Path) -> None:
    """Takes every byte that is left."""
    with (disk / "rest").open("wb", buffering=0) as file:
        while True:
            try:
                file.write(bytes(4096))
            except OSError:
                return


def test_a_store_on_a_full_disk_can_still_be_read_or_says_why_not(small_disk: Path) -> None:
    home = small_disk / "home"
    with opened(home) as memory:
        memory.remember(FACT)
    fill_up(small_disk)
    assert texts_or_refusal(home) in ([FACT], "disk_full")


def texts_or_refusal(home: Path) -> list[str] | str:
    try:
        with opened(home) as memory:
            return [item.text for item in memory.list().items]
    except HoldfastError as refusal:
        return refusal.code


def test_a_new_store_on_a_full_disk_is_refused_and_can_be_begun_later(small_disk: Path) -> None:
    home = small_disk / "home"
    home.mkdir()
    fill_up(small_disk)
    with pytest.raises(Unavailable) as caught:
        opened(home)
    assert caught.value.code == "disk_full"
    (small_disk / "rest").unlink()
    with opened(home) as memory:
        assert memory.remember(FACT).outcome == "stored"


# --- read-only


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """pytest's own folders may be entered by their owner only."""
    folder = Path(tempfile.mkdtemp(prefix="holdfast-attack-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.scenario("W11", surface="library")
def test_a_store_that_may_only_be_read_is_refused_and_not_touched(shared_folder: Path) -> None:
    with opened(shared_folder) as memory:
        memory.remember(FACT)
    before = {path.name: path.read_bytes() for path in shared_folder.iterdir()}
    for path in shared_folder.iterdir():
        path.chmod(0o444)
    shared_folder.chmod(0o555)
    with child(as_nobody, try_to_open, shared_folder) as reader:
        said = reader.answer()
    assert said.startswith("store_read_only: "), said
    assert {path.name: path.read_bytes() for path in shared_folder.iterdir()} == before


def test_a_folder_in_which_nothing_may_be_made_is_refused(shared_folder: Path) -> None:
    shared_folder.chmod(0o555)
    with child(as_nobody, try_to_open, shared_folder / "new") as reader:
        assert reader.answer().startswith(("store_unreachable: ", "store_read_only: "))
    assert list(shared_folder.iterdir()) == []


def test_a_disk_that_was_mounted_read_only_is_refused(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted(disk, "size=4m"):
        with opened(disk) as memory:
            memory.remember(FACT)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(Unavailable) as caught:
            opened(disk)
        assert caught.value.code == "store_read_only"
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        with opened(disk) as memory:
            assert memory.verify().ok


# --- vanished and missing


@pytest.mark.scenario("W11", surface="library")
def test_a_write_into_a_folder_that_has_vanished_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with opened(home) as memory:
        memory.remember(FACT)
        shutil.rmtree(home)
        with pytest.raises(Unavailable) as caught:
            memory.remember("bakers rise before anyone else")
        assert caught.value.code == "store_unreachable"


def test_a_write_into_a_file_that_was_replaced_is_refused(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    opened(other).close()
    with opened(home) as memory:
        memory.remember(FACT)
        for name in ("holdfast.db-wal", "holdfast.db-shm"):
            (home / name).unlink(missing_ok=True)
        os.replace(other / "holdfast.db", home / "holdfast.db")
        with pytest.raises(HoldfastError):
            memory.remember("bakers rise before anyone else")
        with pytest.raises(HoldfastError):
            memory.list()
    with opened(home) as memory:
        assert memory.verify().ok


def test_nothing_is_read_from_a_store_that_has_vanished_nor_a_new_one_begun(tmp_path: Path) -> None:
    with opened(tmp_path) as memory:
        memory.remember(FACT)
        for file in tmp_path.iterdir():
            file.unlink()
        with pytest.raises(Unavailable) as caught:
            memory.list()
        assert caught.value.code == "store_unreachable"
    assert not (tmp_path / "holdfast.db").exists()


def test_a_store_opened_by_a_relative_path_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with opened(Path("home")) as memory:
        monkeypatch.chdir(tmp_path / "elsewhere")
        memory.remember(FACT)
        assert [item.text for item in memory.list().items] == [FACT]
        assert memory.home == tmp_path / "home"
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.scenario("W11", surface="library")
def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(Unavailable) as caught:
        opened(tmp_path / "file" / "home")
    assert caught.value.code == "store_unreachable"
    assert (tmp_path / "file").read_text() == "not a folder"


def test_a_home_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(Unavailable) as caught:
        opened(tmp_path / "home")
    assert caught.value.code == "store_unreachable"


def test_a_missing_folder_is_not_made_by_who_only_looks(tmp_path: Path) -> None:
    with pytest.raises(HoldfastError) as caught:
        opened(tmp_path / "home", create=False)
    assert caught.value.code == "store_not_found"
    assert not (tmp_path / "home").exists()
