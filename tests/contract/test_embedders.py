"""What every embedder keeps, whichever one it is."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.inference.hashing import HashingEmbedder
from holdfast.adapters.inference.wordllama import WordLlamaEmbedder
from holdfast.inference.ports import Embedder

MAKERS: list[Callable[[], Embedder]] = [WordLlamaEmbedder, HashingEmbedder]
EMBEDDERS = [make() for make in MAKERS]
TEXTS = [
    "The build breaks when the cache is cold.",
    "Ana prefers short answers",
    "",
    "検索は日本語でも動く",
    "Der Zug fährt um 10:45 nach Zürich",
]
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@pytest.fixture(params=MAKERS, ids=lambda make: make.__name__)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    made: Embedder = request.param()
    return made


def test_each_text_gets_a_row_of_the_stated_width(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dimensions)
    assert rows.dtype == np.float32


@pytest.mark.parametrize("text", [text for text in TEXTS if text])
def test_a_row_has_unit_length(embedder: Embedder, text: str) -> None:
    assert np.linalg.norm(embedder.embed([text])[0]) == pytest.approx(1.0, abs=1e-6)


def test_a_text_without_any_piece_gets_a_row_of_zeros(embedder: Embedder) -> None:
    assert not embedder.embed(["", "word"])[0].any()


def test_no_text_gives_no_row(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


@pytest.mark.parametrize("make", MAKERS)
def test_two_instances_give_the_same_vectors(make: Callable[[], Embedder]) -> None:
    assert np.array_equal(make().embed(TEXTS), make().embed(TEXTS))


@pytest.mark.parametrize("embedder", EMBEDDERS, ids=lambda embedder: embedder.name)
@given(texts=st.lists(words, max_size=5))
def test_a_batch_gives_what_its_texts_give_one_by_one(embedder: Embedder, texts: list[str]) -> None:
    batch = embedder.embed(texts)
    for row, text in zip(batch, texts, strict=True):
        assert np.array_equal(row, embedder.embed([text])[0])


@pytest.mark.parametrize("embedder", EMBEDDERS, ids=lambda embedder: embedder.name)
@given(text=words)
def test_any_text_gives_unit_length_or_zeros(embedder: Embedder, text: str) -> None:
    row = embedder.embed([text])[0]
    assert not row.any() or np.linalg.norm(row) == pytest.approx(1.0, abs=1e-5)


def test_the_rows_keep_the_order_of_the_texts(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS[::-1]), embedder.embed(TEXTS)[::-1])


def test_texts_that_share_words_are_nearer_than_texts_that_do_not(embedder: Embedder) -> None:
    question, near, far = embedder.embed(
        ["restart the payment service", "the payment service restarts", "goats eat mountain grass"]
    )
    assert question @ near > question @ far + 0.3


def test_many_threads_at_first_use_get_the_same_vectors(embedder: Embedder) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: embedder.embed(TEXTS), range(32)))
    assert all(np.array_equal(answer, answers[0]) for answer in answers)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("🎉👩‍👩‍👧🏳️‍🌈", id="emoji"),
        pytest.param("記憶" * 10_000, id="cjk"),
        pytest.param("\u202eright to left\u200f", id="right-to-left"),
        pytest.param("a" * 65_536, id="64-KiB-of-one-letter"),
        pytest.param(" " * 65_536, id="64-KiB-of-spaces"),
        pytest.param("🎉" * 16_384, id="64-KiB-of-emoji"),
        pytest.param(("word " * 13_108)[:65_536], id="64-KiB-of-words"),
        pytest.param("<s></s><unk>", id="special-tokens"),
    ],
)
def test_unusual_text_gives_finite_numbers(embedder: Embedder, text: str) -> None:
    row = embedder.embed([text])[0]
    assert np.isfinite(row).all()


def test_the_end_of_a_long_text_counts(embedder: Embedder) -> None:
    long = "filler " * 9_000
    plain, ended = embedder.embed([long, long + "elephants " * 2_000])
    assert plain @ ended < 0.999


@pytest.mark.parametrize(
    ("make", "name"),
    [(WordLlamaEmbedder, "wordllama-l2-supercat-256"), (HashingEmbedder, "hashing-256")],
)
def test_the_name_under_which_vectors_are_stored_stays(
    make: Callable[[], Embedder], name: str
) -> None:
    embedder = make()
    assert (embedder.name, embedder.dimensions, embedder.inline) == (name, 256, True)
