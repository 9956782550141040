"""What the child processes of the attacks do. Each takes its end of the pipe first."""

import json
import os
import random
import signal
import string
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, TypeAlias

from holdfast import Draft, Holdfast, Memory, Turn
from holdfast.adapters.inference.hashing import HashingEmbedder
from holdfast.adapters.storage.driver import safe_driver
from holdfast.adapters.storage.opening import Target, open_store
from holdfast.adapters.storage.sqlite import Place
from holdfast.kernel.errors import Corrupted, HoldfastError, Unavailable
from holdfast.memories.types import STATUSES
from holdfast.surfaces.library import Durability, open_with
from holdfast.wiring.house import Parts

Pipe: TypeAlias = "Connection[Any, Any]"

HAMMERING_THREADS = 4
HELD_MAX = 30


def opened(home: Path, durability: Durability = "normal", **parts: Any) -> Holdfast:
    """A store whose vectors need no model, so that a process starts at once."""
    return open_with(Parts(embedder=HashingEmbedder(), **parts), home, durability=durability)


def unique_text(draw: random.Random) -> str:
    """Words that no other text shares, so that nothing merges with or contradicts it."""
    letters = string.ascii_lowercase
    return " ".join("".join(draw.choices(letters, k=9)) for _ in range(draw.randint(4, 12)))


# --- killed under load


def hammer(pipe: Pipe, home: Path, seed: int, durability: Durability) -> None:
    """Writes from several threads until it is killed, and says what was acknowledged."""
    memory = opened(home, durability)
    _say(pipe, opened=str(home))
    for number in range(HAMMERING_THREADS):
        draw = random.Random(f"{seed}/{number}")
        threading.Thread(target=_hammer, args=(pipe, memory, draw), daemon=True).start()
    signal.pause()


def _hammer(pipe: Pipe, memory: Holdfast, draw: random.Random) -> None:
    held: list[str] = []
    while True:
        verb = draw.choice((_remember, _remember, _remember_many, _observe, _revise, _supersede))
        verb(pipe, memory, draw, held)
        del held[HELD_MAX:]


def _say(pipe: Pipe, **words: str) -> None:
    """One write below the size at which a pipe would split it."""
    os.write(pipe.fileno(), json.dumps(words).encode() + b"\n")


def _remember(pipe: Pipe, memory: Holdfast, draw: random.Random, held: list[str]) -> None:
    text = unique_text(draw)
    stored = memory.remember(text)
    _say(pipe, done=stored.memory.id, text=text)
    held.insert(0, stored.memory.id)


def _remember_many(pipe: Pipe, memory: Holdfast, draw: random.Random, held: list[str]) -> None:
    texts = [unique_text(draw) for _ in range(8)]
    for text, stored in zip(texts, memory.remember_many(texts), strict=True):
        _say(pipe, done=stored.memory.id, text=text)  # type: ignore[union-attr]


def _observe(pipe: Pipe, memory: Holdfast, draw: random.Random, held: list[str]) -> None:
    texts = [unique_text(draw) for _ in range(2)]
    for text, evidence in zip(
        texts, memory.observe(Turn("user", text) for text in texts), strict=True
    ):
        _say(pipe, done=evidence, text=text)


def _revise(pipe: Pipe, memory: Holdfast, draw: random.Random, held: list[str]) -> None:
    if held:
        text = unique_text(draw)
        _say(pipe, trying=held[-1], text=text)
        memory.revise(held[-1], text)
        _say(pipe, done=held[-1], text=text)


def _supersede(pipe: Pipe, memory: Holdfast, draw: random.Random, held: list[str]) -> None:
    if held:
        old, text = held.pop(), unique_text(draw)
        stored = memory.supersede(old, text)
        _say(pipe, done=stored.memory.id, text=text, ended=old)


# --- killed or stopped at a named step


def at_step(wanted: str, act: Callable[[], None]) -> Callable[[str], None]:
    def step(name: str) -> None:
        if name == wanted:
            act()

    return step


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


VERBS: dict[str, Callable[[Holdfast, str], object]] = {
    "remember": lambda memory, id: memory.remember("the harbour opens at dawn"),
    "remember_many": lambda memory, id: list(
        memory.remember_many([Draft(text="the harbour opens at dawn"), "goats climb trees"])
    ),
    "observe": lambda memory, id: memory.observe(
        [Turn("user", "the harbour opens at dawn"), Turn("assistant", "so it does")]
    ),
    "revise": lambda memory, id: memory.revise(id, "the harbour opens at dawn"),
    "supersede": lambda memory, id: memory.supersede(id, "the harbour opens at dawn"),
    "forget": lambda memory, id: memory.forget(id),
    "undo": lambda memory, id: memory.undo(),
    "erase": lambda memory, id: memory.erase(id),
}


def killed_at(pipe: Pipe, home: Path, verb: str, id: str, step: str) -> None:
    """Opens first, so that only the verb itself passes the step."""
    armed: list[bool] = []
    memory = opened(home, step=at_step(step, lambda: die() if armed else None))
    armed.append(True)
    VERBS[verb](memory, id)


def stopped_inside_a_write(pipe: Pipe, home: Path) -> None:
    """Stops itself while it holds the lock and an open transaction; goes on when continued."""

    def stop() -> None:
        pipe.send("stopping")
        os.kill(os.getpid(), signal.SIGSTOP)

    memory = opened(home, step=at_step("write.begun", stop))
    pipe.send(memory.remember("written after a long stop").memory.id)
    memory.close()


