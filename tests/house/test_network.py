"""The network is refused to tests, by whatever way they try; see docs/adr/0008."""

import socket
import urllib.request
from pathlib import Path

import pytest


def test_a_connection_is_refused() -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as caller,
        pytest.raises(RuntimeError, match="connected"),
    ):
        caller.connect(("127.0.0.1", 9))


def test_looking_up_a_host_is_refused() -> None:
    with pytest.raises(RuntimeError, match="looked up"):
        urllib.request.urlopen("http://holdfast.invalid/")


def test_a_datagram_is_refused() -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller,
        pytest.raises(RuntimeError, match="connected"),
    ):
        caller.sendto(b"hello", ("127.0.0.1", 9))


def test_a_unix_socket_is_allowed(tmp_path: Path) -> None:
    place = str(tmp_path / "here")
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as caller:
        listener.bind(place)
        listener.listen()
        caller.connect(place)
