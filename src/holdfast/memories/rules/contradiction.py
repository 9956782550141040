"""Whether a new statement is the same as an old one, contradicts it, or leaves it alone.

The bundled embedder sees a bag of words: "Alice reports to Bob" and "Bob reports to Alice" are
one vector to it. So a contradiction is looked for first, by rules over the words in their order;
the cosine only has a say in whether two statements that do not contradict are the same. In doubt
the answer is `unrelated`: two memories cost little, a wrong merge loses meaning.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from holdfast.memories.rules.clashes import (
    Clash,
    clash_of_words,
    names_differ,
    same_words,
    word_pairs,
)
from holdfast.memories.rules.reading import Reading, read
from holdfast.memories.rules.spelling import spelled_alike

SAME_COSINE = 0.92
TEXT_LENGTH_MAX = 2000
KINDS_THAT_CONTRADICT = frozenset({"fact", "preference"})
DECISION_ATTRIBUTE = "decision"

Outcome = Literal["same", "supersedes", "historical", "disputed", "unrelated"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What the comparison needs to know of a memory; times are microseconds."""

    text: str
    kind: str
    subject: str | None
    attribute: str | None
    value: str | None
    starts: int
    starts_given: bool
    ends: int | None
    firm: bool


class Verdict(NamedTuple):
    """The outcome, and the short name of the rule that it comes from."""

    outcome: Outcome
    because: str


def compare(old: Statement, new: Statement, cosine: float | None) -> Verdict:
    """Judge a new statement against an old one; a contradiction is looked at before sameness."""
    clash = _attribute_clash(old, new)
    if clash is None and max(len(old.text), len(new.text)) > TEXT_LENGTH_MAX:
        return _compare_long(old, new)
    clash = clash or _text_clash(old, new)
    if clash is not None:
        return _in_time(old, new, clash)
    return _sameness(old, new, cosine)


def _compare_long(old: Statement, new: Statement) -> Verdict:
    """Long texts hold many statements at once: only their being equal says something."""
    equal = old.kind == new.kind and old.text.casefold().split() == new.text.casefold().split()
    if equal and not _apart(old, new):
        return Verdict("same", "text")
    return Verdict("unrelated", "long text")


def _apart(old: Statement, new: Statement) -> bool:
    """Whether the two hold at times that do not meet."""
    return (old.ends is not None and old.ends <= new.starts) or (
        new.ends is not None and new.ends <= old.starts
    )


def _in_time(old: Statement, new: Statement, clash: Clash) -> Verdict:
    """Of two statements that surely cannot both hold, the one that starts later holds now."""
    before = _told_of_before(old, new)
    if _apart(old, new) and not (before and clash.sure):
        return Verdict("unrelated", "time")
    if not clash.sure:
        return Verdict("disputed", clash.rule)
    if before:
        return Verdict("historical", clash.rule)
    if old.firm:
        return Verdict("disputed", "firm")
    if new.starts > old.starts or _starts_unknown(old, new):
        return Verdict("supersedes", clash.rule)
    return Verdict("disputed", "time")


def _told_of_before(old: Statement, new: Statement) -> bool:
    """Whether the new statement is known to be of a time before the old one began."""
    if not new.starts_given or new.starts >= old.starts:
        return False
    return old.starts_given or (new.ends is not None and new.ends <= old.starts)


def _starts_unknown(old: Statement, new: Statement) -> bool:
    """Whether all that is known of the old start is when it was told: what is told later counts."""
    return new.starts_given and not old.starts_given


def _text_clash(old: Statement, new: Statement) -> Clash | None:
    if not _may_contradict(old, new) or _settled_by_attribute(old, new):
        return None
    before, after = read(old.text), read(new.text)
    if before.labels != after.labels or before.hedged or after.hedged:
        return None
    if before.question or after.question:
        return None
    if before.past != after.past and not _told_of_before(old, new):
        return None
    if before.persons != after.persons:
        return None
    return clash_of_words(before, after, preference="preference" in (old.kind, new.kind))


def _may_contradict(old: Statement, new: Statement) -> bool:
    return old.kind in KINDS_THAT_CONTRADICT and new.kind in KINDS_THAT_CONTRADICT


def _attribute_clash(old: Statement, new: Statement) -> Clash | None:
    """One attribute of one subject has one value; one question has one decision."""
    if not (_has_attribute(old) and _has_attribute(new)):
        return None
    decisions = old.kind == new.kind == "decision" and old.attribute == DECISION_ATTRIBUTE
    if not decisions and not _may_contradict(old, new):
        return None
    if not (_means(old.subject, new.subject) and _means(old.attribute, new.attribute)):
        return None
    return None if _means(old.value, new.value) else Clash("attribute")


def _settled_by_attribute(old: Statement, new: Statement) -> bool:
    """Whether the details leave nothing for the words to decide: another subject, or one value."""
    if not (_has_attribute(old) and _has_attribute(new)):
        return False
    return not _means(old.subject, new.subject) or _means(old.attribute, new.attribute)


def _has_attribute(statement: Statement) -> bool:
    return bool(statement.subject and statement.attribute and statement.value)


def _means(old: str | None, new: str | None) -> bool:
    """Whether two names or values of a detail are the same one."""
    if old is None or new is None:
        return old is new
    first, second = read(old[:TEXT_LENGTH_MAX]), read(new[:TEXT_LENGTH_MAX])
    if not first.keys and not first.negations and not second.keys and not second.negations:
        return _without_articles(old) == _without_articles(new)
    return (first.keys, len(first.negations) % 2) == (
        second.keys,
        len(second.negations) % 2,
    ) and not names_differ(first, second)


def _without_articles(name: str) -> list[str]:
    words = name.casefold().split()
    return [word for word in words if word not in ("the", "a", "an")] or words


def _sameness(old: Statement, new: Statement, cosine: float | None) -> Verdict:
    if old.kind != new.kind:
        return Verdict("unrelated", "kind")
    if _apart(old, new):
        return Verdict("unrelated", "time")
    before, after = read(old.text), read(new.text)
    reason = _what_differs(before, after)
    if reason is None and not spelled_alike(old.text, new.text):
        reason = "spelling"
    if reason is not None:
        return Verdict("unrelated", reason)
    if cosine is not None and cosine < SAME_COSINE:
        return Verdict("unrelated", "cosine")
    if not (_means(old.value, new.value) and _means(old.subject, new.subject)):
        return Verdict("unrelated", "attribute")
    return Verdict("same", "words" if before.keys else "text")


def _what_differs(old: Reading, new: Reading) -> str | None:
    """The first reason for which two readings do not say the same, or None."""
    if not old.keys and not new.keys:
        return "empty"
    if old.labels != new.labels:
        return "label"
    if old.keys != new.keys:
        return "order" if same_words(old, new) else "words"
    if not _mean_the_same_people(old.persons, new.persons):
        return "person"
    if old.negations != new.negations:
        return "polarity"
    if names_differ(old, new):
        return "name"
    for reason, told, said in (
        ("tense", old.past, new.past),
        ("manner", old.modifiers, new.modifiers),
        ("mood", _moods(old), _moods(new)),
    ):
        if told != said:
            return reason
    if any(first.after_copula != second.after_copula for first, second in word_pairs(old, new)):
        return "voice"
    return None


def _mean_the_same_people(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """ "Our cluster" is "the cluster", and "its tickets" may be "tickets"; "my" says whose."""
    if old == new:
        return True
    return not (old and new) and set(old or new) in ({"we"}, {"it"})


def _moods(reading: Reading) -> tuple[bool, bool, int | None]:
    return reading.hedged, reading.question, reading.instead_at
