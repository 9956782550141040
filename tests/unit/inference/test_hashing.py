"""What the embedder without a model does beyond the contract."""

import numpy as np
import pytest

from holdfast.adapters.inference.hashing import HashingEmbedder


def likeness(first: str, second: str) -> float:
    a, b = HashingEmbedder().embed([first, second])
    return float(a @ b)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("deploys", "deploy"),
        ("testing", "tested"),
        ("Restart the Worker", "worker: RESTART the!"),
        ("STRASSE", "straße"),
    ],
)
def test_forms_of_a_word_are_the_same(first: str, second: str) -> None:
    assert likeness(first, second) == pytest.approx(1.0)


def test_a_short_word_keeps_its_ending() -> None:
    assert likeness("bus", "bu") < 0.9


def test_words_in_common_make_texts_alike_in_proportion() -> None:
    half = likeness("alpha beta", "alpha gamma")
    third = likeness("alpha beta delta", "alpha gamma kappa")
    assert half == pytest.approx(1 / 2, abs=0.2)
    assert third == pytest.approx(1 / 3, abs=0.2)


def test_a_text_of_marks_alone_has_no_direction() -> None:
    assert not HashingEmbedder().embed(["... --- !?"]).any()


@pytest.mark.parametrize("dimensions", [64, 128])
def test_a_prefix_still_holds_every_stem(dimensions: int) -> None:
    rows = HashingEmbedder().embed(["alpha", "beta", "gamma"])
    assert np.count_nonzero(rows[:, :dimensions], axis=1).tolist() == [dimensions // 64] * 3
