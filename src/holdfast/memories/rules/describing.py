"""Which words of a description a memory must hold to fit it."""

import re

from holdfast.memories.rules.vocabulary import ARTICLES, COPULAS, PREPOSITIONS, STOP_WORDS

DESCRIPTION_WORDS_MAX = 24
_SAYS_NOTHING = STOP_WORDS | ARTICLES | COPULAS | PREPOSITIONS
_WORD = re.compile(r"\w+")


def described_words(description: str) -> tuple[str, ...]:
    """Its telling words; all of them when none tells anything."""
    every = [word.casefold() for word in _WORD.findall(description)]
    telling = [word for word in every if word not in _SAYS_NOTHING]
    return tuple(dict.fromkeys(telling or every))[:DESCRIPTION_WORDS_MAX]
