"""Vectors as bytes, their likeness, and the circuit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from holdfast.inference.rules import (
    COOL_DOWN_SECONDS_MAX,
    MISSES_TO_OPEN,
    Circuit,
    Floats,
    cosine,
    cosines,
    is_well_formed,
    lateness_is_telling,
    pack,
    shorten,
    unpack,
)

vectors = arrays(np.float32, 8, elements=st.floats(-1.0, 1.0, width=32))


def unit(*numbers: float) -> Floats:
    row = np.array(numbers, dtype=np.float32)
    return row / np.float32(np.linalg.norm(row))


def test_a_packed_vector_is_two_little_endian_bytes_per_dimension() -> None:
    assert pack(np.array([[1.0, -2.0]], dtype=np.float32)) == [b"\x00\x3c\x00\xc0"]


@given(vectors)
def test_an_unpacked_vector_is_the_packed_one_to_half_precision(row: Floats) -> None:
    back = unpack(pack(row[np.newaxis])[0])
    assert back.dtype == np.float32
    np.testing.assert_allclose(back, row, rtol=1e-3, atol=1e-7)


@given(vectors, st.integers(1, 8))
def test_a_shortened_vector_is_the_prefix_at_unit_length_or_zeros(row: Floats, width: int) -> None:
    short = shorten(row, width)
    assert short.shape == (width,)
    if row[:width].any():
        assert np.linalg.norm(short) == pytest.approx(1.0, abs=1e-5)
        assert cosine(short, row[:width]) == pytest.approx(1.0, abs=1e-5)
    else:
        assert not short.any()


def test_many_vectors_are_shortened_at_once() -> None:
    rows = np.array([[3.0, 4.0, 9.0], [0.0, 0.0, 1.0]], dtype=np.float32)
    np.testing.assert_allclose(shorten(rows, 2), [[0.6, 0.8], [0.0, 0.0]], atol=1e-6)


@pytest.mark.parametrize("dimensions", [0, -1, 4])
def test_a_vector_cannot_be_shortened_to_what_it_does_not_have(dimensions: int) -> None:
    with pytest.raises(ValueError, match="of 3"):
        shorten(unit(1, 2, 3), dimensions)


@given(vectors, vectors)
def test_cosine_is_symmetric_and_within_one(a: Floats, b: Floats) -> None:
    assert cosine(a, b) == cosine(b, a)
    assert -1.0 <= cosine(a, b) <= 1.0


@given(vectors)
def test_cosine_with_itself_is_one_and_with_nothing_is_zero(row: Floats) -> None:
    assert cosine(row, row) == pytest.approx(1.0 if row.any() else 0.0, abs=1e-6)
    assert cosine(row, np.zeros(8, dtype=np.float32)) == 0.0


@given(vectors, st.lists(vectors, min_size=1, max_size=6))
def test_cosines_are_the_cosine_of_each(query: Floats, rows: list[Floats]) -> None:
    blobs = pack(np.stack(rows))
    expected = [cosine(query, unpack(blob)) for blob in blobs]
    np.testing.assert_allclose(cosines(query, blobs), expected, atol=1e-5)


def test_a_shortened_query_meets_the_prefixes_of_what_is_stored() -> None:
    stored = unit(1, 0, 5)
    assert cosines(unit(1, 0), pack(stored[np.newaxis]))[0] == pytest.approx(1.0)


def test_no_stored_vectors_give_no_cosines() -> None:
    assert cosines(unit(1, 0), []).shape == (0,)


@pytest.mark.parametrize(
    "blobs", [pytest.param([b"\0" * 4, b"\0" * 8], id="mixed"), pytest.param([b"\0\0"], id="short")]
)
def test_vectors_of_another_width_are_refused(blobs: list[bytes]) -> None:
    with pytest.raises(ValueError, match=r"width|dimensions"):
        cosines(unit(1, 0), blobs)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 2.0])
def test_rows_that_break_the_promise_are_seen(bad: float) -> None:
    rows = np.array([[0.0, 1.0], [bad, 0.0]], dtype=np.float32)
    assert not is_well_formed(rows, texts=2, dimensions=2)


@pytest.mark.parametrize(("texts", "dimensions"), [(3, 2), (2, 3)])
def test_rows_of_another_shape_are_seen(texts: int, dimensions: int) -> None:
    rows = np.zeros((2, 2), dtype=np.float32)
    assert is_well_formed(rows, texts=2, dimensions=2)
    assert not is_well_formed(rows, texts=texts, dimensions=dimensions)


def after_misses(count: int) -> Circuit:
    """Each at the first moment at which the embedder would be asked again."""
    circuit = Circuit()
    for _ in range(count):
        now = circuit.asks_again_at
        circuit = circuit.asked(now).missed(now, probe=circuit.is_open)
    return circuit


def test_a_circuit_opens_at_the_third_miss() -> None:
    assert after_misses(MISSES_TO_OPEN - 1).admits(0.0)
    assert not after_misses(MISSES_TO_OPEN).admits(0.0)


def test_an_open_circuit_admits_one_probe_per_cool_down() -> None:
    circuit = after_misses(MISSES_TO_OPEN)
    assert not circuit.admits(0.99)
    assert circuit.admits(1.0)
    assert not circuit.asked(1.0).admits(1.5)
    assert circuit.asked(1.0).admits(2.0)


def test_the_cool_down_doubles_up_to_a_minute() -> None:
    lengths = [after_misses(MISSES_TO_OPEN + more).cool_down_seconds for more in range(8)]
    assert lengths == [1, 2, 4, 8, 16, 32, 60, 60]


def test_many_late_answers_to_one_moment_do_not_add_up() -> None:
    circuit = after_misses(MISSES_TO_OPEN)
    assert circuit.missed(0.1, probe=False) == circuit


@given(st.integers(0, 40))
def test_a_circuit_always_asks_again_within_a_minute(misses: int) -> None:
    circuit = after_misses(misses)
    assert circuit.admits(circuit.asks_again_at)
    assert circuit.cool_down_seconds <= COOL_DOWN_SECONDS_MAX


def test_only_a_late_answer_to_few_texts_is_telling() -> None:
    assert lateness_is_telling(1)
    assert not lateness_is_telling(256)
