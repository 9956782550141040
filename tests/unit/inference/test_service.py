"""The embedder is down, slow or missing: vectors come later, and nobody waits or fails."""

import itertools
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Event

import numpy as np
import pytest

from holdfast.adapters.inference.hashing import HashingEmbedder
from holdfast.inference.rules import Floats, unpack
from holdfast.inference.service import Embedding
from holdfast.inference.types import Counts, Vectors
from holdfast.kernel.errors import HoldfastError, Unavailable

PATIENT_SECONDS = 30.0
"""Far longer than a test takes: with it nothing is late."""

PENDING = Vectors((None,), ("vectors",))


class Watched:
    """Answers like hashing, and notes what it was asked; `before` runs first in each call."""

    name = "watched"
    dimensions = 256

    def __init__(self, before: Callable[[], None] = lambda: None, *, inline: bool = True) -> None:
        self.before = before
        self.inline = inline
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Floats:
        self.asked.append(list(texts))
        self.before()
        return HashingEmbedder().embed(texts)


class Answering(Watched):
    """Answers what it is told to."""

    def __init__(self, answer: Floats) -> None:
        super().__init__()
        self.answer = answer

    def embed(self, texts: Sequence[str]) -> Floats:
        return self.answer


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Hanging(Watched):
    """Hangs until it is let go."""

    def __init__(self) -> None:
        self.let_go = Event()
        self.entered = Event()
        super().__init__(self.hang, inline=False)

    def hang(self) -> None:
        self.entered.set()
        assert self.let_go.wait(PATIENT_SECONDS)


@contextmanager
def hanging(
    clock: Callable[[], float], *, deadline_seconds: float = 0.005
) -> Iterator[tuple[Hanging, Embedding]]:
    embedder = Hanging()
    embedding = Embedding(embedder, deadline_seconds=deadline_seconds, monotonic=clock)
    try:
        yield embedder, embedding
    finally:
        embedder.let_go.set()
        embedding.close()


def each_call_a_cool_down_later() -> Callable[[], float]:
    return itertools.count(0.0, 100.0).__next__


def ask_until_it_hangs(embedder: Hanging, embedding: Embedding, text: str) -> None:
    """On a busy machine a caller may leave before the worker has looked at its request."""
    while not embedder.entered.is_set():
        assert embedding.vectors([text]) == PENDING


def let_workers_finish(embedder: Hanging, embedding: Embedding) -> None:
    embedder.let_go.set()
    embedding.close()
    for thread in threading.enumerate():
        if thread.name == "holdfast-embed":
            thread.join(PATIENT_SECONDS)


def embedding_of(
    embedder: Watched | None, *, clock: Clock | None = None, cache_items: int = 4096
) -> Embedding:
    return Embedding(
        embedder,
        deadline_seconds=PATIENT_SECONDS,
        cache_items=cache_items,
        monotonic=clock or Clock(),
    )


def refuse() -> None:
    raise RuntimeError("the model is down")


@pytest.mark.parametrize("inline", [True, False])
def test_each_text_gets_its_vector_in_order(inline: bool) -> None:
    embedding = embedding_of(Watched(inline=inline))
    answer = embedding.vectors(["beta", "alpha", "beta"])
    assert answer.degraded == ()
    rows = [unpack(blob) for blob in answer.blobs if blob is not None]
    np.testing.assert_allclose(rows, HashingEmbedder().embed(["beta", "alpha", "beta"]), atol=1e-3)
    embedding.close()


def test_no_text_needs_no_vector() -> None:
    assert embedding_of(None).vectors([]) == Vectors((), ())


def test_without_an_embedder_everything_is_pending_and_says_so() -> None:
    embedding = embedding_of(None)
    assert embedding.vectors(["a", "b"]) == Vectors((None, None), ("vectors",))
    assert embedding.counts() == Counts(misses=2, skipped=1)


