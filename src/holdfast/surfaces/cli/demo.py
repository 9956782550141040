"""demo: a short story in which every line that is printed was computed just then."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import typer

from holdfast.evidence.types import Turn
from holdfast.kernel.errors import Conflict
from holdfast.memories.types import Memory
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.jsonform import plain
from holdfast.surfaces.cli.views import ARROW, changes_of
from holdfast.surfaces.cli.visible import visible
from holdfast.surfaces.library import Holdfast, open_with
from holdfast.wiring.house import Parts

SECRET = "Ann's locker combination is 31-07-22"
OLD = "The payments API uses PostgreSQL 14"
NEW = "The payments API uses PostgreSQL 16"
CACHE = "The cache of the payments API is dogpile; Redis was too complex"
NEXT = (
    'holdfast remember "The cache is dogpile; Redis was too complex." --kind decision',
    "holdfast list",
    "holdfast why ID        (the first letters of an id are enough)",
    "holdfast undo",
    "holdfast doctor",
    "holdfast --help",
)


def demo(context: typer.Context) -> int:
    """In a temporary folder that is removed afterwards, or in the one named by --home, which is
    kept. Nothing of yours is touched.
    """
    call = Call.of(context)
    with _folder(call.options.home) as folder:
        story = Story(call, folder)
        holds = story.tell()
    if call.options.json:
        call.stream({"home": str(folder), "kept": call.options.home is not None, **story.results})
    else:
        _print_next(call.options.home)
    return 0 if holds else 1


@contextmanager
def _folder(home: str | None) -> Iterator[Path]:
    if home is not None:
        yield _unused(Path(home).expanduser())
        return
    with tempfile.TemporaryDirectory(prefix="holdfast-demo-") as folder:
        yield Path(folder)


def _unused(folder: Path) -> Path:
    if folder.exists() and any(folder.iterdir()):
        raise Conflict(
            "store_not_empty",
            f"There is something in {folder} already, and the demo begins with nothing.",
            hint="Name a new folder, or leave out --home.",
        )
    return folder


def _print_next(home: str | None) -> None:
    print("\nNow with something of your own:\n")
    for line in NEXT:
        print(f"  {line}")
    if home is not None:
        print(f"\nThe demo's store is kept: holdfast --home {visible(home)} list")


@dataclass
class Story:
    """The acts in order. Each does something and prints what came of it."""

    call: Call
    folder: Path
    results: dict[str, object] = field(default_factory=dict)
    _acts: int = 0

    def tell(self) -> bool:
        """True when every promise of the story held."""
        subject = self.call.subject()

        def opened() -> Holdfast:
            return open_with(Parts(), self.folder, subject=subject)

        with opened() as memory:
            self._remember(memory)
        with opened() as memory:
            self._reopen(memory)
            newer, older = self._contradict(memory)
            self._history(memory, older)
            self._why(memory, newer)
            self._undo(memory, newer, older)
            self._erase(memory)
            return self._verify(memory) & self._search()

    def _act(self, title: str) -> None:
        self._acts += 1
        if not self.call.options.json:
            print(f"\n{self._acts}. {title}" if self._acts > 1 else f"{self._acts}. {title}")

    def _say(self, text: str) -> None:
        if not self.call.options.json:
            print(f"   {visible(text)}")

    def _remember(self, memory: Holdfast) -> None:
        self._act("Remember, resting on what was said")
        said = memory.observe(
            Turn("user", "We run the payments API on PostgreSQL 14.", "Ann", session="monday")
        )
        for text, evidence in ((OLD, said), (CACHE, ()), (SECRET, ())):
            stored = memory.remember(text, evidence=evidence)
            self._say(f"{stored.outcome}: {stored.memory.id}  {text}")

    def _reopen(self, memory: Holdfast) -> None:
        self._act("Close the store, open it again")
        page = memory.list()
        self.results["after_reopening"] = [plain(one.text) for one in page]
        self._say(f"{len(page)} memories are there, whole and on disk in {memory.home}")

    def _contradict(self, memory: Holdfast) -> tuple[Memory, Memory]:
        self._act("Learn something that contradicts one of them")
        said = memory.observe(
            Turn("user", "The upgrade is through, we are on 16 now.", "Ben", session="friday")
        )
        stored = memory.remember(NEW, evidence=said)
        older = memory.get(stored.related[0])
        self._say(f"{stored.outcome}: {stored.memory.id}  {NEW}")
        self._say(f"the old one is {older.status}, not lost: {older.id}  {older.text}")
        self.results["contradiction"] = {"newer": stored.memory.id, "older": older.id}
        return stored.memory, older

    def _history(self, memory: Holdfast, older: Memory) -> None:
        self._act("Ask what happened to the old one")
        for entry in memory.history(older.id):
            changes = [f"{name} {value}" for name, value in changes_of(entry) if ARROW in value]
            told = f"  {changes[0]}" if changes else ""
            self._say(f"{entry.at.astimezone():%H:%M:%S} {entry.name} by {entry.actor}{told}")

    def _why(self, memory: Holdfast, newer: Memory) -> None:
        self._act("Ask why the new one is believed")
        for one in memory.why(newer.id).evidence:
            self._say(f'{one.speaker} said in session {one.session}: "{one.text}"')

    def _undo(self, memory: Holdfast, newer: Memory, older: Memory) -> None:
        self._act("Undo, then change your mind again")
        first = memory.undo(why="was it really upgraded?")
        self._states(memory, first.undone, older, newer)
        second = memory.undo(first.operation, why="yes, it was")
        self._states(memory, second.undone, older, newer)

    def _states(self, memory: Holdfast, undone: str, *ones: Memory) -> None:
        self._say(f"{undone} is undone:")
        for one in ones:
            self._say(f"  {memory.get(one.id).status}: {one.text}")

    def _erase(self, memory: Holdfast) -> None:
        self._act("Erase the secret: the one thing that cannot be undone")
        self._say(f"before, it is found in: {_named(self._holding_secret())}")
        locker = next(one for one in memory.list() if one.text == SECRET)
        certificate = memory.erase(locker.id, why="a demo keeps no secrets")
        self._say(f"certificate {certificate.hash[:32]}…")
        self._say(f"journal entries emptied: {', '.join(map(str, certificate.positions))}")
        self.results["certificate"] = plain(certificate)

    def _verify(self, memory: Holdfast) -> bool:
        self._act("Verify: check every seal, replay the journal, compare all tables")
        report = memory.verify()
        told = "all hold" if report.ok else f"NOT OK: {report.problem}"
        self._say(f"{report.entries} entries and {report.rows_compared} rows: {told}")
        self.results["verified"] = plain(report)
        return report.ok

    def _search(self) -> bool:
        self._act("Look for the secret in the raw bytes of every file")
        searched = _files(self.folder)
        found = self._holding_secret()
        size = sum(path.stat().st_size for path in searched)
        self._say(f"{len(searched)} files, {size:,} bytes: {_named(found) or 'nothing found'}")
        self.results["secret_found_in"] = [path.name for path in found]
        return not found

    def _holding_secret(self) -> list[Path]:
        """The files in which any telling word of it is left, in whatever case."""
        words = [word.encode() for word in SECRET.lower().split() if len(word) > 5]
        return [
            path
            for path in _files(self.folder)
            if any(word in path.read_bytes().lower() for word in words)
        ]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _named(paths: list[Path]) -> str:
    return ", ".join(path.name for path in paths)
