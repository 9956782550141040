"""Who may do what where: pure decisions."""

import re
from collections.abc import Sequence

from holdfast.governance.types import Action, Subject
from holdfast.kernel.errors import Denied, InvalidInput

SPACE_CHARS_MAX = 200
SPACE_DEPTH_MAX = 16
_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"
_SPACE = re.compile(rf"(?:{_NAME}(?:/{_NAME})*)?")
_WHO = re.compile(r"[^\s/\x00-\x1f\x7f\ud800-\udfff][^/\x00-\x1f\x7f\ud800-\udfff]{0,99}")


def check_space(space: str) -> str:
    """Spaces are plain paths, so that one is below another exactly when it starts with it."""
    if space == "":
        return space
    if (
        not isinstance(space, str)
        or len(space) > SPACE_CHARS_MAX
        or space.count("/") >= SPACE_DEPTH_MAX
        or not _SPACE.fullmatch(space)
    ):
        raise InvalidInput(
            "space_invalid",
            "The space is not a path of plain names.",
            hint="Use letters, digits, '.', '_' and '-' joined by '/', such as team/core; "
            f"at most {SPACE_CHARS_MAX} characters and {SPACE_DEPTH_MAX} levels.",
        )
    return space


def check_subject(subject: Subject) -> Subject:
    for field, value in (("org", subject.org), ("user", subject.user), ("agent", subject.agent)):
        if value is not None and not _WHO.fullmatch(value):
            raise InvalidInput(
                "field_invalid",
                f"The subject's {field} is not a name.",
                hint="Use 1 to 100 characters without '/' or control characters.",
            )
    for grant in subject.grants:
        check_space(grant.space)
    return subject


def is_within(space: str, above: str) -> bool:
    return above == "" or space == above or space.startswith(above + "/")


def may(subject: Subject, action: Action, space: str) -> bool:
    return subject.engine or any(
        action in grant.actions and is_within(space, grant.space) for grant in subject.grants
    )


def may_see(subject: Subject, *, visibility: str, space: str, author: str) -> bool:
    """Whether a memory of the subject's org is one that it sees; the statements say the same."""
    if subject.engine or visibility == "org":
        return True
    if visibility == "private":
        return subject.user == author
    return may(subject, "read", space)


def common_space(spaces: Sequence[str]) -> str:
    """The deepest space above all of them: who may read that, may read each."""
    parts = [space.split("/") if space else [] for space in spaces]
    shared = []
    for names in zip(*parts, strict=False):
        if len(set(names)) > 1:
            break
        shared.append(names[0])
    return "/".join(shared)


def require(subject: Subject, action: Action, space: str) -> None:
    if not may(subject, action, space):
        raise Denied(
            "not_granted",
            f"{subject.actor} has no grant to {action} in this space.",
            hint="Ask for a grant on the space, or use a space that you may use.",
        )
