"""Holdfast: memory that agents can stand on.

    import holdfast

    with holdfast.open() as memory:
        memory.remember("The cache is dogpile; Redis was too complex.", kind="decision")

Importing this package opens nothing and loads next to nothing: a name is loaded when used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from holdfast.evidence.types import Entry, Evidence, Turn, VerifyReport
    from holdfast.governance.types import Grant, Subject
    from holdfast.inference.ports import Embedder
    from holdfast.kernel.errors import (
        Conflict,
        Corrupted,
        Denied,
        HoldfastError,
        InvalidInput,
        NotFound,
        Unavailable,
    )
    from holdfast.kernel.page import Page
    from holdfast.memories.details import (
        DecisionDetail,
        EpisodeDetail,
        FactDetail,
        FailureDetail,
        LessonDetail,
        PreferenceDetail,
        ProcedureDetail,
    )
    from holdfast.memories.ports import Judge
    from holdfast.memories.remember import Refused
    from holdfast.memories.types import Certificate, Draft, Graph, Link, Memory, Stored, Why
    from holdfast.surfaces.library import Holdfast, open
    from holdfast.surfaces.library_async import AsyncHoldfast, aopen

__version__ = "0.1.0"

_HOMES = {
    "holdfast.evidence.types": ("Entry", "Evidence", "Turn", "VerifyReport"),
    "holdfast.governance.types": ("Grant", "Subject"),
    "holdfast.inference.ports": ("Embedder",),
    "holdfast.kernel.errors": (
        "Conflict",
        "Corrupted",
        "Denied",
        "HoldfastError",
        "InvalidInput",
        "NotFound",
        "Unavailable",
    ),
    "holdfast.kernel.page": ("Page",),
    "holdfast.memories.details": (
        "DecisionDetail",
        "EpisodeDetail",
        "FactDetail",
        "FailureDetail",
        "LessonDetail",
        "PreferenceDetail",
        "ProcedureDetail",
    ),
    "holdfast.memories.ports": ("Judge",),
    "holdfast.memories.remember": ("Refused",),
    "holdfast.memories.types": (
        "Certificate",
        "Draft",
        "Graph",
        "Link",
        "Memory",
        "Stored",
        "Why",
    ),
    "holdfast.surfaces.library": ("Holdfast", "open"),
    "holdfast.surfaces.library_async": ("AsyncHoldfast", "aopen"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AsyncHoldfast",
    "Certificate",
    "Conflict",
    "Corrupted",
    "DecisionDetail",
    "Denied",
    "Draft",
    "Embedder",
    "Entry",
    "EpisodeDetail",
    "Evidence",
    "FactDetail",
    "FailureDetail",
    "Grant",
    "Graph",
    "Holdfast",
    "HoldfastError",
    "InvalidInput",
    "Judge",
    "LessonDetail",
    "Link",
    "Memory",
    "NotFound",
    "Page",
    "PreferenceDetail",
    "ProcedureDetail",
    "Refused",
    "Stored",
    "Subject",
    "Turn",
    "Unavailable",
    "VerifyReport",
    "Why",
    "__version__",
    "aopen",
    "open",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'holdfast' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
