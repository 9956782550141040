"""A store, and the clock that it goes by."""

from collections.abc import Iterator

import pytest

from holdfast import Holdfast
from tests.fixtures.library import SteppingClock, opened


@pytest.fixture
def clock() -> SteppingClock:
    return SteppingClock()


@pytest.fixture
def store(clock: SteppingClock) -> Iterator[Holdfast]:
    with opened(clock=clock) as opened_store:
        yield opened_store
