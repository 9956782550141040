"""Ids: a prefix that says what it names, and 100 random bits.

The random part comes first and is not ordered by time, so that a few characters are a unique
prefix that a person can type; order is the business of journal positions.
"""

import os
from collections.abc import Callable
from typing import NewType

MemoryId = NewType("MemoryId", str)
EvidenceId = NewType("EvidenceId", str)
EntryId = NewType("EntryId", str)
LinkId = NewType("LinkId", str)
EntityId = NewType("EntityId", str)
OperationId = NewType("OperationId", str)

MEMORY, EVIDENCE, ENTRY, LINK, ENTITY, OPERATION = "mem", "ev", "ent", "lnk", "nam", "op"
REQUEST, SESSION = "req", "ses"

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 20

Entropy = Callable[[int], bytes]


class Ids:
    """Makes ids from a source of random bytes; tests hand in a seeded one."""

    def __init__(self, entropy: Entropy = os.urandom) -> None:
        self._entropy = entropy

    def make(self, prefix: str) -> str:
        return f"{prefix}_{_spell(int.from_bytes(self._entropy(13), 'big'))}"


def derived(prefix: str, digest: bytes) -> str:
    """The id of a thing that is known by its content, such as an entity by its name."""
    return f"{prefix}_{_spell(int.from_bytes(digest[:13], 'big'))}"


def _spell(number: int) -> str:
    letters = []
    for _ in range(_LENGTH):
        letters.append(_ALPHABET[number & 31])
        number >>= 5
    return "".join(letters)


def has_prefix(text: str, prefix: str) -> bool:
    head, separator, tail = text.partition("_")
    return head == prefix and bool(separator) and bool(tail) and set(tail) <= set(_ALPHABET)
