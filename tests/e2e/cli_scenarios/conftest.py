"""A shell at a home of its own; vectors by hashing and no waiting for the disk, to be quick."""

from pathlib import Path

import pytest

from tests.fixtures.commands import Shell


@pytest.fixture(autouse=True)
def quick_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_EMBEDDER", "hashing")
    monkeypatch.setenv("HOLDFAST_DURABILITY", "normal")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")
