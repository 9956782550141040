"""The command line in this process, with a store of its own."""

import pytest

from holdfast.surfaces.cli import main
from tests.e2e.cli.driving import Cli, Result


@pytest.fixture(autouse=True)
def small_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about words on a screen: the embedder that loads in no time will do."""
    monkeypatch.setenv("HOLDFAST_EMBEDDER", "hashing")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    def run(*arguments: str) -> Result:
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run


@pytest.fixture
def remembered(cli: Cli) -> str:
    """The id of the one memory that is there."""
    stored = cli("remember", "The payments API uses PostgreSQL 14", "--json")
    return str(stored.json["memory"]["id"])
