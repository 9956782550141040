"""What follows from a row: its words, its topics, its mentions. Replay goes the same way."""

from holdfast.evidence.types import Row
from holdfast.memories.keys import mentions_of, topics_of
from holdfast.memories.ports import MemoryTransaction
from holdfast.memories.rows import searchable


def project_memory(
    tx: MemoryTransaction, subject: str, before: Row | None, after: Row | None
) -> None:
    assert after is not None, "a memory's row is never deleted: even an erased one leaves a mark"
    tx.put_row(subject, before, after)
    _project_words(tx, before, after)
    _project_topics(tx, before, after)
    _project_mentions(tx, before, after)


def project_plain(
    tx: MemoryTransaction, subject: str, before: Row | None, after: Row | None
) -> None:
    """For rows from which nothing follows: links, aliases, requests."""
    if after is None:
        tx.delete_row(subject)
    else:
        tx.put_row(subject, before, after)


def _project_words(tx: MemoryTransaction, before: Row | None, after: Row) -> None:
    item = after["position"]
    if after["status"] == "erased":
        tx.delete_lexical(item)
        tx.delete_vectors(item)
    elif before is None or before["status"] == "erased":
        tx.put_lexical(item, searchable(after), "")
    elif searchable(before) != searchable(after):
        tx.delete_vectors(item)
        tx.delete_lexical(item)
        tx.put_lexical(item, searchable(after), "")


def _project_topics(tx: MemoryTransaction, before: Row | None, after: Row) -> None:
    old = frozenset() if before is None else frozenset(topics_of(before))
    new = frozenset(topics_of(after))
    if old - new:
        tx.delete_topics(after["position"], sorted(old - new))
    if new - old:
        tx.put_topics(after["position"], sorted(new - old))


def _project_mentions(tx: MemoryTransaction, before: Row | None, after: Row) -> None:
    if before is not None and before["entities"] == after["entities"]:
        return
    if before is not None and before["entities"]:
        tx.delete_mentions(after["position"], [entity for entity, _, _ in mentions_of(before)])
    if after["entities"]:
        tx.put_mentions(after["position"], mentions_of(after))
