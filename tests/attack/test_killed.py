"""kill -9: what was acknowledged is there, whole, and what was not is whole or absent."""

import json
import os
import random
import time
from pathlib import Path
from select import select

import pytest

from tests.attack import inspection
from tests.attack.processes import ANSWER_SECONDS_MAX, Child, child
from tests.attack.workers import VERBS, hammer, killed_at, opened

SEED = 20_261_119
LIFETIME_SECONDS_MAX = 0.25
OPENING_EVERY = 5
VERIFIED_EVERY = 40


class Acknowledged:
    """What the children were told, and so what must be there."""

    def __init__(self) -> None:
        self.texts: dict[str, set[str]] = {}
        self.ended: dict[str, str] = {}

    def note(self, lines: bytes) -> None:
        """A last line that was cut off by the kill was never said."""
        for line in lines.split(b"\n")[:-1]:
            said = json.loads(line)
            if "trying" in said:
                self.texts[said["trying"]].add(said["text"])
            if "done" in said:
                self.texts[said["done"]] = {said["text"]}
            if "ended" in said:
                self.ended[said["ended"]] = said["done"]

    def missing_from(self, home: Path) -> list[str]:
        """Also settles which of a revision's two texts it is from now on."""
        found = inspection.texts_and_ends(home)
        missing = [
            f"{id} says {found.get(id)}, acknowledged {texts}"
            for id, texts in self.texts.items()
            if id not in found or found[id][0] not in texts
        ]
        missing += [
            f"{old} ended by {found[old][1]}, acknowledged {new}"
            for old, new in self.ended.items()
            if found[old][1] != new
        ]
        self.texts = {id: {found[id][0]} for id in self.texts if id in found}
        return missing


def heard_until_killed(worker: Child, seconds: float, *, while_opening: bool) -> bytes:
    """Everything that the child said before it was killed, so long after it began or opened."""
    heard, pipe = b"", worker.pipe.fileno()
    if not while_opening:
        assert worker.pipe.poll(ANSWER_SECONDS_MAX)
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if select([pipe], [], [], left)[0]:
            heard += os.read(pipe, 1 << 20)
    worker.process.kill()
    worker.process.join()
    while rest := os.read(pipe, 1 << 20):
        heard += rest
    return heard


@pytest.mark.timeout(300)
@pytest.mark.scenario("W1", surface="library")
@pytest.mark.parametrize("kills", [8, pytest.param(200, marks=pytest.mark.attack)])
def test_nothing_acknowledged_is_lost_when_the_process_is_killed_at_random(
    tmp_path: Path, kills: int
) -> None:
    draw = random.Random(SEED)
    acknowledged = Acknowledged()
    opened(tmp_path).close()
    for number in range(kills):
        durability = "full" if number % 4 == 0 else "normal"
        with child(hammer, tmp_path, draw.random(), durability) as worker:
            lifetime = draw.uniform(0, LIFETIME_SECONDS_MAX)
            while_opening = number % OPENING_EVERY == 0
            acknowledged.note(heard_until_killed(worker, lifetime, while_opening=while_opening))
        with opened(tmp_path) as memory:
            if number % VERIFIED_EVERY == VERIFIED_EVERY - 1:
                assert memory.verify().ok
        assert inspection.half_written(tmp_path) == []
        assert acknowledged.missing_from(tmp_path) == []
    assert len(acknowledged.texts) > kills
    with opened(tmp_path) as memory:
        assert memory.verify().ok


BEFORE_COMMIT = (
    "write.locked",
    "write.begun",
    "write.journal",
    "write.rows",
    "write.before_commit",
)
STEPS = [
    *((verb, step) for verb in VERBS for step in (*BEFORE_COMMIT, "write.committed")),
    ("remember", "write.prepared"),
    ("remember", "write.vector"),
    ("remember", "write.answered"),
    ("remember_many", "write.vector"),
]


def written_by(verb: str, home: Path, id: str) -> bool:
    """Whether all that the verb does has been done."""
    with opened(home) as memory:
        texts = {item.text for item in memory.list(limit=200).items}
        first = memory.get(id) if verb != "erase" else None
        stats = memory.stats()
    new = "the harbour opens at dawn" in texts
    done = {
        "remember": new,
        "remember_many": new and "goats climb trees" in texts,
        "observe": stats.turns == 2,
        "revise": first is not None and first.text == "the harbour opens at dawn",
        "supersede": new and first is not None and first.status == "superseded",
        "forget": first is not None and first.status == "retired",
        "undo": stats.memories == {"active": 1, "retired": 1},
        "erase": stats.memories == {"active": 1, "erased": 1},
    }
    return done[verb]


@pytest.mark.parametrize(("verb", "step"), STEPS)
def test_a_write_killed_at_a_step_is_whole_or_absent(tmp_path: Path, verb: str, step: str) -> None:
    with opened(tmp_path) as memory:
        id = memory.remember("seals sleep on the northern rocks").memory.id
        memory.remember("bakers rise before anyone else")
    before = inspection.contents(tmp_path)
    with child(killed_at, tmp_path, verb, id, step) as worker:
        assert worker.end() == -9
    if step in ("write.committed", "write.answered"):
        assert written_by(verb, tmp_path, id)
    else:
        opened(tmp_path).close()
        assert inspection.contents(tmp_path) == before
    assert inspection.half_written(tmp_path) == []
    with opened(tmp_path) as memory:
        assert memory.verify().ok


@pytest.mark.parametrize("step", [*BEFORE_COMMIT, "write.prepared", "write.committed"])
def test_a_request_that_was_killed_can_be_made_again(tmp_path: Path, step: str) -> None:
    opened(tmp_path).close()
    with child(killed_at, tmp_path, "remember", "", step) as worker:
        assert worker.end() == -9
    with opened(tmp_path) as memory:
        again = memory.remember("the harbour opens at dawn")
        assert again.outcome == ("existing" if step == "write.committed" else "stored")
        assert len(memory.list().items) == 1
