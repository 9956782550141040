"""What every room needs from a store: a transaction that belongs to a caller."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from holdfast.governance.types import Subject

Tx = TypeVar("Tx")
TxOut = TypeVar("TxOut", covariant=True)
Result = TypeVar("Result")


class Transactions(Protocol[TxOut]):
    """The only way to stored data. Every transaction carries its subject, hence its org."""

    def read(self, subject: Subject) -> AbstractContextManager[TxOut]:
        """A consistent view of the store, as it was when the transaction began."""
        ...

    def write(self, subject: Subject, work: Callable[[TxOut], Result]) -> Result:
        """Runs `work` and commits it whole, or not at all; returns after the commit.

        `work` may be run together with that of other callers, but only ever once at a time, and
        what it reads cannot change before it commits.
        """
        ...

    def wait(self, ready: Callable[[], bool], timeout_seconds: float) -> bool:
        """Asks again after every commit of any process until it is ready, or the time is over."""
        ...
