"""A text as the memory rules read it: its content words in order, and what stands around them.

Apart from the words goes what changes the meaning without changing the topic: negations, "now",
"if", the past tense. Texts in other languages pass through whole: they are equal or they are
different, and no rule pretends to understand them.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from holdfast.memories.rules.numbers import value_places
from holdfast.memories.rules.vocabulary import FORM_FIELDS
from holdfast.memories.rules.words import Lexeme, Word, lexemes, stem

READINGS_KEPT = 4096

_HAVE = stem("have")
_FORM_FIELD_KEYS = frozenset(map(stem, FORM_FIELDS))
_SEEN_THROUGH = frozenset({"not", "now", "also", "still", "always", "never"})
_NO_MODIFIERS: frozenset[str] = frozenset()


class Reading(NamedTuple):
    """A text as the rules see it.

    The labels are what its things are numbered or lettered with; the persons are whom or what its
    pronouns mean, without the user as the subject of the text, which may as well go unsaid.
    """

    words: tuple[Word, ...]
    keys: tuple[str, ...]
    labels: tuple[str, ...]
    negations: tuple[int, ...]
    modifiers: frozenset[str]
    changed: bool
    instead_at: int | None
    hedged: bool
    past: bool
    question: bool
    verb_at: int | None
    persons: tuple[str, ...]


@lru_cache(maxsize=READINGS_KEPT)
def read(text: str) -> Reading:
    """Read a text of ordinary length; callers keep long ones away from the cache."""
    return _Reader(lexemes(text)).reading(ends_as_question=text.rstrip().endswith("?"))


class _Reader:
    """Collects a reading; one method for each role, except the two that most words have."""

    _preposition = ""
    _copula = False
    _determined = False
    _changed = False
    _hedged = False

    def __init__(self, found: Sequence[Lexeme]) -> None:
        self._found = found
        self._words: list[Word] = []
        self._labels: list[str] = []
        self._negations: list[int] = []
        self._modifiers: list[str] = []
        self._persons: list[str] = []
        self._tenses: set[str] = set()
        self._values: frozenset[int] | None = None
        self._instead_at: int | None = None
        self._verb_at: int | None = None

    def reading(self, *, ends_as_question: bool) -> Reading:
        for place, lexeme in enumerate(self._found):
            if lexeme.tense:
                self._note_tense(place, lexeme)
            if lexeme.is_verb and self._verb_at is None:
                self._verb_at = len(self._words)
            if lexeme.person and not self._is_left_out(place, lexeme):
                self._persons.append(lexeme.person)
            if lexeme.role == "content":
                if lexeme.is_numbered or self._preposition or self._copula or self._determined:
                    self._take_content(place, lexeme)
                else:
                    self._words.append(lexeme.word)
            elif lexeme.role == "stop":
                self._determined = self._determined or lexeme.determines
            else:
                _TAKERS[lexeme.role](self, lexeme)
        keys = tuple([word.key for word in self._words])
        return Reading(
            words=tuple(self._words),
            keys=keys,
            labels=tuple(self._labels),
            negations=tuple(self._negations),
            modifiers=frozenset(self._modifiers) if self._modifiers else _NO_MODIFIERS,
            changed=self._changed,
            instead_at=self._instead_at,
            hedged=self._hedged,
            past=self._in_the_past(),
            question=ends_as_question or (bool(self._found) and self._found[0].asks),
            verb_at=self._verb_at,
            persons=tuple(self._persons),
        )

    def _is_left_out(self, place: int, lexeme: Lexeme) -> bool:
        """ "I like tea", "the user likes tea" and "likes tea" are of one person."""
        if lexeme.word.key not in ("i", "user") or any(one.person for one in self._found[:place]):
            return False
        owns = place + 1 < len(self._found) and self._found[place + 1].role == "article"
        return not self._words and not owns

    def _note_tense(self, place: int, lexeme: Lexeme) -> None:
        if lexeme.tense != "ended" or not self._is_participle(place):
            self._tenses.add(lexeme.tense)

    def _is_participle(self, place: int) -> bool:
        """ "Is cached", "has not changed": the form of the past, and not the past."""
        for lexeme in reversed(self._found[:place]):
            if lexeme.word.key not in _SEEN_THROUGH:
                return lexeme.role == "copula" or lexeme.word.key == _HAVE
        return False

    def _in_the_past(self) -> bool:
        """An "-ed" beside "is" is an adjective: "the supported version is 15"."""
        told = self._tenses
        return "result" not in told and (
            "past" in told or ("ended" in told and "present" not in told)
        )

    def _take_content(self, place: int, lexeme: Lexeme) -> None:
        word = self._numbered(place, lexeme.word) if lexeme.is_numbered else lexeme.word
        self._add(word, lexeme)
        if lexeme.follows:
            self._add(Word(lexeme.follows, "word"), lexeme)

    def _numbered(self, place: int, word: Word) -> Word:
        """A number is a value or a label; a letter is one after the word that it belongs to."""
        if self._values is None:
            self._values = value_places(self._found)
        if place in self._values:
            return word
        if word.sort == "letter" and (place == 0 or not self._found[place - 1].may_have_letter):
            return Word(word.key, "name")
        self._labels.append(word.key)
        return Word(word.key, "label")

    def _add(self, word: Word, lexeme: Lexeme) -> None:
        if self._preposition or self._copula or self._determined:
            after_copula = self._copula and not lexeme.ends_copula
            word = Word(
                word.key,
                word.sort,
                word.spelled,
                self._preposition,
                after_copula,
                self._determined,
            )
            self._preposition, self._copula, self._determined = "", False, False
        self._words.append(word)

    def _end(self, lexeme: Lexeme) -> None:
        self._preposition, self._copula, self._determined = "", False, False

    def _take_preposition(self, lexeme: Lexeme) -> None:
        self._preposition = lexeme.word.key

    def _take_copula(self, lexeme: Lexeme) -> None:
        self._copula = True
        self._determined = False

    def _take_colon(self, lexeme: Lexeme) -> None:
        """ "Default branch: main" says what the branch is; "Title: Dune" fills in a form."""
        alone = len(self._words) == 1 and self._words[0].key in _FORM_FIELD_KEYS
        self._copula = not alone

    def _take_article(self, lexeme: Lexeme) -> None:
        """ "Is a maintainer" does not say that there is no other."""
        self._copula = False
        self._determined = True

    def _pass_auxiliary(self, lexeme: Lexeme) -> None:
        """ "Does" adds nothing to the verb that it stands before."""

    def _negate(self, lexeme: Lexeme) -> None:
        self._negations.append(len(self._words))

    def _end_habit(self, lexeme: Lexeme) -> None:
        self._negate(lexeme)
        self._changed = True

    def _take_change(self, lexeme: Lexeme) -> None:
        self._changed = True
        if lexeme.word.key == "instead":
            self._instead_at = len(self._words)

    def _take_hedge(self, lexeme: Lexeme) -> None:
        self._hedged = True
        self._add(lexeme.word, lexeme)

    def _take_modifier(self, lexeme: Lexeme) -> None:
        self._modifiers.append(lexeme.word.key)

    def _take_opposite(self, lexeme: Lexeme) -> None:
        self._negate(lexeme)
        self._add(lexeme.word, lexeme)


_TAKERS: dict[str, Callable[[_Reader, Lexeme], None]] = {
    "auxiliary": _Reader._pass_auxiliary,
    "end": _Reader._end,
    "preposition": _Reader._take_preposition,
    "article": _Reader._take_article,
    "copula": _Reader._take_copula,
    "colon": _Reader._take_colon,
    "negation": _Reader._negate,
    "ended": _Reader._end_habit,
    "stopping": _Reader._end_habit,
    "change": _Reader._take_change,
    "hedge": _Reader._take_hedge,
    "modifier": _Reader._take_modifier,
    "opposite": _Reader._take_opposite,
}
