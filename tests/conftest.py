"""What every test may rely on: no network, no settings from outside, a home of its own."""

import itertools
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# `make test` finds the same examples each time; `make test-all` looks for new ones.
settings.register_profile("quick", max_examples=50, deadline=None, derandomize=True)
settings.register_profile(
    "thorough",
    max_examples=500,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("quick")


class NetworkRefused(RuntimeError):
    """A test tried to leave the process by another way than a Unix socket."""


def _refuse_network(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.getaddrinfo":
        raise NetworkRefused(f"a test looked up the host {args[0]!r}")
    if event in ("socket.connect", "socket.sendto") and isinstance(args[1], tuple):
        raise NetworkRefused(f"a test connected to {args[1]!r}")


# An audit hook sees every library, cannot be taken off by a test, and patches nothing.
sys.addaudithook(_refuse_network)

_homes = itertools.count()


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, seen by child processes too, and no HOLDFAST_* from outside."""
    for name in [name for name in os.environ if name.startswith("HOLDFAST_")]:
        monkeypatch.delenv(name)
    home = tmp_path_factory.getbasetemp() / f"home-{next(_homes)}"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name, folder in {
        "XDG_DATA_HOME": ".local/share",
        "XDG_CONFIG_HOME": ".config",
        "XDG_CACHE_HOME": ".cache",
        "XDG_STATE_HOME": ".local/state",
    }.items():
        monkeypatch.setenv(name, str(home / folder))
    return home
