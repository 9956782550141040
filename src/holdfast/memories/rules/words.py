"""English words as the memory rules see them: stems, polarity, numbers, closed sets.

Each spelled word is looked up once into a `Lexeme`, which says what it contributes whatever its
neighbours are. Words in other languages pass through whole.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from holdfast.memories.rules.technologies import KNOWN_ALIASES
from holdfast.memories.rules.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    CHANGE_MARKERS,
    CLOSED_FORMS,
    CLOSED_ONLY_WITH_CAPITAL,
    CLOSED_SETS,
    CONTRACTED_NOT,
    COPULAS,
    DETERMINERS,
    HEDGES,
    IRREGULAR,
    MAGNITUDES,
    NAMING_NOUNS,
    NEGATIONS,
    NOT_ADVERBS,
    NOT_PAST,
    NUMBER_WORDS,
    OPPOSITES,
    ORDINALS,
    PAST_AUXILIARIES,
    PAST_FORMS,
    PERSONS,
    PREPOSITIONS,
    PRESENT_AUXILIARIES,
    PRONOUN_WITH_IS,
    QUALITIES,
    QUALITY_ENDINGS,
    QUESTION_STARTS,
    RESULT_VERBS,
    STOP_WORDS,
    STOPPING,
    SYNONYMS,
    UNITS,
    VALUE_NOUNS,
    VALUE_PREPOSITIONS,
    VALUE_VERBS,
    VERBS,
    VERBS_AFTER_PRONOUN,
    word_set,
)

Sort = Literal["number", "label", "letter", "closed", "name", "word", "quality"]
Tense = Literal["", "past", "present", "ended", "result"]
Cue = Literal[
    "",
    "value noun",
    "naming noun",
    "value verb",
    "verb",
    "verb after pronoun",
    "value preposition",
    "technology",
    "unit",
    "month",
]

WORDS_KEPT = 32768
WORD_LENGTH_KEPT = 64

# A cheap look for a word of a phrase spares most texts the search for the phrases themselves.
_PHRASE_WORDS = word_set(
    "longer longer, more more. more, days days, forward forward, all all. all, used unable rather"
    " fail fails failed gave gives amazon vs visual"
)
_PHRASE_TOKENS = {
    "no longer": "nolonger",
    "from now on": "fromnowon",
    "anymore": "anymore",
    "any more": "anymore",
    "not any more": "nolonger",
    "as of": "asof",
    "these days": "nowadays",
    "going forward": "fromnowon",
    "at all": "",
    "used to": "usedto",
    "fail to": "failsto",
    "fails to": "failsto",
    "failed to": "failsto",
    "unable to": "can unableto",
    "is unable to": "can unableto",
    "are unable to": "can unableto",
    "rather than": "instead of",
    "gave up": "stopped",
    "gives up": "stopped",
    "amazon web services": "aws",
    "vs code": "vscode",
    "visual studio code": "vscode",
}
_PHRASES = re.compile(
    r"\b(no longer|from now on|any ?more\b|not any more|as of|these days|going forward|at all"
    r"|(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!get )used to"
    r"|fail(?:s|ed)? to|(?:is |are )?unable to|rather than|gave up|gives up"
    r"|amazon web services|vs code|visual studio code)\b",
    re.IGNORECASE,
)
TOKEN = re.compile(
    r"(?:(?<!\S)-{1,2}|[#@$€£]|(?<!\S)[./~]+)?(?:\d{1,3}(?:,\d{3})+(?!\d)|\w+)(?:[.'/:@#+\-]+\w+)*(?:\+\+|#(?!\w)|%)?"
    r"|[<>]=?|[!=]=|:(?=\s)|[.!?](?=\s)|[\u2190-\u2bff\U0001f000-\U0001faff]"
)
_NUMBER = re.compile(r"([$€£]?)v?(\d[\d,]*(?:[.:/\-]\d+)*)([a-z%]*)")
# Numbers that are always a name: zero-padded ones, and long ones that nobody counts up to.
_SERIAL = re.compile(r"0\d+|.*\d{6}.*")
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=WORDS_KEPT)
def stem(word: str) -> str:
    """The part that the forms of a regular English word share: `likes`, `liking` -> `lik`."""
    word = IRREGULAR.get(word, word)
    if len(word) < 3 or not word.isascii():
        return word
    word = _without_plural(word)
    word = _without_verb_ending(word)
    if word.endswith("e") and len(word) > 2:
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in _VOWELS:
        word = word[:-1]
    return word


def _without_plural(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_verb_ending(word: str) -> str:
    if len(word) > 4 and word.endswith("ied"):
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        if not word.endswith(ending):
            continue
        rest = word[: -len(ending)]
        if len(rest) >= 2 and any(letter in _VOWELS for letter in rest):
            return rest
    return word


def stem_set(words: str) -> frozenset[str]:
    """The stems of a line of words."""
    return frozenset(map(stem, words.split()))


_SYNONYM_STEMS = {stem(word): stem(meaning) for word, meaning in SYNONYMS.items()}


class Word(NamedTuple):
    """A content word: its key is equal for words that say the same.

    A capitalised word keeps its spelling too: William and Williams share a stem, not a person.
    """

    key: str
    sort: Sort
    spelled: str = ""
    preposition: str = ""
    after_copula: bool = False
    determined: bool = False


class Lexeme(NamedTuple):
    """What one spelled word contributes, whatever its neighbours are."""

    role: str
    word: Word
    follows: str = ""
    cue: Cue = ""
    tense: Tense = ""
    asks: bool = False
    is_verb: bool = False
    is_numbered: bool = False
    is_serial: bool = False
    ends_copula: bool = False
    person: str = ""
    determines: bool = False

    @property
    def may_have_letter(self) -> bool:
        """Whether a capital letter behind it belongs to it: "team A", and not "uses C"."""
        return self.role == "stop" or (self.role == "content" and not self.is_verb)


_ROLES: dict[str, str] = (
    dict.fromkeys(STOP_WORDS, "stop")
    | dict.fromkeys(ARTICLES, "article")
    | dict.fromkeys(PREPOSITIONS, "preposition")
    | dict.fromkeys(AUXILIARIES, "auxiliary")
    | dict.fromkeys(COPULAS, "copula")
    | dict.fromkeys(HEDGES, "hedge")
    | dict.fromkeys(CHANGE_MARKERS, "change")
    | dict.fromkeys(NEGATIONS, "negation")
    | dict.fromkeys(STOPPING, "stopping")
    | {":": "colon", ".": "end", "!": "end", "?": "end", "nolonger": "ended", "usedto": "ended"}
)
_CUE_TABLES: list[tuple[Cue, Iterable[str]]] = [
    ("value preposition", VALUE_PREPOSITIONS),
    ("unit", UNITS),
    ("verb after pronoun", VERBS_AFTER_PRONOUN),
    ("verb", VERBS),
    ("value verb", VALUE_VERBS),
    ("naming noun", NAMING_NOUNS),
    ("value noun", VALUE_NOUNS),
]
_CUES: dict[str, Cue] = {word: cue for cue, table in _CUE_TABLES for word in table}
_TENSE_TABLES: list[tuple[Tense, Iterable[str]]] = [
    ("ended", PAST_FORMS),
    ("present", PRESENT_AUXILIARIES),
    ("past", PAST_AUXILIARIES),
    ("result", RESULT_VERBS),
]
_TENSES: dict[str, Tense] = {word: tense for tense, table in _TENSE_TABLES for word in table}
_CONTRACTED_TAILS = ("s", "re", "m", "ll", "ve", "d", "")


def lexemes(text: str) -> list[Lexeme]:
    """The words of a text, looked up, with fixed phrases joined and contractions taken apart."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    lower = text.lower()
    if "from now" in lower or "as of" in lower or not _PHRASE_WORDS.isdisjoint(lower.split()):
        text = _PHRASES.sub(_phrase_token, text)
    found: list[Lexeme] = []
    starts_sentence = True
    for part in text.split():
        look_up = _kept if len(part) <= WORD_LENGTH_KEPT else _lexemes_of
        found += look_up(part, starts_sentence)
        starts_sentence = part[-1] in ".!?"
    return found