# --- many at once


def write_thousand(
    pipe: Pipe, home: Path, number: int, count: int, barrier: Barrier, durability: Durability
) -> None:
    """Its own memories into a space of its own; then what it sees of its neighbour's."""
    processes = barrier.parties
    draw = random.Random(f"crowd/{number}")
    errors: list[str] = []
    with opened(home, durability) as memory:
        barrier.wait()
        began = time.monotonic()
        for _ in range(count):
            try:
                memory.remember(unique_text(draw), space=f"p{number}")
            except HoldfastError as error:
                errors.append(error.code)
        seconds = time.monotonic() - began
        barrier.wait()
        neighbour = f"p{(number + 1) % processes}"
        seen = sum(1 for _ in _every(memory, neighbour))
    pipe.send({"errors": errors, "seen": seen, "seconds": seconds})


def _every(memory: Holdfast, space: str) -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        page = memory.list(space=space, limit=200, cursor=cursor)
        found.extend(item.id for item in page.items)
        if page.next is None:
            return found
        cursor = page.next


# --- waiting for news


def wait_for_news(pipe: Pipe, home: Path, times: int) -> None:
    """Says when it woke, on the clock that all processes of a machine share."""
    with opened(home) as memory:
        for _ in range(times):
            after = memory.stats().entries
            pipe.send(after)
            entries = memory.read(after, wait=20.0)
            pipe.send((time.monotonic(), [entry.position for entry in entries]))


def wait_for_nothing(pipe: Pipe, home: Path, seconds: float) -> None:
    with opened(home) as memory:
        after = memory.stats().entries
        began = time.process_time()
        entries = memory.read(after, wait=seconds)
        pipe.send((time.process_time() - began, len(entries)))


# --- holding on to a store


def hold_open(pipe: Pipe, home: Path) -> None:
    """Has used the store and keeps it open, with nothing under way, until it is told to end."""
    with opened(home) as memory:
        pipe.send(len(memory.list().items))
        pipe.recv()


def hold_a_reading(pipe: Pipe, home: Path) -> None:
    """Keeps a read transaction open until it is told to end it, and then the store."""
    connection = safe_driver().connect(str(home / "holdfast.db"), isolation_level=None)
    connection.execute("BEGIN")
    pipe.send(connection.execute("SELECT count(*) FROM memories").fetchone()[0])
    pipe.recv()
    connection.execute("COMMIT")
    pipe.send("ended")
    pipe.recv()
    connection.close()


# --- migrations


def migrate_and_die(pipe: Pipe, path: Path, version: str, folder: Path, step: str) -> None:
    open_store(Place(path, step=at_step(step, die)), target=Target(version, (folder,))).close()


# --- without the rights of root


def as_nobody(pipe: Pipe, work: Callable[[Path], str], home: Path) -> None:
    """Answers with what `work` gives, done by a user whom file permissions bind."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    try:
        pipe.send(work(home))
    except HoldfastError as error:
        pipe.send(f"{error.code}: {error.message}")


def try_to_open(home: Path) -> str:
    with opened(home) as memory:
        return f"opened with {len(memory.list().items)}"


# --- damage


def what_it_says(home: Path) -> list[str]:
    """All that a caller can get out of a store."""
    with opened(home) as memory:
        items = _listed_all(memory)
        said = [repr(item) for item in items]
        said += [repr(memory.get(item.id)) for item in items]
        said += [repr(memory.history(item.id)) for item in items]
        said += [repr(memory.graph(item.id)) for item in items if item.status != "erased"]
        said += [repr(memory.timeline(limit=500)), repr(memory.read(limit=1000))]
        return [*said, repr(memory.entities())]


def _listed_all(memory: Holdfast) -> list[Memory]:
    return list(memory.list(status=STATUSES, limit=200).items)


def flip_bits(pipe: Pipe, home: Path, flips: int, seed: int, original: list[str]) -> None:
    """Flips one bit at a time in a copy, and says for each what came of it."""
    path = home / "holdfast.db"
    whole = path.read_bytes()
    draw = random.Random(seed)
    outcomes: dict[str, str] = {}
    for _ in range(flips):
        at, bit = draw.randrange(len(whole)), draw.randrange(8)
        damaged = bytearray(whole)
        damaged[at] ^= 1 << bit
        for beside in home.glob("holdfast.db-*"):
            beside.unlink()
        path.write_bytes(damaged)
        outcomes[f"byte {at}, bit {bit}"] = _outcome(home, original)
    pipe.send(outcomes)


def _outcome(home: Path, original: list[str]) -> str:
    try:
        with opened(home) as memory:
            report = memory.verify()
        if not report.ok:
            return "reported"
        said = what_it_says(home)
        with opened(home) as memory:
            memory.remember("crate 7 holds 50 lamps")
            memory.forget("lamps 203")
    except (Unavailable, Corrupted) as refusal:
        return f"refused: {refusal.code}"
    except Exception as error:  # noqa: BLE001 - anything else is what the attack looks for
        return f"WRONG: {error!r} in {traceback.extract_tb(error.__traceback__)[-1]}"
    return "harmless" if said == original else f"WRONG: {_first_change(original, said)}"


def _first_change(original: list[str], said: list[str]) -> str:
    return next(
        (f"{was} became {now}" for was, now in zip(original, said, strict=False) if was != now),
        f"{len(original)} answers became {len(said)}",
    )
