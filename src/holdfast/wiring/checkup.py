"""The doctor's examination: what is looked at, in what order, and what repairs it."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holdfast import __version__
from holdfast.adapters.storage.driver import safe_driver
from holdfast.adapters.storage.failures import in_own_words
from holdfast.adapters.storage.opening import FILE_NAME, VERSION
from holdfast.adapters.storage.soundness import file_problems
from holdfast.governance.rules import check_subject
from holdfast.governance.types import Subject
from holdfast.kernel.errors import Corrupted, HoldfastError, InvalidInput, NotFound, Unavailable
from holdfast.memories.reading import stats
from holdfast.memories.removal import sweep
from holdfast.wiring.house import House, Parts
from holdfast.wiring.settings import Settings, read_settings

WAIT_SECONDS = 3.0
FREE_BYTES_MIN = 10 * 1024 * 1024
FREE_BYTES_LOW = 500 * 1024 * 1024
PROBLEMS_SHOWN = 3
PROBE = "Holdfast keeps what was said."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. An `ok` one with a `repair` works, and has work waiting."""

    name: str
    ok: bool
    says: str
    repair: str = ""
    error: HoldfastError | None = None


def versions() -> Mapping[str, str]:
    driver = safe_driver()
    return {
        "holdfast": __version__,
        "schema": VERSION,
        "python": platform.python_version(),
        "sqlite": str(driver.sqlite_version),
    }


def examine(flags: Mapping[str, Any], agent: str | None = None) -> Iterator[Finding]:
    """Finding by finding; what depends on something broken is not looked at."""
    check_subject(Subject(flags.get("org") or "local", flags.get("user") or "me", agent))
    yield from _looked("versions", _versions)
    try:
        settings, _ = read_settings(**flags)
    except HoldfastError as error:
        yield _broken("settings", error)
        return
    yield _settings(settings)
    yield from _looked("home", lambda: _home(settings))
    subject = Subject(org=settings.org, user=settings.user, agent=agent, surface="cli")
    yield from _store(settings, subject)


def _looked(name: str, look: Callable[[], Finding]) -> Iterator[Finding]:
    try:
        yield look()
    except HoldfastError as error:
        yield _broken(name, error)


def _broken(name: str, error: HoldfastError) -> Finding:
    return Finding(name, False, error.message, error.hint, error)


def _versions() -> Finding:
    return Finding("versions", True, ", ".join(f"{n} {v}" for n, v in versions().items()))


def _settings(settings: Settings) -> Finding:
    return Finding(
        "settings", True, f"profile {settings.profile}, {settings.durability} durability"
    )


def _home(settings: Settings) -> Finding:
    home = settings.home
    if not home.is_dir():
        raise NotFound(
            "store_not_found",
            f"There is no folder {home}.",
            hint='Check --home, or begin a store: holdfast remember "…"',
        )
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        raise Unavailable(
            "store_read_only",
            f"The folder {home} cannot be written.",
            hint="Give yourself the right to write it, or use --home.",
        )
    return _space(home)


def _space(home: Path) -> Finding:
    free = shutil.disk_usage(home).free
    says = f"{home}, {free // 1024**2:,} MiB free"
    if free < FREE_BYTES_MIN:
        raise Unavailable("disk_full", f"The disk is full: {says}.", hint="Free some space.")
    low = "Free some space soon." if free < FREE_BYTES_LOW else ""
    return Finding("home", True, says, low)


def _store(settings: Settings, subject: Subject) -> Iterator[Finding]:
    try:
        house = House(settings, Parts(create=False, wait_seconds=WAIT_SECONDS))
    except HoldfastError as error:
        yield _broken("store", error)
        return
    try:
        yield Finding("store", True, f"{settings.home / FILE_NAME} opens")
        yield from _looked("file", lambda: _file(house))
        yield from _looked("writing", lambda: _writing(house))
        yield from _looked("journal", lambda: _journal(house, subject))
        yield from _looked("embedder", lambda: _embedder(house))
        try:
            yield from _waiting(house, subject)
        except HoldfastError as error:
            yield _broken("waiting", error)
    finally:
        house.close()


def _file(house: House) -> Finding:
    problems = file_problems(house.store)
    if problems:
        raise Corrupted(
            "store_damaged",
            f"The database file is damaged: {'; '.join(problems[:PROBLEMS_SHOWN])}.",
            hint="Stop writing, keep a copy of the folder, then: holdfast replay NEW_FOLDER",
        )
    return Finding("file", True, "every page of the database file is sound")


def _writing(house: House) -> Finding:
    with in_own_words(str(house.home)), house.store.exclusive() as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    return Finding("writing", True, "the store can be written, and nobody holds on to it")


def _journal(house: House, subject: Subject) -> Finding:
    found = house.verify(subject, quick=True, progress=lambda done, total: None)
    if not found.ok:
        raise Corrupted(
            "chain_broken",
            f"The journal does not hold at position {found.position}: {found.problem}.",
            hint="Keep a copy, and find out who changed the file: holdfast verify",
        )
    return Finding("journal", True, f"the chain of {found.entries:,} entries holds")


def _embedder(house: House) -> Finding:
    embedder = house.embedder
    if embedder is None:
        return Finding("embedder", True, "off: the keyword profile searches words only")
    vectors = embedder.embed([PROBE])
    if vectors.shape != (1, embedder.dimensions):
        raise InvalidInput(
            "settings_invalid",
            f"The embedder {embedder.name} gives vectors of another size than it says.",
            hint="Choose another embedder: holdfast settings",
        )
    return Finding("embedder", True, f"{embedder.name}, {embedder.dimensions} dimensions")


def _waiting(house: House, subject: Subject) -> Iterator[Finding]:
    """Nothing is wrong with these; somebody or something has to come to them."""
    room = house.room_for(subject)
    counts = stats(room)
    expired = len(sweep(room, True, lambda done: None).expired)
    pending = counts.pending_vectors
    yield _queue("vectors", pending, "waiting for a vector", "They follow by themselves.")
    yield _queue("expired", expired, "whose time is over", "holdfast sweep")
    for status, repair in (
        ("disputed", "holdfast list --status disputed, then holdfast decide ID …"),
        ("quarantined", "holdfast list --status quarantined, then holdfast restore or erase"),
    ):
        yield _queue(status, counts.memories.get(status, 0), status, repair)


def _queue(name: str, waiting: int, what: str, repair: str) -> Finding:
    says = f"memories {what}: {waiting:,}"
    return Finding(name, True, says, repair if waiting else "")
