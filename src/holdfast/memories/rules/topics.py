"""Topic keys: small integers that two statements about the same matter share.

An index over them finds the few stored statements that are worth comparing. They must survive
what a contradiction changes (a negation, a number, a day, one word), so a key is made from two
content words, and what a contradiction changes is left out of it.
"""

from hashlib import blake2b
from itertools import combinations, pairwise

from holdfast.memories.rules.words import (
    CLOSED_SETS,
    Lexeme,
    lexeme,
    stem,
    stem_set,
    tokens,
    word_set,
)

TOPIC_KEYS_MAX = 7
TELLING_WORDS = 4
TEXT_READ_CHARS = 2000
TOKENS_READ_MAX = 120
LONG_WORD = 12

_CHANGE_VERBS = stem_set("switch migrate change upgrade relocate replace rename downgrade convert")
_LINKS = word_set("to from by of with than instead")
_SAME_TOPIC = dict.fromkeys(map(stem, ("move", "base", "locate")), stem("live"))
_COMMON_VERBS = stem_set("like use prefer have want need live work get go make can must")
_CONTENT_ROLES = frozenset({"content", "opposite", "hedge"})


def topic_keys(text: str, detail_subject: tuple[str, str] | None = None) -> tuple[int, ...]:
    """At most seven keys: one for subject and attribute, the others for pairs of telling words."""
    names = [] if detail_subject is None else [_subject_name(*detail_subject)]
    names += _names(_telling_words(text[:TEXT_READ_CHARS]))
    return tuple(_key(name) for name in names)


def _subject_name(subject: str, attribute: str) -> str:
    return f"{' '.join(subject.casefold().split())}\n{' '.join(attribute.casefold().split())}"


def _names(words: list[str]) -> list[str]:
    """Pairs; a text of two words also by each of them, because one of the two may change."""
    if len(words) > 2:
        return [f"{first} {second}" for first, second in combinations(words, 2)]
    pair = [" ".join(words)] if len(words) == 2 else []
    return pair + words


def _key(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _telling_words(text: str) -> list[str]:
    """The most telling content words, in a fixed order."""
    if not text.isascii() and _is_written_without_spaces(text):
        return _bigrams(text)
    weights: dict[str, int] = {}
    starts_sentence = True
    for token in tokens(text)[:TOKENS_READ_MAX]:
        found = lexeme(token, starts_sentence)
        starts_sentence = found.role == "end"
        if found.role in _CONTENT_ROLES and found.sort != "number" and found.key not in _LINKS:
            _weigh(found, token, weights)
    ranked = sorted(weights, key=lambda word: (-weights[word], word))
    return sorted(ranked[:TELLING_WORDS])


def _weigh(found: Lexeme, token: str, weights: dict[str, int]) -> None:
    if found.sort == "closed":
        weights.setdefault(f"~{CLOSED_SETS[found.key]}", 0)
        return
    if found.key in _CHANGE_VERBS:
        return
    word = _SAME_TOPIC.get(found.key, found.key)
    weight = min(len(word), LONG_WORD)
    if found.sort == "name":
        weight += LONG_WORD
    if word in _COMMON_VERBS:
        weight = 1
    weights[word] = max(weight, weights.get(word, 0))


def _is_written_without_spaces(text: str) -> bool:
    longest = max((len(part) for part in text.split()), default=0)
    return longest * 2 > len(text.strip()) and any(
        "\u2e80" <= letter <= "\ufaff" for letter in text
    )


def _bigrams(text: str) -> list[str]:
    letters = [letter for letter in text if letter.isalnum()][:TOKENS_READ_MAX]
    pairs = {first + second for first, second in pairwise(letters)}
    return sorted(sorted(pairs or set(letters), key=_key)[:TELLING_WORDS])
