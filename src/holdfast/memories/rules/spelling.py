"""What the readings of two texts lose and sameness needs: symbols, and exact spellings."""

import re

from holdfast.memories.rules.words import TOKEN

# A mark at the end of a word belongs to the sentence; one that stands alone is what is told.
_SENTENCE_MARKS = re.compile(r"(?<=[^\s,;:.!?…])[,;:.!?…]+(?=\s|$)|[。、！？।۔]")
_LONE_DASH = re.compile(r"(?<!\S)[-–—](?!\S)")
_SPELLED_OUT = re.compile(r"\b(?:called|named)\s+[\"'`]?([\w.\-]+)|`([^`]*)`", re.IGNORECASE)
_PLAIN_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")


def spelled_alike(old: str, new: str) -> bool:
    """Whether two texts of equal words are equal in symbols, and in words that are names."""
    return _symbols(old) == _symbols(new) and _spelled_out(old) == _spelled_out(new)


def _symbols(text: str) -> str:
    without_marks = _SENTENCE_MARKS.sub("", text.translate(_PLAIN_QUOTES))
    return "".join(TOKEN.sub(" ", _LONE_DASH.sub("", without_marks)).split())


def _spelled_out(text: str) -> list[str]:
    """The word after "called" or "named", and what stands between backticks."""
    return ["".join(found).rstrip(".").casefold() for found in _SPELLED_OUT.findall(text)]
