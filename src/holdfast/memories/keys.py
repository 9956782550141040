"""Keys by which things are found again; each is bound to its org, so that none crosses one."""

from functools import lru_cache
from hashlib import blake2b

from holdfast.evidence.types import Row
from holdfast.governance.normal import normal_form
from holdfast.governance.types import Subject
from holdfast.kernel.ids import ENTITY, REQUEST, derived
from holdfast.memories.rows import audience_of, triple_of
from holdfast.memories.rules.entities import normal_name
from holdfast.memories.rules.topics import topic_keys
from holdfast.memories.types import Draft

_SIGNED_64_MAX = (1 << 63) - 1


def digest_of(*parts: str) -> bytes:
    return blake2b("\0".join(parts).encode(), digest_size=16).digest()


def fingerprint_of(row: Row) -> str:
    """The same kind of statement, in the same space, for the same readers, is the same memory."""
    home = (row["org"], row["space"], audience_of(row), row["kind"])
    return digest_of(*home, normal_form(row["text"])).hex()


def request_id(subject: Subject, key: str) -> str:
    return derived(REQUEST, digest_of(subject.org, subject.actor, key))


def request_digest(draft: Draft, text: str) -> str:
    """What was asked, so that a key that comes again with something else is noticed."""
    return digest_of(draft.kind, draft.space, draft.visibility, draft.title or "", text).hex()


def entity_id(org: str, name: str) -> str:
    return derived(ENTITY, digest_of(org, normal_name(name)))


def topics_of(row: Row) -> tuple[int, ...]:
    """Topic keys of an active memory, mixed with where it belongs: no other is compared."""
    if row["status"] != "active":
        return ()
    triple = triple_of(row)
    place = int.from_bytes(digest_of(row["org"], row["space"], audience_of(row))[:8], "big") >> 1
    keys = _keys(row["text"], None if triple is None else triple[:2])
    return tuple((key ^ place) & _SIGNED_64_MAX for key in keys)


@lru_cache(maxsize=512)
def _keys(text: str, subject: tuple[str, str] | None) -> tuple[int, ...]:
    """Asked for once to find candidates, and once more when the row is projected."""
    return topic_keys(text, subject)


def mentions_of(row: Row) -> list[tuple[str, str, str]]:
    """Entity id, name and sort of everything that the memory names, each entity once."""
    mentions = {entity_id(row["org"], name): (name, sort) for name, sort in row["entities"]}
    return [(entity, name, sort) for entity, (name, sort) in mentions.items()]
