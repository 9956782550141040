"""How it is told what a statement became, and which memory a verb changed."""

from collections.abc import Iterator, Sequence
from typing import Any

from holdfast.memories.types import Memory, Stored
from holdfast.surfaces.cli.blocks import Answer, Block, Cell, Fields, Id, Line
from holdfast.surfaces.library import Holdfast

OUTCOMES = {
    "stored": "Stored: ",
    "existing": "Known already: ",
    "merged": "Merged into a memory that says the same: ",
    "superseding": "Stored, in place of an older memory: ",
    "disputed": "Stored as disputed, for it contradicts another memory: ",
    "quarantined": "Quarantined, for it reads like an order to whoever reads it: ",
}


def changed(deed: str, memory: Memory, *notes: str) -> Answer:
    """One memory, and what was done to it."""
    return Answer(memory, lambda: each(deed, [memory]), notes)


def each(deed: str, memories: Sequence[Memory]) -> Iterator[Block]:
    for memory in memories:
        yield Line((deed, Id(memory.id)))
        yield Fields([("  text", memory.text)])


def stored_answer(memory: Holdfast, stored: Stored) -> Answer:
    return Answer(stored, lambda: _told(memory, stored), _advice(stored))


def _told(memory: Holdfast, stored: Stored) -> Iterator[Block]:
    kept = stored.memory
    yield Line((OUTCOMES[stored.outcome], Id(kept.id)))
    rows: list[tuple[str, Any]] = [("  text", kept.text)]
    if stored.outcome in ("superseding", "disputed"):
        word = "  instead of" if stored.outcome == "superseding" else "  against"
        rows += [(word, _named(memory.get(one))) for one in stored.related]
    rows.append(("  because of", stored.because))
    rows.append(("  redacted", ", ".join(kept.redacted) or None))
    yield Fields(rows)


def _named(memory: Memory) -> Cell:
    return (Id(memory.id), "  ", memory.text)


def _advice(stored: Stored) -> list[str]:
    one = stored.memory
    advice = []
    if stored.outcome == "disputed":
        advice.append(f"Decide: holdfast decide {one.id} accept|reject|both")
    if stored.outcome == "quarantined":
        advice.append(f"If it is harmless: holdfast restore {one.id}")
    if one.embedding == "pending":
        advice.append("Its vector is pending, and follows by itself.")
    return advice