@pytest.mark.parametrize("inline", [True, False])
def test_a_failing_embedder_leaves_the_vectors_pending(inline: bool) -> None:
    embedding = embedding_of(Watched(refuse, inline=inline))
    assert embedding.vectors(["a"]) == PENDING
    assert embedding.counts() == Counts(misses=1, failed=1)
    embedding.close()


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(np.zeros((2, 256), dtype=np.float32), id="too-many-rows"),
        pytest.param(np.zeros((1, 64), dtype=np.float32), id="too-narrow"),
        pytest.param(np.full((1, 256), np.nan, dtype=np.float32), id="not-a-number"),
    ],
)
def test_an_answer_that_is_no_vector_is_a_failure(answer: Floats) -> None:
    embedding = embedding_of(Answering(answer))
    assert embedding.vectors(["a"]) == PENDING
    assert embedding.counts().failed == 1


def test_a_text_without_pieces_is_not_pending() -> None:
    assert embedding_of(Watched()).vectors(["..."]) == Vectors((b"\0" * 512,), ())


def test_a_text_that_cannot_be_encoded_does_not_raise() -> None:
    assert embedding_of(Watched()).vectors(["\ud800word"]).blobs[0] is not None


def test_a_slow_embedder_leaves_the_vectors_pending_at_the_deadline() -> None:
    with hanging(Clock()) as (_, embedding):
        assert embedding.vectors(["a"]) == PENDING
        assert embedding.counts() == Counts(misses=1, late=1)


def test_a_late_answer_is_there_for_the_next_question() -> None:
    with hanging(each_call_a_cool_down_later()) as (embedder, embedding):
        ask_until_it_hangs(embedder, embedding, "a")
        let_workers_finish(embedder, embedding)
        assert embedding.vectors(["a"]).degraded == ()


def test_a_vector_that_is_remembered_is_given_while_the_embedder_is_down() -> None:
    embedder = Watched()
    embedding = embedding_of(embedder)
    (known,) = embedding.vectors(["known"]).blobs
    embedder.before = refuse
    assert embedding.vectors(["known", "new"]) == Vectors((known, None), ("vectors",))


def test_after_three_misses_in_a_row_the_embedder_is_left_alone() -> None:
    embedder = Watched(refuse)
    embedding = embedding_of(embedder)
    for _ in range(5):
        assert embedding.vectors(["a"]) == PENDING
    assert len(embedder.asked) == 3
    assert embedding.counts() == Counts(misses=5, failed=3, skipped=2)


def test_writers_do_not_wait_for_an_embedder_that_was_late_three_times() -> None:
    with hanging(Clock()) as (_, embedding):
        for _ in range(5):
            embedding.vectors(["a"])
        assert embedding.counts() == Counts(misses=5, late=3, skipped=2)


def test_late_answers_to_large_batches_do_not_stop_small_questions() -> None:
    with hanging(Clock()) as (_, embedding):
        for _ in range(5):
            embedding.vectors([f"text {number}" for number in range(100)])
        assert embedding.counts().skipped == 0


def test_answers_come_again_after_the_cool_down_without_a_restart() -> None:
    clock = Clock()
    embedder = Watched(refuse)
    embedding = embedding_of(embedder, clock=clock)
    for _ in range(3):
        embedding.vectors(["a"])
    embedder.before = lambda: None
    assert embedding.vectors(["a"]) == PENDING
    clock.now += 1.0
    assert embedding.vectors(["a"]).degraded == ()
    assert embedding.vectors(["b"]).degraded == ()


def test_a_failed_probe_doubles_the_time_until_the_next() -> None:
    clock = Clock()
    embedder = Watched(refuse)
    embedding = embedding_of(embedder, clock=clock)
    for seconds in (0.0, 0.0, 0.0, 1.0, 1.9, 0.1, 3.9, 0.1):
        clock.now += seconds
        embedding.vectors(["a"])
    assert len(embedder.asked) == 6


def test_misses_that_are_not_in_a_row_do_not_count_together() -> None:
    embedder = Watched()
    embedding = embedding_of(embedder)
    for number in range(6):
        embedder.before = refuse if number % 2 else lambda: None
        embedding.vectors([f"text {number}"])
    assert len(embedder.asked) == 6


def test_a_whole_batch_is_one_call_with_only_what_is_not_remembered() -> None:
    embedder = Watched()
    embedding = embedding_of(embedder)
    embedding.vectors(["b"])
    embedding.vectors(["a", "b", "c", "a"])
    assert embedder.asked == [["b"], ["a", "c"]]
    assert embedding.counts() == Counts(hits=1, misses=3, embedded=3)


