"""From a draft to a row that may be stored: checked, redacted, screened, fingerprinted."""

import re
from dataclasses import dataclass
from typing import Any

from holdfast.evidence.types import Row
from holdfast.governance.injection import assess
from holdfast.governance.normal import check_depth, clean
from holdfast.governance.redaction import redact, redact_values
from holdfast.governance.rules import check_space, require
from holdfast.governance.types import Subject
from holdfast.kernel.clock import Micros, optional_micros
from holdfast.kernel.errors import InvalidInput
from holdfast.kernel.ids import MEMORY
from holdfast.memories.details import detail_values
from holdfast.memories.keys import fingerprint_of, request_digest, request_id
from holdfast.memories.room import Options, Room
from holdfast.memories.rows import detail_words, searchable
from holdfast.memories.rules.entities import extract
from holdfast.memories.rules.life import (
    CONFIDENCE_DEFAULT,
    IMPORTANCE_DEFAULT,
    expiry,
    retention_of,
)
from holdfast.memories.types import KINDS, RETENTIONS, VISIBILITIES, Draft

TITLE_BYTES_MAX = 512
LABEL_BYTES_MAX = 256
TAGS_MAX = 32
EVIDENCE_MAX = 64
KEY_CHARS_MAX = 200
_EVIDENCE_ID = re.compile(r"(?:ev|mem)_[0-9a-z]{20}")


@dataclass(slots=True)
class Prepared:
    """A draft that may be stored. Its vector comes when it was encoded, if it was in time."""

    row: Row
    searchable: str
    request: str | None
    digest: str
    blob: bytes | None = None


def prepare(room: Room, draft: Draft) -> Prepared:
    """Everything that can be decided about a draft without the store and without a model."""
    require(room.subject, "write", check_space(draft.space))
    _check_choices(draft)
    text = clean(draft.text)
    now = room.clock()
    cleaner = Cleaner(room.options)
    retention = draft.retention or retention_of(draft.kind)
    row: Row = {
        "id": room.ids.make(MEMORY),
        "org": room.subject.org,
        "space": draft.space,
        "visibility": draft.visibility,
        "kind": draft.kind,
        "title": cleaner.optional(draft.title, "title", TITLE_BYTES_MAX),
        "text": cleaner.text(text),
        "detail": cleaner.detail(draft),
        "status": "active",
        "ended": None,
        "superseded_by": None,
        "confidence": share(draft.confidence, CONFIDENCE_DEFAULT, "confidence"),
        "importance": share(draft.importance, IMPORTANCE_DEFAULT, "importance"),
        "pinned": False,
        "protected": False,
        "retention": retention,
        "expires_at": expiry(retention, now),
        **_validity(draft),
        "recorded_at": now,
        "revised_at": now,
        "replaced_at": None,
        "author": room.subject.user,
        "agent": room.subject.agent,
        "source": cleaner.optional(draft.source, "source", TITLE_BYTES_MAX),
        "ref": None if draft.ref is None else clean(draft.ref, field="ref", bytes_max=1024),
        "uses": 0,
        "last_used": None,
        "helped": 0,
        "hurt": 0,
        "tags": cleaner.tags(draft.tags),
        "evidence": _evidence(draft.evidence),
    }
    row["redacted"] = cleaner.found()
    screen(room.options, row)
    row["fingerprint"] = fingerprint_of(row)
    return Prepared(
        row=row,
        searchable=searchable(row),
        request=_request(room.subject, draft),
        digest=request_digest(draft, row["text"]),
    )