def _phrase_token(match: re.Match[str]) -> str:
    return _PHRASE_TOKENS[match.group(1).lower()]


def _lexemes_of(part: str, starts_sentence: bool) -> tuple[Lexeme, ...]:
    """What stands between two spaces: mostly one word, with the full stop that ends it."""
    if part.isalpha() and part.isascii() and part.lower() != "cannot":
        return (_lexeme(part, starts_sentence),)
    found: list[Lexeme] = []
    for token in TOKEN.findall(f"{part} "):
        if "'" in token:
            found += _contraction(token, starts_sentence)
        elif token.lower() == "cannot":
            found += (_lexeme("can", False), _lexeme("not", False))
        else:
            found.append(_lexeme(token, starts_sentence))
        starts_sentence = False
    return tuple(found)


_kept = lru_cache(maxsize=WORDS_KEPT)(_lexemes_of)


def _contraction(token: str, starts_sentence: bool) -> list[Lexeme]:
    base, _, tail = token.rpartition("'")
    if tail.lower() == "t" and base[-1:].lower() == "n":
        stump = base[:-1]
        verb = _lexeme(CONTRACTED_NOT.get(stump.lower(), stump) or "not", starts_sentence)
        return [verb._replace(asks=False), _lexeme("not", False)]
    if tail.lower() not in _CONTRACTED_TAILS or not base:
        return [_lexeme(token, starts_sentence)]
    is_verb = base.lower() in PRONOUN_WITH_IS
    return [_lexeme(base, starts_sentence), _AS_COPULA if is_verb else _AS_ARTICLE]