def test_a_large_batch_is_cut_at_256() -> None:
    embedder = Watched()
    embedding_of(embedder).vectors([f"text {number}" for number in range(600)])
    assert [len(asked) for asked in embedder.asked] == [256, 256, 88]


def test_a_batch_larger_than_the_cache_is_answered_whole() -> None:
    texts = [f"text {number}" for number in range(600)]
    embedding = embedding_of(Watched(), cache_items=10)
    assert embedding.vectors(texts).degraded == ()
    assert len(embedding.vectors_unhurried(texts)) == 600


def test_the_cache_forgets_what_was_used_longest_ago() -> None:
    embedder = Watched()
    embedding = embedding_of(embedder, cache_items=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        embedding.vectors([text])
    assert embedder.asked == [["a"], ["b"], ["c"], ["b"]]


def test_the_unhurried_reader_gets_every_vector() -> None:
    embedder = Watched(inline=False)
    embedding = embedding_of(embedder)
    blobs = embedding.vectors_unhurried(["a", "b", "a"])
    assert embedding.vectors(["a", "b", "a"]) == Vectors(blobs, ())
    assert embedder.asked == [["a", "b"]]


def test_the_unhurried_reader_asks_although_writers_are_held_off() -> None:
    embedder = Watched(refuse)
    embedding = embedding_of(embedder)
    for _ in range(3):
        embedding.vectors(["a"])
    embedder.before = lambda: None
    assert embedding.vectors_unhurried(["a"])


def be_missing() -> None:
    raise Unavailable("embedder_missing", "No such package.")


@pytest.mark.parametrize(
    ("embedder", "code"),
    [
        pytest.param(None, "embedder_missing", id="none"),
        pytest.param(Watched(be_missing), "embedder_missing", id="missing"),
        pytest.param(Watched(refuse), "embedder_failed", id="failing"),
    ],
)
def test_the_unhurried_reader_is_told_why_there_is_none(
    embedder: Watched | None, code: str
) -> None:
    with pytest.raises(HoldfastError) as caught:
        embedding_of(embedder).vectors_unhurried(["a"])
    assert (type(caught.value), caught.value.code) == (Unavailable, code)


def test_closing_does_not_wait_for_a_hanging_embedder() -> None:
    with hanging(each_call_a_cool_down_later()) as (embedder, embedding):
        ask_until_it_hangs(embedder, embedding, "a")
        embedding.close()
        assert embedding.vectors(["b"]) == PENDING


EXITS_WITH_A_HANGING_EMBEDDER = """
from itertools import count
from threading import Event
from holdfast.inference.service import Embedding

class Forever:
    name, dimensions, inline = "forever", 256, False
    def embed(self, texts):
        entered.set()
        Event().wait()

entered = Event()
embedding = Embedding(Forever(), deadline_seconds=0.005, monotonic=count(0, 100).__next__)
while not entered.is_set():
    answer = embedding.vectors(["a"])
print(answer.degraded)
"""


def test_the_interpreter_exits_while_an_embedder_hangs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EXITS_WITH_A_HANGING_EMBEDDER],
        capture_output=True,
        text=True,
        timeout=40,
        check=True,
    )
    assert done.stdout.strip() == "('vectors',)"


def test_a_request_whose_caller_left_is_not_embedded() -> None:
    with hanging(each_call_a_cool_down_later()) as (embedder, embedding):
        for number in range(10):
            embedding.vectors([f"text {number}"])
        let_workers_finish(embedder, embedding)
    assert len(embedder.asked) <= 2


def test_callers_who_could_only_be_late_are_turned_away_at_once() -> None:
    with (
        hanging(Clock(), deadline_seconds=PATIENT_SECONDS) as (embedder, embedding),
        ThreadPoolExecutor(40) as callers,
    ):
        answers = [callers.submit(embedding.vectors, [f"text {n}"]) for n in range(40)]
        turned_away, _ = wait(answers, PATIENT_SECONDS / 2, return_when=FIRST_COMPLETED)
        embedder.let_go.set()
    assert next(answer.result() for answer in turned_away) == PENDING


def test_the_types_and_ports_are_read_without_numpy() -> None:
    script = "import sys, holdfast.inference.ports; print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=40, check=True
    )
    assert done.stdout.strip() == "False"
