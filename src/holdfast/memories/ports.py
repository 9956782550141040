"""What memories need from a store, and from a model that judges."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from holdfast.evidence.ports import EvidenceTransaction
from holdfast.evidence.types import Row
from holdfast.kernel.clock import Micros
from holdfast.memories.types import Between, Filter


class MemoryTransaction(EvidenceTransaction, Protocol):
    """Storage calls for memories. Each returns only what the subject may see.

    A memory's row comes with `embedded`: whether the model in use has a vector for it.
    """

    def memory(self, memory_id: str) -> Row | None: ...

    def memories(self, ids: Sequence[str]) -> list[Row]: ...

    def memory_ids(self, prefix: str, limit: int) -> list[str]: ...

    def list_memories(
        self, wanted: Filter, *, entities: Sequence[str], before: int, limit: int
    ) -> list[Row]:
        """Newest first, below a position; naming one of the entities, if there are any."""
        ...

    def memory_with(self, fingerprint: str) -> Row | None:
        """The remembered or quarantined memory of that fingerprint."""
        ...

    def candidates(self, topics: Sequence[int]) -> list[Row]:
        """Active memories that share topics, those that share most first, and their vectors.

        Only what is needed to compare them: `memories` gives the whole rows.
        """
        ...

    def vectors(self, items: Sequence[int]) -> Mapping[int, bytes]: ...

    def expired(self, now: Micros, after: int, limit: int) -> list[Row]:
        """Remembered memories whose time is over, in order of position, after one."""
        ...

    def memories_by_words(self, words: Sequence[str], space: str, limit: int) -> list[Row]:
        """Remembered memories that hold every word."""
        ...

    def merged_into(self, memory_id: str) -> list[Row]: ...

    def put_topics(self, item: int, topics: Sequence[int]) -> None: ...

    def delete_topics(self, item: int, topics: Sequence[int]) -> None: ...

    def put_mentions(self, item: int, mentions: Sequence[tuple[str, str, str]]) -> None: ...

    def delete_mentions(self, item: int, entities: Sequence[str]) -> None: ...

    def links_at(self, ids: Sequence[str], *, at: Micros | None) -> list[Row]:
        """Links that touch any of these, holding at that moment; at any moment for None."""
        ...

    def links_of(self, thing_id: str) -> list[Row]:
        """Every link that ever touched it, whoever may see the other end."""
        ...

    def linked_requests(self, memory_id: str) -> list[Row]: ...

    def same_entities(self, entity_id: str) -> tuple[str, ...]:
        """The entity that this id stands for, and then the ids of its aliases."""
        ...

    def entity_names(self, ids: Sequence[str]) -> list[Row]:
        """Entity and name, as the memories that the subject may see name it."""
        ...

    def entities(self, *, like: str, after: str, limit: int) -> list[Row]:
        """What is named in memories that the subject may see, aliases counted together."""
        ...

    def entity_aliases(self, entity_ids: Sequence[str]) -> list[Row]: ...

    def visible_ids(self, ids: Sequence[str], *, held: bool = False) -> set[str]:
        """Which of these things (memories, evidence, entities) the subject may see.

        With `held`, not those that were retired, forgotten or quarantined.
        """
        ...

    def citing(self, evidence_id: str) -> list[Row]:
        """Memories that are not erased and cite it."""
        ...

    def turns_between(self, between: Between) -> list[Row]: ...

    def memories_between(self, between: Between) -> list[Row]: ...

    def items_without_vector(self, ids: Sequence[str]) -> list[tuple[int, Row]]:
        """Position and row of those of these that the model in use has no vector for."""
        ...

    def counts(self) -> Mapping[str, Mapping[str, int]]: ...


class Judge(Protocol):
    """Somebody with judgement, such as a model: asked behind the request, never inside it."""

    def judge(self, old: str, new: str) -> Literal["accept", "reject", "both", "unsure"]:
        """Whether the new statement replaces the old one, is wrong, or both hold."""
        ...
