"""Ways to run the command line: in this process, as a process of its own, and at a terminal."""

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOLDFAST = [sys.executable, "-m", "holdfast.surfaces.cli"]
SECONDS_MAX = 30


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> Any:
        return json.loads(self.err)["error"]


Cli = Callable[..., Result]


def start(*arguments: str, stdin: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*HOLDFAST, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    )


def hear_interrupts() -> None:
    """Whoever runs the tests in the background has made them deaf to Ctrl-C; a person has not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def finish(process: subprocess.Popen[bytes], given: bytes | None = None) -> Result:
    out, err = process.communicate(given, timeout=SECONDS_MAX)
    return Result(process.returncode, out.decode(), err.decode())


def piped(*arguments: str, given: bytes = b"") -> Result:
    """A process of its own, between two pipes."""
    return finish(start(*arguments), given)


def at_terminal(
    *arguments: str, typed: bytes = b"", environment: dict[str, str] | None = None
) -> tuple[int, str]:
    """A process of its own whose streams are a terminal: its exit code, and what it showed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*HOLDFAST, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **(environment or {})},
    )
    os.close(theirs)
    os.write(ours, typed)
    shown = _read_to_end(ours)
    return process.wait(SECONDS_MAX), shown.decode().replace("\r\n", "\n")


def _read_to_end(terminal: int) -> bytes:
    shown = b""
    try:
        while some := os.read(terminal, 65_536):
            shown += some
    except OSError:  # how a terminal says that the other side has gone
        pass
    finally:
        os.close(terminal)
    return shown


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def ids(page: Any) -> Sequence[str]:
    return [item["id"] for item in page["items"]]
