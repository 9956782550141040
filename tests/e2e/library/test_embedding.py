"""W7: storing does not depend on the embedder, says what is pending, and makes up for it."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast import Holdfast, Stored, Turn
from tests.fixtures.library import (
    MISSING,
    ObedientEmbedder,
    SteppingClock,
    eventually,
    opened,
    texts,
)

pytestmark = pytest.mark.scenario("W7", surface="library")

DEADLINE_SECONDS = 0.25
ALLOWED_SECONDS = DEADLINE_SECONDS + 0.75
DOWN = [RuntimeError("the model fell over"), MISSING, MemoryError("no room for the table")]


@pytest.fixture
def embedder() -> Iterator[ObedientEmbedder]:
    obedient = ObedientEmbedder(inline=False)
    yield obedient
    obedient.gate.set()


@pytest.fixture
def store(embedder: ObedientEmbedder, clock: SteppingClock) -> Iterator[Holdfast]:
    with opened(clock=clock, embedder=embedder) as opened_store:
        yield opened_store
        embedder.gate.set()


def test_with_the_embedder_up_a_vector_is_ready_with_the_answer(store: Holdfast) -> None:
    answer = store.remember("The cache is dogpile")

    assert (answer.memory.embedding, answer.degraded) == ("ready", ())
    assert store.stats().pending_vectors == 0


@pytest.mark.parametrize("down", DOWN, ids=lambda error: type(error).__name__)
def test_with_the_embedder_down_storing_works_and_says_what_is_pending(
    store: Holdfast, embedder: ObedientEmbedder, down: Exception
) -> None:
    embedder.down = down
    answer = store.remember("The cache is dogpile")

    assert answer.outcome == "stored"
    assert (answer.memory.embedding, answer.degraded) == ("pending", ("vectors",))
    assert store.stats().pending_vectors == 1
    assert texts(store) == ["The cache is dogpile"]


@pytest.mark.parametrize("down", DOWN, ids=lambda error: type(error).__name__)
def test_the_vector_follows_without_a_restart_when_the_embedder_is_back(
    store: Holdfast, embedder: ObedientEmbedder, down: Exception
) -> None:
    embedder.down = down
    memory = store.remember("The cache is dogpile").memory
    [turn] = store.observe(Turn("user", "Which cache is it?"))
    embedder.down = None

    eventually(lambda: store.get(memory.id).embedding == "ready")
    eventually(lambda: store.stats().pending_vectors == 0)
    assert turn in {entry.subject for entry in store.read()}
    assert store.verify().ok


def test_with_a_hanging_embedder_storing_answers_within_its_deadline(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.gate.clear()
    began = time.monotonic()
    answer = store.remember("The cache is dogpile")
    took = time.monotonic() - began

    assert answer.memory.embedding == "pending"
    assert DEADLINE_SECONDS * 0.9 <= took < ALLOWED_SECONDS


def test_a_hanging_embedder_that_recovers_fills_in_what_it_missed(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.gate.clear()
    memory = store.remember("The cache is dogpile").memory
    embedder.gate.set()

    eventually(lambda: store.get(memory.id).embedding == "ready")


def test_writers_do_not_each_wait_for_an_embedder_that_hangs(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.gate.clear()
    began = time.monotonic()
    for number in range(30):
        store.remember(f"Word{number} stands alone")

    assert time.monotonic() - began < 4 * ALLOWED_SECONDS
    assert store.stats().pending_vectors == 30
    embedder.gate.set()
    eventually(lambda: store.stats().pending_vectors == 0)


def test_a_batch_says_of_each_memory_that_it_is_pending(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.down = DOWN[0]
    answers = list(store.remember_many(f"Word{number} stands alone" for number in range(300)))

    assert all(isinstance(answer, Stored) and answer.degraded == ("vectors",) for answer in answers)
    embedder.down = None
    eventually(lambda: store.stats().pending_vectors == 0)


def test_a_revision_while_the_embedder_is_down_never_keeps_the_old_vector(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    memory = store.remember("The cache is dogpile").memory
    embedder.down = DOWN[0]
    assert store.revise(memory.id, "Rivers flow uphill").embedding == "pending"

    embedder.down = None
    eventually(lambda: store.get(memory.id).embedding == "ready")
    assert embedder.seen[-1] == "Rivers flow uphill"


def test_an_undo_of_a_revision_makes_a_vector_of_the_text_that_is_back(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    memory = store.remember("The cache is dogpile").memory
    store.revise(memory.id, "Rivers flow uphill")
    store.undo()

    assert store.get(memory.id).text == "The cache is dogpile"
    eventually(lambda: store.get(memory.id).embedding == "ready")


def test_a_text_forgotten_while_it_was_pending_can_be_restored_and_gets_its_vector(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.down = DOWN[0]
    memory = store.remember("The cache is dogpile").memory
    store.forget(memory.id)
    store.restore(memory.id)
    embedder.down = None

    eventually(lambda: store.get(memory.id).embedding == "ready")


def test_a_text_erased_while_it_was_pending_is_pending_no_longer(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.down = DOWN[0]
    store.erase(store.remember("The cache is dogpile").memory.id)
    embedder.down = None

    eventually(lambda: store.stats().pending_vectors == 0)


def test_what_a_process_left_pending_the_next_one_fills_in(tmp_path: Path) -> None:
    embedder = ObedientEmbedder()
    embedder.down = DOWN[0]
    with opened(tmp_path, embedder=embedder) as store:
        memory = store.remember("The cache is dogpile").memory
    embedder.down = None

    with opened(tmp_path, embedder=embedder) as store:
        eventually(lambda: store.get(memory.id).embedding == "ready")


def test_contradictions_are_found_while_the_embedder_is_down(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.down = DOWN[0]
    store.remember("The payments API uses PostgreSQL 14")

    assert store.remember("The payments API uses PostgreSQL 16").outcome == "superseding"


def test_the_same_text_is_known_while_the_embedder_is_down(
    store: Holdfast, embedder: ObedientEmbedder
) -> None:
    embedder.down = DOWN[0]
    first = store.remember("The cache is dogpile")
    second = store.remember("The cache is dogpile")

    assert (second.outcome, second.memory.id) == ("existing", first.memory.id)
    assert second.degraded == ("vectors",)


def test_the_keyword_profile_does_not_pretend_to_have_vectors() -> None:
    with opened(profile="keyword") as store:
        answer = store.remember("The cache is dogpile")

        assert (answer.memory.embedding, answer.degraded) == ("off", ())
        assert store.stats().pending_vectors == 0


@pytest.mark.slow
def test_closing_does_not_wait_long_for_an_embedder_that_hangs(
    embedder: ObedientEmbedder,
) -> None:
    embedder.gate.clear()
    store = opened(embedder=embedder)
    store.remember("The cache is dogpile")
    began = time.monotonic()
    store.close()

    assert time.monotonic() - began < 6