def _lexeme(token: str, starts_sentence: bool) -> Lexeme:
    """Look one token up; its spelling says nearly everything about it."""
    lower = token.lower()
    found = _content_lexeme(token, lower, starts_sentence)
    tense = _TENSES.get(lower, "")
    if not tense and lower.endswith("ed") and lower not in NOT_PAST:
        tense = "ended"
    cue = found.cue or _CUES.get(lower, "")
    is_verb = found.role in ("copula", "auxiliary") or cue in ("verb", "value verb")
    return found._replace(
        tense=tense,
        cue=cue,
        is_verb=is_verb or tense in ("past", "present"),
        is_numbered=found.word.sort in ("number", "letter"),
        asks=lower in QUESTION_STARTS,
        ends_copula=token.endswith("ing"),
        person=PERSONS.get(lower, "") if found.role in ("stop", "content") else "",
        determines=lower in DETERMINERS and found.role == "stop",
    )


def _content_lexeme(token: str, lower: str, starts_sentence: bool) -> Lexeme:
    if _is_letter(token) and not (starts_sentence and token == "A"):
        return _content(lower, "letter")
    role = _ROLES.get(lower)
    if role is not None and not _is_name_after_all(token, lower):
        return Lexeme(role, Word(lower, "word"))
    if lower in OPPOSITES:
        return Lexeme("opposite", Word(stem(OPPOSITES[lower]), "word"))
    return _number(lower) or _closed(token, lower) or _ordinary(token, lower, starts_sentence)


def _content(key: str, sort: Sort, spelled: str = "") -> Lexeme:
    return Lexeme("content", Word(key, sort, spelled))


def _is_letter(token: str) -> bool:
    """Team A and team B are two teams; "I" is nearly always the speaker."""
    return len(token) == 1 and "A" <= token <= "Z" and token != "I"


def _is_name_after_all(token: str, lower: str) -> bool:
    """`May` is a month, `US` a country and `IT` a trade."""
    if lower in CLOSED_ONLY_WITH_CAPITAL:
        return _capital(token)
    return lower in ("us", "it") and token.isupper()


def _capital(token: str) -> bool:
    return token[0].isupper()


def _number(lower: str) -> Lexeme | None:
    if lower in NUMBER_WORDS:
        return _content(NUMBER_WORDS[lower], "number")
    match = _NUMBER.fullmatch(lower)
    if match is None:
        return _content(UNITS[lower], "word") if lower in UNITS else None
    currency, digits, suffix = match.groups()
    value = currency + digits.replace(",", "")
    if suffix in MAGNITUDES:
        value += suffix
    elif suffix and suffix not in ORDINALS and suffix not in UNITS:
        return None
    return Lexeme(
        "content",
        Word(value, "number"),
        follows="" if suffix in MAGNITUDES else UNITS.get(suffix, ""),
        is_serial=not currency and _SERIAL.fullmatch(digits) is not None,
    )


def _closed(token: str, lower: str) -> Lexeme | None:
    if lower not in CLOSED_FORMS:
        return None
    if lower in CLOSED_ONLY_WITH_CAPITAL and not _capital(token):
        return None
    key = CLOSED_FORMS[lower]
    cue: Cue = "month" if CLOSED_SETS[key] == "month" else ""
    return Lexeme("content", Word(key, "closed"), cue=cue)


def _ordinary(token: str, lower: str, starts_sentence: bool) -> Lexeme:
    alias = KNOWN_ALIASES.get(lower)
    if alias is not None:
        return Lexeme("content", Word(alias.casefold(), "name"), cue="technology")
    if not lower.isalpha() and not _is_hyphenated(lower):
        plain = token.isupper() or (starts_sentence and token[1:].islower())
        return _content(lower if plain else token, "name")
    if token[1:] != lower[1:] and not token.isupper():
        return _content(token, "name")
    spelled = lower if _capital(token) else ""
    if spelled and (not starts_sentence or token.isupper()):
        return _content(stem(lower), "name", spelled)
    if lower.endswith("ly") and len(lower) > 4 and lower not in NOT_ADVERBS:
        return Lexeme("modifier", Word(lower, "word"))
    return _common(lower, spelled)


def _common(lower: str, spelled: str) -> Lexeme:
    root = stem(lower)
    sort: Sort = "quality" if lower in QUALITIES or lower.endswith(QUALITY_ENDINGS) else "word"
    if root in _SYNONYM_STEMS:
        return _content(_SYNONYM_STEMS[root], sort)
    return _content(root, sort, spelled)


def _is_hyphenated(lower: str) -> bool:
    return lower.replace("-", "").isalpha() and lower[0] != "-"


_AS_COPULA = Lexeme("copula", Word("is", "word"), is_verb=True)
_AS_ARTICLE = Lexeme("article", Word("a", "word"))
