"""What a text must be to be stored, and the form in which two texts are compared.

A stored text stays as it was given. Only the normal form, which nobody sees, is changed.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from holdfast.governance.redaction import INVISIBLE
from holdfast.kernel.errors import InvalidInput

TEXT_BYTES_MAX = 65_536
DEPTH_MAX = 32

_Container = dict[object, object] | list[object] | tuple[object, ...]

_VISIBLE = re.compile(f"[^\\s\\x00-\\x1f\\x7f-\\x9f\u2800{INVISIBLE}]")
# A joiner or a selector between two characters beyond ASCII carries meaning: emoji families,
# Persian and Indic spelling. So do the tags after a black flag: they tell Scotland from Wales.
_MEANINGFUL = r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])"
_FLAG = "\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{2,6}\U000e007f"
_INVISIBLE = re.compile(f"({_FLAG}|{_MEANINGFUL})|[{INVISIBLE}]")
_FULL_WIDTH = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
# A word that is more than its letters: an acronym, a number, a name in code. Longer words in
# capitals are only loud.
_EXACT = re.compile(r"[0-9_]|[a-z][A-Z]|(?<![A-Za-z])[A-Z]{2,5}(?![A-Z])")
_LOWER_CASE = re.compile("[a-z]")
_END_MARKS = " .!\u3002\u0964\u06d4"


def clean(text: str, *, field: str = "text", bytes_max: int = TEXT_BYTES_MAX) -> str:
    """The same text, once it is known that it can be stored faithfully."""
    if not isinstance(text, str):
        raise InvalidInput("field_invalid", f"{field} is not a text.", hint="Pass a str.")
    size = _bytes_of(text, field)
    if size > bytes_max:
        raise InvalidInput(
            "text_too_long",
            f"{field} has {size:,} bytes and the limit is {bytes_max:,}.",
            hint="Split it, or keep the long form in a file and remember where it is.",
            bytes=size,
            bytes_max=bytes_max,
        )
    if "\x00" in text:
        raise InvalidInput(
            "text_not_unicode",
            f"{field} holds a NUL at character {text.index(chr(0))}.",
            hint="Remove it; a NUL usually means that binary data was read as text.",
        )
    if not _VISIBLE.search(text):
        raise InvalidInput(
            "text_empty",
            f"{field} has no visible character.",
            hint="Say what is to be kept, in a sentence.",
        )
    return text


def _bytes_of(text: str, field: str) -> int:
    if text.isascii():
        return len(text)
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        place = error.start
    # Raised outside the handler: the encoder's error carries the whole text into every traceback.
    raise InvalidInput(
        "text_not_unicode",
        f"{field} holds a lone surrogate at character {place}.",
        hint="Decode the input as UTF-8, with errors='replace' if it is damaged.",
    )


def plain(text: str) -> str:
    """The text as it reads: compatible forms made equal, characters that cannot be seen removed."""
    if text.isascii():
        return text
    return _INVISIBLE.sub(r"\1", unicodedata.normalize("NFKC", text))


def normal_form(text: str) -> str:
    """What two texts have in common that say the same; for comparing, never for showing."""
    if not text.isascii():
        # Folding case can undo the normal form, and removing a character can bring two others
        # together that compose; the second round settles both.
        text = _composed(_folded(_composed(text)))
    joined = _folded(text)
    # A text of end marks alone keeps them, or all such texts would be the same.
    return joined.rstrip(_END_MARKS) or joined


def _composed(text: str) -> str:
    """Canonical forms made equal, and the full width; "n²" and "n2" stay two texts."""
    narrow = _INVISIBLE.sub(r"\1", text).translate(_FULL_WIDTH)
    return unicodedata.normalize("NFC", narrow)


def _folded(text: str) -> str:
    """Without case, except where it tells words apart; a text in capitals alone is only loud."""
    if _LOWER_CASE.search(text) is None:
        return " ".join(text.casefold().split())
    words = text.split()
    return " ".join([word if _EXACT.search(word) else word.casefold() for word in words])


def fingerprint(text: str) -> str:
    """Equal for texts with the same normal form."""
    return hashlib.blake2b(normal_form(text).encode(), digest_size=16).hexdigest()


def check_depth(value: object, *, field: str, depth_max: int = DEPTH_MAX) -> None:
    """Refuse lists and objects that are nested deeper than `depth_max`."""
    level = _containers((value,))
    for _ in range(depth_max):
        # Once each: an object that holds itself twice would double on every level.
        level = list({id(inner): inner for outer in level for inner in _inside(outer)}.values())
        if not level:
            return
    raise InvalidInput(
        "detail_invalid",
        f"{field} is nested deeper than {depth_max} levels.",
        hint="Flatten it, or store the deep part as text.",
    )


def _inside(outer: _Container) -> list[_Container]:
    return _containers(outer.values() if isinstance(outer, dict) else outer)


def _containers(values: Iterable[object]) -> list[_Container]:
    return [value for value in values if isinstance(value, dict | list | tuple)]
