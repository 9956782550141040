"""Where, when and on what a run was made."""

import hashlib
import os
import platform
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from holdfast.adapters.storage.driver import safe_driver

ROOT = Path(__file__).resolve().parents[1]
COMMIT_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a reader must know to compare the figures with others."""

    date: str
    commit: str
    sources: str
    processor: str
    memory: str
    system: str
    python: str
    sqlite: str
    filesystem: str
    load: str
    command: str

    @classmethod
    def of(cls, folder: Path) -> "Circumstances":
        return cls(
            date=f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
            commit=_commit(),
            sources=_digest_of_sources(),
            processor=f"{_processor()}, {os.cpu_count()} cores",
            memory=_memory(),
            system=f"{platform.system()} {platform.release()}",
            python=platform.python_version(),
            sqlite=str(safe_driver().sqlite_version),
            filesystem=filesystem_of(folder),
            load=f"{os.getloadavg()[0]:.1f}",
            command=" ".join(["python -m bench", *sys.argv[1:]]),
        )

    def lines(self) -> list[str]:
        return [
            f"- date: {self.date}",
            f"- commit: `{self.commit}`; sources that ran: `{self.sources}`"
            " (digest of `src/holdfast`, the same for the same files)",
            f"- machine: {self.processor}, {self.memory}, {self.system}",
            f"- Python {self.python}, SQLite {self.sqlite}, files on {self.filesystem}",
            f"- load of the machine when the run began: {self.load}",
            f"- command: `{self.command}`",
        ]


def _commit() -> str:
    """What HEAD names, read from the files: a clone without git installed can say it too."""
    folder = ROOT / ".git"
    try:
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref: ")
        if name == head:
            return head[:COMMIT_LETTERS]
        loose = folder / name
        if loose.exists():
            return loose.read_text(encoding="utf-8")[:COMMIT_LETTERS]
        packed = (folder / "packed-refs").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "unknown"
    return next((line[:COMMIT_LETTERS] for line in packed if line.endswith(name)), "unknown")


def _digest_of_sources() -> str:
    """The commit does not tell what was changed since; this does."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "src" / "holdfast").rglob("*.py")):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()


def _memory() -> str:
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB"


def filesystem_of(folder: Path) -> str:
    """The kind of the deepest mount that holds the folder."""
    best, kind = "", "an unknown filesystem"
    try:
        mounts = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
    except OSError:
        return kind
    for line in mounts:
        _, mount, name, *_ = line.split()
        if folder.is_relative_to(mount) and len(mount) >= len(best):
            best, kind = mount, name
    return kind
