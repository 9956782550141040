"""Which numbers of a text are values, and which are part of a name.

"Listens on port 8080" gives way to "listens on port 9090"; "ticket 431" and "ticket 432" are two
tickets. A value that is taken for a name costs a second memory. A name that is taken for a value
makes a true statement vanish from the answers, so a number is a name unless a rule here says
otherwise.
"""

from collections.abc import Iterator, Sequence

from holdfast.memories.rules.vocabulary import NUMBERED_THINGS, ONE_VERSION
from holdfast.memories.rules.words import Lexeme, stem, stem_set

_VALUE_CUES = frozenset({"value verb", "value noun", "technology"})
_USING = stem_set("use run require need target")
_NUMBERED_THINGS = frozenset(map(stem, NUMBERED_THINGS))
_PRONOUNS = frozenset({"we", "i", "you", "they"})
_SKIPPED_ROLES = frozenset({"stop", "article", "modifier", "change", "negation", "ended"})


def value_places(found: Sequence[Lexeme]) -> frozenset[int]:
    """The places of the numbers that are values."""
    return frozenset(place for sentence in _sentences(found) for place in sentence.values())


def _sentences(found: Sequence[Lexeme]) -> Iterator["_Sentence"]:
    start = 0
    for place, lexeme in enumerate(found):
        if lexeme.role == "end":
            yield _Sentence(found, start, place)
            start = place + 1
    yield _Sentence(found, start, len(found))


class _Sentence:
    """The words from `start` up to `end`, and where its predicate begins."""

    def __init__(self, found: Sequence[Lexeme], start: int, end: int) -> None:
        self._found = found
        self._start = start
        self._end = end
        self._predicate = next(filter(self._is_verb, range(start, end)), None)

    def values(self) -> Iterator[int]:
        for place in range(self._start, self._end):
            if self._found[place].word.sort == "number" and self._is_value(place):
                yield place

    def _is_verb(self, place: int) -> bool:
        lexeme = self._found[place]
        if lexeme.cue == "verb after pronoun" and not lexeme.is_verb:
            return self._begins_predicate(place)
        return lexeme.is_verb

    def _begins_predicate(self, place: int) -> bool:
        """Whether a word that is as often a noun stands like a verb: "we run", "Set the ..."."""
        if place > self._start:
            return self._found[place - 1].word.key in _PRONOUNS
        return place + 1 < self._end and self._found[place + 1].role in ("stop", "article")

    def _is_value(self, place: int) -> bool:
        if self._found[place].is_serial and not self._is_amount(place):
            return False
        if self._predicate is None:
            return self._is_value_without_verb(place)
        if place < self._predicate:
            return self._is_the_one_version(place)
        return self._is_value_after_verb(place)

    def _is_amount(self, place: int) -> bool:
        """Whether a number is long because it is large: "the salary is 120000"."""
        before = self._before(place)
        if before is not None and self._found[before].role == "copula":
            before = self._before(before)
        return before is not None and self._found[before].cue == "value noun"

    def _before(self, place: int) -> int | None:
        """The nearest word to the left that says something."""
        for at in range(place - 1, self._start - 1, -1):
            if self._found[at].role not in _SKIPPED_ROLES or self._found[at].cue == "naming noun":
                return at
        return None

    def _has_unit(self, place: int) -> bool:
        following = place + 1
        return bool(self._found[place].follows) or (
            following < self._end and self._found[following].cue == "unit"
        )

    def _is_value_without_verb(self, place: int) -> bool:
        """ "Timeout of 30 seconds", "Rate limit: 100", "heap size 4 GB"."""
        if any(self._found[at].tense for at in range(place, self._end)):
            return False
        noun = self._before(place)
        joined = noun is not None and (
            self._found[noun].role == "colon" or self._found[noun].word.key == "of"
        )
        if noun is not None and joined:
            noun = self._before(noun)
        named = noun is not None and self._found[noun].cue == "value noun"
        return named and (joined or self._has_unit(place))

    def _is_the_one_version(self, place: int) -> bool:
        """ "Python 3.11 is the minimum version" tells a value before its verb."""
        before = self._before(place)
        if before is None or self._found[before].cue != "technology":
            return False
        rest = self._found[place + 1 : self._end]
        return rest[0].role == "copula" and any(one.word.key in ONE_VERSION for one in rest)

    def _is_value_after_verb(self, place: int) -> bool:
        before = self._before(place)
        if before is None:
            return False
        found = self._found[before]
        if found.role == "copula":
            return not self._names_by_number(before)
        if self._found[place - 1].word.key == "the":
            return False
        if self._has_unit(place):
            return True
        if found.role == "preposition" and self._stands_after_copula(before):
            return True
        if found.cue == "month":
            return self._is_value_after_verb(before)
        if found.word.sort == "name" and found.word.spelled:
            return self._is_used(before) and found.word.key not in _NUMBERED_THINGS
        return found.cue in _VALUE_CUES or found.cue == "value preposition"

    def _is_used(self, place: int) -> bool:
        """ "Uses Node 18": what is used under a name has versions."""
        before = self._before(place)
        return before is not None and self._found[before].word.key in _USING

    def _stands_after_copula(self, place: int) -> bool:
        before = self._before(place)
        return before is not None and self._found[before].role == "copula"

    def _names_by_number(self, copula: int) -> bool:
        """Whether what is said to be a number is itself a kind of name: "the order id is 17"."""
        subject = self._found[self._start : copula]
        return any(
            one.cue == "naming noun" and one.role == "content" for one in subject
        ) and not any(one.word.sort == "number" for one in subject)
