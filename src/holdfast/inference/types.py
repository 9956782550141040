"""What the room answers with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vectors:
    """One stored vector per text, in the order asked. None is pending: it can be asked again."""

    blobs: tuple[bytes | None, ...]
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """What happened since the start. The first three count texts, the others count calls."""

    hits: int = 0
    misses: int = 0
    embedded: int = 0
    late: int = 0
    failed: int = 0
    skipped: int = 0
