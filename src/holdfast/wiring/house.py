"""Builds everything out of settings: which store, which embedder, which rooms."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from holdfast.adapters.inference.hashing import HashingEmbedder
from holdfast.adapters.inference.wordllama import WordLlamaEmbedder
from holdfast.adapters.storage.locking import WAIT_SECONDS_MAX
from holdfast.adapters.storage.opening import FILE_NAME, open_store
from holdfast.adapters.storage.soundness import file_problems
from holdfast.adapters.storage.sqlite import Place, SqliteStore
from holdfast.adapters.storage.transaction import TABLES_COMPARED, SqlTransaction
from holdfast.adapters.storage.vault import FileVault
from holdfast.evidence.journal import Journal
from holdfast.evidence.observing import Observing, project_turn
from holdfast.evidence.replaying import Comparison, Progress, compare_tables, copy_entries
from holdfast.evidence.types import ReplayReport, VerifyReport
from holdfast.evidence.verifying import report, verify_chain
from holdfast.governance.rules import require
from holdfast.governance.types import Subject, engine_of
from holdfast.inference.ports import Embedder
from holdfast.inference.service import Embedding
from holdfast.kernel.clock import Clock, system_clock
from holdfast.kernel.errors import Corrupted, Unavailable
from holdfast.kernel.ids import Ids
from holdfast.memories.behind import fill_vectors
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.projection import project_memory, project_plain
from holdfast.memories.reading import stats
from holdfast.memories.removal import finish_erasing
from holdfast.memories.room import Options, Room
from holdfast.wiring.settings import Settings

EMBEDDERS: dict[str, Callable[[], Embedder]] = {
    "wordllama": WordLlamaEmbedder,
    "hashing": HashingEmbedder,
}
PROJECTIONS = {
    "mem": project_memory,
    "ev": project_turn,
    "lnk": project_plain,
    "nam": project_plain,
    "req": project_plain,
}
FILL_PAUSE_SECONDS = (0.05, 30.0)


def ignore(step: str) -> None:
    """The steps of a write matter to tests only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What may be handed in instead of being built from settings."""

    embedder: Embedder | None = None
    clock: Clock = system_clock
    ids: Ids = field(default_factory=Ids)
    step: Callable[[str], None] = ignore
    create: bool = True
    wait_seconds: float = WAIT_SECONDS_MAX
    """How long a writer waits for another process before it is told that the store is busy."""


class House:
    """One open store with the rooms that work on it."""

    def __init__(self, settings: Settings, parts: Parts, *, in_memory: bool = False) -> None:
        self.settings = settings
        self.home = None if in_memory else settings.home.absolute()
        self._parts = parts
        self.embedder = _embedder(settings, parts)
        path = None if self.home is None else self.home / FILE_NAME
        model = None if self.embedder is None else self.embedder.name
        place = Place(path, settings.durability, model, parts.step, parts.wait_seconds)
        self.store = open_store(place, create=parts.create)
        self.vault = FileVault(self.store, self.home)
        self._filler = Filler(self._fill)
        self._embedding = Embedding(
            self.embedder,
            deadline_seconds=settings.embed_deadline_ms / 1_000,
            cache_items=settings.embed_cache_items,
            monotonic=time.monotonic,
        )

    def _journal(self, store: SqliteStore) -> Journal[MemoryTransaction]:
        parts = self._parts
        return Journal(store, PROJECTIONS, clock=parts.clock, step=parts.step)

    def room_for(self, subject: Subject) -> Room:
        parts, settings = self._parts, self.settings
        return Room(
            subject=subject,
            store=self.store,
            journal=self._journal(self.store),
            embedding=self._embedding,
            model=None if self.embedder is None else self.embedder.name,
            clock=parts.clock,
            ids=parts.ids,
            options=Options(frozenset(settings.redact), settings.quarantine_at),
            step=parts.step,
            late=self._filler.wake,
        )

    def observing_for(self, subject: Subject) -> Observing:
        room = self.room_for(subject)
        return Observing(
            encoder=room.embedding,
            model=room.model,
            clock=room.clock,
            ids=room.ids,
            redact=room.options.redact,
            quarantine_at=room.options.quarantine_at,
            late=room.late,
        )

    def _fill(self, subject: Subject) -> int:
        return fill_vectors(self.room_for(engine_of(subject)), self._filler.is_stopping)

    def catch_up(self, subject: Subject) -> None:
        """What a process before may have left: an erasure to finish, vectors to be made.

        What cannot be done now stays due, and what is damaged is for verify to name: neither keeps
        the store from being opened.
        """
        engine = engine_of(subject)
        with suppress(Unavailable, Corrupted):
            finish_erasing(self.room_for(engine), self.vault)
        with suppress(Unavailable, Corrupted):
            if self._is_behind(engine):
                self._filler.wake(subject)

    def _is_behind(self, engine: Subject) -> bool:
        if self.embedder is None:
            return False
        with self.store.read(engine) as tx:
            return tx.cursor(f"vectors:{self.embedder.name}") < tx.journal_head()[0]

    def verify(self, subject: Subject, *, quick: bool, progress: Progress) -> VerifyReport:
        """All in one snapshot, so that what is written meanwhile is no difference."""
        with self.store.examine(engine_of(subject)) as tx:
            chain = verify_chain(tx, progress)
            comparison = None if quick or chain.bad is not None else self._compare(tx)
            pending = tx.counts()["whole"]["pending_vectors"]
        return report(chain, comparison, [] if quick else file_problems(self.store), pending)

    def _compare(self, tx: SqlTransaction) -> Comparison:
        scratch = open_store(Place(None))
        try:
            copy_entries(tx, scratch, self._journal(scratch), lambda done, total: None)
            with scratch.read(tx.subject) as made:
                return compare_tables(tx, made, TABLES_COMPARED)
        finally:
            scratch.close()

    def replay(self, subject: Subject, into: "House", progress: Progress) -> ReplayReport:
        """A copy of the whole org is for those who may read and decide in all of it."""
        require(subject, "read", "")
        require(subject, "decide", "")
        room = into.room_for(engine_of(subject))
        with self.store.examine(room.subject) as tx:
            bad = verify_chain(tx, lambda done, total: None).bad
            if bad is not None:
                raise Corrupted(
                    "chain_broken",
                    f"The journal does not hold at position {bad.position}: {bad.problem}.",
                    hint="Restore the store from a copy; `holdfast verify` shows more.",
                    position=bad.position,
                )
            entries = copy_entries(tx, into.store, room.journal, progress)
        try:
            vectors = fill_vectors(room)
        except Unavailable:
            room.late(subject)
            vectors = 0
        counted = stats(room)
        rows = sum(counted.memories.values()) + counted.turns + counted.links
        return ReplayReport(entries, rows, vectors, counted.pending_vectors)

    def close(self) -> None:
        self._filler.close()
        self._embedding.close()
        self.store.close()


def _embedder(settings: Settings, parts: Parts) -> Embedder | None:
    if settings.profile == "keyword":
        return None
    return parts.embedder or EMBEDDERS[settings.embedder]()


class Filler:
    """Fills in late vectors in a thread of its own, which is there only while some are due."""

    def __init__(self, fill: Callable[[Subject], int]) -> None:
        self._fill = fill
        self._lock = threading.Lock()
        self._due: set[Subject] = set()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def is_stopping(self) -> bool:
        return self._stop.is_set()

    def wake(self, subject: Subject) -> None:
        with self._lock:
            if self._stop.is_set():
                return
            self._due.add(engine_of(subject))
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="holdfast-vectors", daemon=True
                )
                self._thread.start()

    def _run(self) -> None:
        pause = 0.0
        while not self._stop.wait(pause):
            with self._lock:
                due = list(self._due)
                if not due:
                    self._thread = None
                    return
                self._due.clear()
            failed = [subject for subject in due if not self._filled(subject)]
            with self._lock:
                self._due.update(failed)
            first, longest = FILL_PAUSE_SECONDS
            pause = min(max(pause * 2, first), longest) if failed else 0.0

    def _filled(self, subject: Subject) -> bool:
        """An embedder that is down is expected; what is due stays due and shows as pending."""
        try:
            self._fill(subject)
        except Exception:  # noqa: BLE001 - one damaged row must not end the filling of all others
            return False
        return True

    def close(self) -> None:
        with self._lock:
            self._stop.set()
            thread = self._thread
        if thread is not None:
            thread.join(timeout=5)