class Cleaner:
    """Redacts every field of one draft, and remembers what it found."""

    def __init__(self, options: Options) -> None:
        self._sorts = options.redact
        self._found: dict[str, None] = {}

    def text(self, text: str) -> str:
        redacted = redact(text, self._sorts)
        self._found.update(dict.fromkeys(redacted.found))
        return redacted.text

    def optional(self, text: str | None, field: str, bytes_max: int) -> str | None:
        return None if text is None else self.text(clean(text, field=field, bytes_max=bytes_max))

    def detail(self, draft: Draft) -> dict[str, Any] | None:
        if draft.detail is None:
            return None
        if isinstance(draft.detail, dict):
            check_depth(draft.detail, field="detail")
        return self.values(detail_values(draft.kind, draft.detail))

    def values(self, values: dict[str, Any]) -> dict[str, Any]:
        for word in detail_words(values):
            clean(word, field="detail")
        cleaned, found = redact_values(values, self._sorts)
        self._found.update(dict.fromkeys(found))
        assert isinstance(cleaned, dict)
        return cleaned

    def tags(self, tags: tuple[str, ...]) -> list[str]:
        if isinstance(tags, str) or len(tags) > TAGS_MAX:
            raise InvalidInput(
                "field_invalid",
                f"tags takes a list of at most {TAGS_MAX} short labels.",
                hint="Pass for example tags=('billing', 'api').",
            )
        return sorted(
            {self.text(clean(tag, field="tag", bytes_max=LABEL_BYTES_MAX)) for tag in tags}
        )

    def found(self) -> list[str]:
        return list(self._found)


def screen(options: Options, row: Row) -> None:
    """Scores orders hidden in the text, quarantines risky ones, and names what it names."""
    text = searchable(row)
    row["risk"] = round(assess(text).score, 3)
    if row["risk"] >= options.quarantine_at:
        row["status"] = "quarantined"
    row["entities"] = [[named.name, named.sort] for named in extract(text)]


def _check_choices(draft: Draft) -> None:
    for field, value, choices in (
        ("kind", draft.kind, KINDS),
        ("visibility", draft.visibility, VISIBILITIES),
        ("retention", draft.retention, (*RETENTIONS, None)),
    ):
        if value not in choices:
            raise InvalidInput(
                "field_invalid",
                f"{field} has a value that it cannot have.",
                hint=f"Choose one of {', '.join(choice for choice in choices if choice)}.",
            )


def share(value: float | None, default: float, field: str) -> float:
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise InvalidInput(
            "field_invalid",
            f"{field} is not a number from 0 to 1.",
            hint="0.5 is undecided, 1 is certain.",
        )
    return float(value)


def _validity(draft: Draft) -> dict[str, Micros | None]:
    valid_from = optional_micros(draft.valid_from, field="valid_from")
    valid_to = optional_micros(draft.valid_to, field="valid_to")
    if valid_from is not None and valid_to is not None and valid_to <= valid_from:
        raise InvalidInput(
            "time_invalid",
            "valid_to is not after valid_from.",
            hint="Swap the two, or leave valid_to open.",
        )
    return {"valid_from": valid_from, "valid_to": valid_to}


def _evidence(ids: tuple[str, ...]) -> list[str]:
    if isinstance(ids, str) or len(ids) > EVIDENCE_MAX:
        raise InvalidInput(
            "field_invalid",
            f"evidence takes a list of at most {EVIDENCE_MAX} ids.",
            hint="Pass the ids that observe() gave.",
        )
    for evidence_id in ids:
        if not _EVIDENCE_ID.fullmatch(evidence_id):
            raise InvalidInput(
                "id_invalid",
                "evidence holds something that is not the id of an observed turn or a memory.",
                hint="Pass the ids that observe() gave; they start with ev_.",
            )
    return list(dict.fromkeys(ids))


def _request(subject: Subject, draft: Draft) -> str | None:
    if draft.idempotency_key is None:
        return None
    if not 0 < len(draft.idempotency_key) <= KEY_CHARS_MAX:
        raise InvalidInput(
            "field_invalid",
            f"The idempotency key is empty or over {KEY_CHARS_MAX} characters.",
            hint="Use something unique to the request, such as a UUID.",
        )
    key = clean(draft.idempotency_key, field="idempotency_key")
    return request_id(subject, key)
