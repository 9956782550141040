"""Topic keys: small integers that two statements about the same matter share.

An index over them finds the few stored statements that are worth comparing. They must survive
what a contradiction changes (a negation, a number, a day, one word), so a key is made from two
content words, and what a contradiction changes is left out of it. What a contradiction never
changes is a label: "project 5" and "project 6" share no key at all.
"""

from functools import lru_cache
from hashlib import blake2b
from itertools import combinations, pairwise

from holdfast.memories.rules.reading import read
from holdfast.memories.rules.vocabulary import CLOSED_SETS, word_set
from holdfast.memories.rules.words import Sort, Word, stem, stem_set

TOPIC_KEYS_MAX = 7
TELLING_WORDS = 4
TEXT_READ_CHARS = 2000
TOKENS_READ_MAX = 120
LONG_WORD = 12
TEXTS_KEPT = 1024
WORDS_KEPT = 32768

_CHANGE_VERBS = stem_set("switch migrate change upgrade relocate replace rename downgrade convert")
_LINKS = word_set("to from by of with than instead")
_SAME_TOPIC = dict.fromkeys(map(stem, ("move", "base", "locate")), stem("live"))
_COMMON_VERBS = stem_set("like use prefer have want need live work get go make can must")
_SKIPPED = _CHANGE_VERBS | _LINKS
_MASK = (1 << 64) - 1
# Odd, so that no bit of a word is lost when the order of two words is told apart.
_SPREAD = 0x9E3779B97F4A7C15


def topic_keys(text: str, detail_subject: tuple[str, str] | None = None) -> tuple[int, ...]:
    """At most seven keys: one for subject and attribute, the others for pairs of telling words."""
    keys = _keys_of_words(text[:TEXT_READ_CHARS])
    if detail_subject is None:
        return keys
    return (_signed(_number_of(_subject_name(*detail_subject))), *keys)


def _subject_name(subject: str, attribute: str) -> str:
    return f"{' '.join(subject.casefold().split())}\n{' '.join(attribute.casefold().split())}"


@lru_cache(maxsize=TEXTS_KEPT)
def _keys_of_words(text: str) -> tuple[int, ...]:
    """Pairs; a text of two words also by each of them, because one of the two may change."""
    labels = 0
    if not text.isascii() and _is_written_without_spaces(text):
        words = _bigrams(text)
    else:
        reading = read(text)
        words = _telling_words(reading.words[:TOKENS_READ_MAX])
        labels = _number_of(" ".join(reading.labels)) if reading.labels else 0
    numbers = [_number_of(word) for word in words]
    keys = [(first * _SPREAD + second) & _MASK for first, second in combinations(numbers, 2)]
    if len(numbers) <= 2:
        keys += numbers
    return tuple([_signed(key ^ labels) for key in keys])


def _signed(number: int) -> int:
    return number - (1 << 63)


@lru_cache(maxsize=WORDS_KEPT)
def _number_of(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def _telling_words(words: tuple[Word, ...]) -> list[str]:
    """The most telling content words, in a fixed order."""
    weights: dict[str, int] = {}
    for word in words:
        name, weight = _weighed(word.key, word.sort)
        if weight > weights.get(name, -1):
            weights[name] = weight
    ranked = sorted([(-weight, word) for word, weight in weights.items()])
    return sorted([word for _, word in ranked[:TELLING_WORDS]])


@lru_cache(maxsize=WORDS_KEPT)
def _weighed(key: str, sort: Sort) -> tuple[str, int]:
    """The name of a word among the topics, and how telling it is: below zero if not at all."""
    if sort in ("number", "label") or key in _SKIPPED:
        return "", -1
    if sort == "closed":
        return f"~{CLOSED_SETS[key]}", 0
    name = _SAME_TOPIC.get(key, key)
    if name in _COMMON_VERBS:
        return name, 1
    weight = min(len(name), LONG_WORD)
    return name, weight + LONG_WORD if sort == "name" else weight


def _is_written_without_spaces(text: str) -> bool:
    longest = max((len(part) for part in text.split()), default=0)
    return longest * 2 > len(text.strip()) and any(
        "\u2e80" <= letter <= "\ufaff" for letter in text
    )


def _bigrams(text: str) -> list[str]:
    letters = [letter for letter in text if letter.isalnum()][:TOKENS_READ_MAX]
    pairs = {first + second for first, second in pairwise(letters)}
    return sorted(sorted(pairs or set(letters), key=_number_of)[:TELLING_WORDS])
