"""Stored text on a screen: what could steer a terminal or hide in a line is spelt out."""

import re

# Control characters; separators that break lines; marks that turn the direction of what follows;
# lone surrogates; the invisible tag alphabet. Joiners inside words and emoji stay as they are.
_STEERING = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    "\U000e0000-\U000e007f"
)
_HIDDEN = re.compile(f"[{_STEERING}]")
_HIDDEN_OR_BREAK = re.compile(f"[{_STEERING}\t\n]")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def visible(text: str, *, lines: bool = False) -> str:
    """The text with such characters escaped; with `lines`, line breaks and tabs stay."""
    return (_HIDDEN if lines else _HIDDEN_OR_BREAK).sub(_spelt, text)


def _spelt(match: re.Match[str]) -> str:
    character = match[0]
    if character in _SHORT:
        return _SHORT[character]
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
