"""What each kind of memory says beyond its text."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from holdfast.kernel.errors import InvalidInput


class Detail(BaseModel):
    """The typed part of a memory; one class per kind."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_max_length=16_384)


class FactDetail(Detail):
    """A fact of the form: this attribute of this subject has this value."""

    subject: str
    attribute: str
    value: str


class PreferenceDetail(Detail):
    """About whom, and through which lens."""

    about: str | None = None
    lens: Literal["identity", "world", "pulse", "journey"] | None = None


class RejectedOption(Detail):
    """An option that was turned down, and when to think again."""

    option: str
    reason: str
    reconsider_when: str | None = None


class DecisionDetail(Detail):
    """What was asked, what was chosen, and what was not."""

    question: str
    choice: str
    rejected: tuple[RejectedOption, ...] = ()
    rationale: str | None = None
    context: str | None = None


class FailureDetail(Detail):
    """What was tried and how it went wrong."""

    tried: str
    error_type: str | None = None
    message: str | None = None
    root_cause: str | None = None
    fix_tried: str | None = None
    count: int = Field(default=1, ge=1)
    paths: tuple[str, ...] = ()


class LessonDetail(Detail):
    """When it applies, what to do, and how often that proved right."""

    when: str
    then: str
    successes: int = Field(default=0, ge=0)
    failures: int = Field(default=0, ge=0)


class ProcedureDetail(Detail):
    """Steps that are proven by outcomes."""

    trigger: str
    steps: tuple[str, ...] = Field(min_length=1)
    successes: int = Field(default=0, ge=0)
    failures: int = Field(default=0, ge=0)
    verified_by: str | None = None


class EpisodeDetail(Detail):
    """The summary of a session."""

    session: str | None = None
    goal: str | None = None
    outcome: str | None = None


DETAILS: Mapping[str, type[Detail]] = {
    "fact": FactDetail,
    "preference": PreferenceDetail,
    "decision": DecisionDetail,
    "failure": FailureDetail,
    "lesson": LessonDetail,
    "procedure": ProcedureDetail,
    "episode": EpisodeDetail,
}


def detail_values(kind: str, detail: Detail | Mapping[str, Any]) -> dict[str, Any]:
    """The detail as plain values, checked against its kind."""
    if not isinstance(detail, (Detail, Mapping)):
        raise InvalidInput(
            "detail_invalid",
            "The detail is neither a mapping nor one of the detail classes.",
            hint=f"Pass for example {DETAILS[kind].__name__}(…), or a dict of its fields.",
        )
    given = detail.model_dump() if isinstance(detail, Detail) else dict(detail)
    try:
        checked = DETAILS[kind].model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "detail"
        fields = ", ".join(DETAILS[kind].model_fields)
        raise InvalidInput(
            "detail_invalid",
            f"The detail does not fit a {kind}: {where}: {first['msg']}.",
            hint=f"A {kind} has the fields {fields}.",
        ) from None
    return checked.model_dump(mode="json", exclude_none=True)


def read_detail(kind: str, values: Mapping[str, Any] | None) -> Detail | None:
    return None if values is None else DETAILS[kind].model_validate(values)
