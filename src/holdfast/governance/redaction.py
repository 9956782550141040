"""Finds secrets and personal data in text and puts a named mark in their place.

Every detector starts from something cheap that its secret cannot be without (a literal, an `@`, a
long run of digits), so ordinary prose costs a few substring tests. Every repetition in a pattern
is bounded or possessive, so that hostile text cannot make the time grow faster than its length.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SORTS: tuple[str, ...] = (
    "private_key",
    "jwt",
    "anthropic_key",
    "openai_key",
    "aws_key",
    "github_token",
    "slack_token",
    "google_key",
    "stripe_key",
    "service_token",
    "url_credentials",
    "password",
    "generic_secret",
    "email",
    "iban",
    "card",
    "ssn",
    "phone",
)
ALL_SORTS = frozenset(SORTS)

# Characters that take no room on the screen: a secret split by them reads as one piece.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
_DASHES = "\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
_MARK = "[redacted:"
# A replaced secret can free the boundary of its neighbour: look again, but not for ever.
_PASSES_MAX = 6


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


@dataclass(frozen=True, slots=True)
class Redacted:
    """The text that may be kept, and the sorts that were taken out, in order of appearance."""

    text: str
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _View:
    """What the detectors read: the folded text and its lower-case twin of the same length."""

    text: str
    lower: str


_Hit = tuple[int, int, str]
_Detector = Callable[[_View], Iterator[_Hit]]


def redact(text: str, sorts: frozenset[str] = ALL_SORTS) -> Redacted:
    """Put `[redacted:<sort>]` in the place of every secret of the given sorts."""
    found: list[str] = []
    for _ in range(_PASSES_MAX):
        hits = _hits_in(text, sorts)
        if not hits:
            break
        found += [sort for _, _, sort in hits]
        text = _replaced(text, hits)
    return Redacted(text, tuple(dict.fromkeys(found)))


def redact_values(
    value: object, sorts: frozenset[str] = ALL_SORTS
) -> tuple[object, tuple[str, ...]]:
    """The same JSON-like value with every text in it redacted, keys included, and what was found.

    A text under a key such as `password` counts as that secret. The depth of the value must have
    been checked before.
    """
    found: list[str] = []
    return _walked(value, "", sorts, found), tuple(dict.fromkeys(found))


def _walked(value: object, key: str, sorts: frozenset[str], found: list[str]) -> object:
    if isinstance(value, str):
        return _noted(_redact_under(key, value, sorts), found)
    if isinstance(value, dict):
        return _walked_dict(value, sorts, found)
    if isinstance(value, list | tuple):
        items = (_walked(item, key, sorts, found) for item in value)
        return tuple(items) if isinstance(value, tuple) else list(items)
    if isinstance(value, int) and abs(value) >= 10**12:
        digits = redact(str(value), sorts)
        return _noted(digits, found) if digits.found else value
    return value


def _walked_dict(
    value: dict[object, object], sorts: frozenset[str], found: list[str]
) -> dict[object, object]:
    kept: dict[object, object] = {}
    for key, item in value.items():
        name = _noted(redact(key, sorts), found) if isinstance(key, str) else key
        kept[_unused(name, kept)] = _walked(item, key if isinstance(key, str) else "", sorts, found)
    return kept


def _unused(name: object, kept: dict[object, object]) -> object:
    # Two different e-mail keys become the same mark; neither entry may be lost by that.
    number, free = 1, name
    while free in kept:
        number += 1
        free = f"{name}#{number}"
    return free


def _noted(redacted: Redacted, found: list[str]) -> str:
    found += redacted.found
    return redacted.text


def _redact_under(key: str, value: str, sorts: frozenset[str]) -> Redacted:
    word = _SECRET_WORD.search(key.lower())
    if word is None or word.end() != len(key):
        return redact(value, sorts)
    sort = "password" if word["password"] else "generic_secret"
    secret = _is_password(value, "=") if word["password"] else _looks_secret(value)
    if sort in sorts and secret and not value.startswith(_MARK):
        return Redacted(f"{_MARK}{sort}]", (sort,))
    return redact(value, sorts)


# --- the folded copy, and the way back -----------------------------------------------------------

# Compatible forms of ASCII: wide, small, raised, lowered, circled and mathematical letters, odd
# spaces and dots; and the digits of every script.
_COMPATIBLE = (
    "\u00a0\u00aa\u00b2\u00b3\u00b9\u00ba\u1d2c-\u1d6a\u1680\u2000-\u200a\u2024-\u2026\u202f\u205f"
    "\u2070-\u209f\u2100-\u218f\u2460-\u24ff\u2776-\u2793\u3000\ufe50-\ufe6b\uff01-\uff5e"
    "\U0001d400-\U0001d7ff\U0001f100-\U0001f189\U0001fbf0-\U0001fbf9"
)
_FOLDABLE = re.compile(f"[{INVISIBLE}{_DASHES}{_COMPATIBLE}]|[^\\D0-9]")
_INVISIBLE_ONE = re.compile(f"[{INVISIBLE}]")
_DASH_ONE = re.compile(f"[{_DASHES}]")
_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def _hits_in(text: str, sorts: frozenset[str]) -> list[_Hit]:
    if text.isascii():
        return _merged(_found_in(_View(text, text.lower()), sorts))
    folded = _FOLDABLE.sub(_as_it_reads, text)
    lower = folded.lower()
    if len(lower) != len(folded):
        lower = folded.translate(_ASCII_LOWER)
    hits = _merged(_found_in(_View(folded, lower), sorts))
    if not hits or folded == text:
        return hits
    origin = _origin(text)
    return [(origin[start], origin[end - 1] + 1, sort) for start, end, sort in hits]


def _as_it_reads(match: re.Match[str]) -> str:
    char = match[0]
    if _INVISIBLE_ONE.match(char):
        return ""
    if _DASH_ONE.match(char):
        return "-"
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    return unicodedata.normalize("NFKC", char)


def _origin(text: str) -> list[int]:
    """For each character of the folded text, the place of the one that it came from."""
    origin: list[int] = []
    at = 0
    for match in _FOLDABLE.finditer(text):
        origin += range(at, match.start())
        origin += [match.start()] * len(_as_it_reads(match))
        at = match.end()
    origin += range(at, len(text))
    return origin


def _merged(hits: Iterator[_Hit]) -> list[_Hit]:
    """Hits that overlap become one under the name of the longest, so that no rest is left over."""
    merged: list[_Hit] = []
    longest = 0
    for start, end, sort in sorted(hits, key=lambda hit: (hit[0], -hit[1])):
        if merged and start < merged[-1][1]:
            first, last, name = merged[-1]
            name = sort if end - start > longest else name
            longest = max(longest, end - start)
            merged[-1] = (first, max(last, end), name)
        else:
            merged.append((start, end, sort))
            longest = end - start
    return merged


def _replaced(text: str, hits: list[_Hit]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end, sort in hits:
        pieces += (text[at:start], _MARK, sort, "]")
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def _found_in(view: _View, sorts: frozenset[str]) -> Iterator[_Hit]:
    yield from _tokens(view, sorts)
    yield from _private_keys(view, sorts)
    yield from _assigned(view, sorts)
    if "email" in sorts and "@" in view.text:
        yield from _emails(view)
    if _DIGIT_RUN.search(view.text):
        for sort, detector in _NUMBERS:
            if sort in sorts:
                yield from detector(view)


# --- secrets that carry their own name -----------------------------------------------------------


def _token(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{pattern})", re.ASCII)


# sort, lower-case literal that must be there, pattern
_TOKENS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("jwt", "eyj", _token(r"eyJ[\w-]{5,}+\.[\w-]{5,}+\.[\w-]*+(?:\.[\w-]++){0,2}")),
    ("anthropic_key", "sk-ant-", _token(r"sk-ant-[\w-]{10,}+")),
    (
        "openai_key",
        "sk-",
        _token(r"sk-(?!ant-)(?=[\w-]{0,64}[0-9]|[\w-]{0,24}[A-Za-z]{20})[\w-]{16,}+"),
    ),
    (
        "aws_key",
        "a",
        _token(r"(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ),
    ("github_token", "github_pat_", _token(r"github_pat_\w{20,}+")),
    ("github_token", "gh", _token(r"gh[pousr]_[A-Za-z0-9]{16,}+")),
    ("slack_token", "xox", _token(r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}+")),
    ("slack_token", "xapp-", _token(r"xapp-[A-Za-z0-9-]{10,}+")),
    ("slack_token", "hooks.slack.com", re.compile(r"(?<=hooks\.slack\.com/services/)[\w/]{20,}+")),
    ("google_key", "aiza", _token(r"AIza[\w-]{30,}+")),
    ("google_key", "gocspx-", _token(r"GOCSPX-[\w-]{20,}+")),
    ("google_key", "ya29.", _token(r"ya29\.[\w-]{20,}+")),
    ("stripe_key", "k_", _token(r"[rs]k_(?:live|test)_[A-Za-z0-9]{10,}+")),
    ("stripe_key", "whsec_", _token(r"whsec_[A-Za-z0-9+/=]{16,}+")),
    ("service_token", "glpat-", _token(r"glpat-[\w-]{16,}+")),
    ("service_token", "npm_", _token(r"npm_[A-Za-z0-9]{30,}+")),
    ("service_token", "pypi-", _token(r"pypi-AgE[\w-]{20,}+")),
    ("service_token", "hf_", _token(r"hf_[A-Za-z0-9]{30,}+")),
    ("service_token", "sg.", _token(r"SG\.[\w-]{16,}+\.[\w-]{16,}+")),
    ("service_token", "dop_v1_", _token(r"dop_v1_[a-f0-9]{32,}+")),
    ("service_token", "age-secret-key-", _token(r"AGE-SECRET-KEY-1[A-Z0-9]{40,}+")),
    (
        "url_credentials",
        "://",
        re.compile(r"(?<=://)(?!\[redacted:)[^\s:/@]{0,128}+:(?!<|\{|\$\{)[^\s/]{1,256}(?=@)"),
    ),
)
_KEY_BEGINS = re.compile(r"-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_KEY_ENDS = re.compile(r"-{4,5} ?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}")


def _tokens(view: _View, sorts: frozenset[str]) -> Iterator[_Hit]:
    text, lower = view.text, view.lower
    for sort, literal, pattern in _TOKENS:
        if literal in lower and sort in sorts:
            for match in pattern.finditer(text):
                yield match.start(), match.end(), sort


def _private_keys(view: _View, sorts: frozenset[str]) -> Iterator[_Hit]:
    if "private_key" not in sorts or "private key" not in view.lower:
        return
    begin = _KEY_BEGINS.search(view.text)
    while begin:
        end = _KEY_ENDS.search(view.text, begin.end())
        # A block that was cut off is still most of a key: nothing after its head is kept.
        stop = end.end() if end else len(view.text)
        yield begin.start(), stop, "private_key"
        begin = _KEY_BEGINS.search(view.text, stop)


# --- secrets that are told by the word before them -----------------------------------------------

_SECRET_LITERALS = _words("pass pwd kennwort contrase secret token key credential bearer authoriz")
_SECRET_WORD = re.compile(
    r"(?P<password>pass(?:word|wort|wd|phrase|code)|(?<=[_\"'])pass(?![a-z])|(?<![a-z])pass(?==)|(?<![a-z])pwd|kennwort"
    r"|mot de passe|contrase[nñ]a)"
    r"|(?P<aws>(?:aws[ _-]?)?secret[ _-]?access[ _-]?key)"
    r"|(?:api|access|private|signing|encryption|account|auth|master|storage)[ _-]?key"
    r"|secret(?:[ _-]?key)?|token|credential|(?P<bearer>bearer|authorization)"
)
_AFTER_WORD = re.compile(
    r"s?(?:[_-](?:hash|value|prod|dev|test|live|[0-9]{1,3}))?\\?[\"'`\])*]{0,3}[ \t]{0,4}"
    r"(?P<sign>=>|:=|->|={1,3}|:|(?:is|was|ist)(?=[ \t:])[ \t]{0,2}:?|(?<=[ \t]))[ \t]{0,4}"
    r"(?:(?:bearer|basic)[ \t]{1,4})?(?P<quote>\\?[\"'`])?",
    re.IGNORECASE,
)
_PASSWORD_VALUE = re.compile(r"[^\s\"'`<>]{1,512}+")
_SECRET_VALUE = re.compile(r"[A-Za-z0-9_\-./+=~]{8,512}+")
_NOT_A_VALUE = re.compile(
    r"\[redacted:|\$[A-Za-z_{(]|\{|<|%[A-Za-z]|\*{3}|x{3,}$|\.{3}|os\.|process\.|env\."
    # code that hands a secret on: `get_password()`, `parsed.auth`, `key_password`
    r"|[\w.]+[(\[]|(?:self|args|kwargs|config|settings|params|options|parsed|url)\.[A-Za-z_.]+$"
    r"|[A-Za-z]+_(?:pass|pwd|secret|token)[a-z]*$"
)
_NO_PASSWORDS = _words(
    "str string none null nil true false text bytes required optional missing invalid wrong"
    " incorrect correct expired hidden redacted empty unset changed reset unknown needed weak"
    " strong hashed stored rotated yes no not the a an your our see use password passwd"
    " bool secretstr secretbytes"
)


def _assigned(view: _View, sorts: frozenset[str]) -> Iterator[_Hit]:
    lower = view.lower
    if not any([literal in lower for literal in _SECRET_LITERALS]):
        return
    word = _SECRET_WORD.search(lower)
    while word:
        hit = _value_after(view.text, word)
        if hit and hit[2] in sorts:
            yield hit
        word = _SECRET_WORD.search(lower, hit[1] if hit else word.end())


def _value_after(text: str, word: re.Match[str]) -> _Hit | None:
    after = _AFTER_WORD.match(text, word.end())
    if after is None or _inside_mark(text, word.start()):
        return None
    start = after.end()
    end = _closing(text, start, after["quote"]) or 0
    sign = '"' if end else after["sign"]
    if word["password"]:
        end = end or _end_of_password(text, start)
        good = _is_password(text[start:end], sign) and not _reads_on(text, start, end, sign)
        return (start, end, "password") if good else None
    end = end or _end_of_secret(text, start)
    told = bool(after["sign"] or word["bearer"])
    if not _looks_secret(text[start:end], told=told):
        return None
    return start, end, "aws_key" if word["aws"] else "generic_secret"


def _inside_mark(text: str, place: int) -> bool:
    opened = text.rfind(_MARK, max(0, place - 40), place)
    return opened >= 0 and "]" not in text[opened:place]


def _closing(text: str, start: int, quote: str | None) -> int | None:
    if not quote:
        return None
    end = text.find(quote, start, start + 512)
    return end if end > start and "\n" not in text[start:end] else None


def _end_of_password(text: str, start: int) -> int:
    match = _PASSWORD_VALUE.match(text, start)
    return start + len(match[0].rstrip(".,;:)}]")) if match else start


def _end_of_secret(text: str, start: int) -> int:
    match = _SECRET_VALUE.match(text, start)
    if match is None or text[match.end() : match.end() + 1] in ("(", "["):
        return start
    return start + len(match[0].rstrip("."))


def _is_password(value: str, sign: str) -> bool:
    if len(value) < 4 or _NOT_A_VALUE.match(value) or value.lower() in _NO_PASSWORDS:
        return False
    if sign in ('"', "=", "==", ":", ":=", "=>", "->"):
        return True
    kinds = (str.islower, str.isupper, str.isdigit, lambda char: not char.isalnum())
    count = sum(any(map(kind, value)) for kind in kinds)
    return count >= (2 if sign else 3) and (bool(sign) or len(value) >= 8)


def _reads_on(text: str, start: int, end: int, sign: str) -> bool:
    # "password: stored in the vault" is prose; "password: swordfish" is not.
    return sign == ":" and text[start:end].isalpha() and text[end : end + 2].strip(" ").isalpha()


def _looks_secret(value: str, *, told: bool = True) -> bool:
    if len(value) < (8 if told else 20) or " " in value or _NOT_A_VALUE.match(value):
        return False
    pieces = re.split(r"[-_./+=~]", value)
    if not any(map(str.isdigit, value)):
        return any(len(piece) >= 20 for piece in pieces) and _entropy(value) > 3.5
    mixed = any(
        len(piece) >= 6 and not piece.isdigit() and any(map(str.isdigit, piece)) for piece in pieces
    )
    return mixed and _entropy(value) >= (2.5 if told else 3.0)


def _entropy(value: str) -> float:
    """Shannon's bits per character: words stay low, random letters do not."""
    total = len(value)
    return -sum(n / total * math.log2(n / total) for n in Counter(value).values())


# --- addresses -----------------------------------------------------------------------------------

_DOMAIN = re.compile(r"@(?:[^\W_][\w-]{0,62}\.){1,8}([^\W\d_][\w-]{1,23})(?![\w@])")
_LOCAL = re.compile(r"[\w.+%'-]{1,64}$")
_LEAVES_AUTHORITY = re.compile(r"[\s/]")
_PATH_FOLLOWS = re.compile(r":(?:~|/|[\w.~-]{1,64}(?:/|\.git\b))")
_NO_TOP_DOMAINS = _words(
    "png jpg jpeg gif webp svg ico css json html service socket timer target mount scope"
)


def _emails(view: _View) -> Iterator[_Hit]:
    text = view.text
    for match in _DOMAIN.finditer(text):
        start = _start_of_local(text, match.start())
        if start is None or match[1].lower() in _NO_TOP_DOMAINS:
            continue
        if not _PATH_FOLLOWS.match(text, match.end()):
            yield start, match.end(), "email"


def _start_of_local(text: str, at: int) -> int | None:
    local = _LOCAL.search(text, max(0, at - 64), at)
    # In `scheme://name@host` the name is an account on a machine, not a mailbox.
    scheme = text.rfind("://", max(0, at - 400), at)
    if local is None or (scheme >= 0 and not _LEAVES_AUTHORITY.search(text, scheme + 3, at)):
        return None
    name = local[0].lstrip(".'%-")
    return at - len(name) if name else None


# --- numbers -------------------------------------------------------------------------------------

_DIGIT_RUN = re.compile(r"[0-9](?:[ ().\-/]{0,3}[0-9]){6}")
_NOT_INSIDE = r"(?<![0-9A-Za-z])(?<![0-9][.\-/:])"
_NOT_GOING_ON = r"(?!(?![xX][0-9])[0-9A-Za-z_]|[.\-:/][0-9])"
_IBAN_HEAD = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2})[0-9]{2}[ -]?[A-Za-z0-9]")
_IBAN_LENGTHS = {
    country[:2]: int(country[2:])
    for country in _words(
        "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27"
        " DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22"
        " IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19"
        " MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31"
        " SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
    )
}
_CARD = re.compile(
    rf"{_NOT_INSIDE}(?:[0-9]{{13,19}}|[0-9]{{4}}(?:[ .-][0-9]{{4}}){{2}}[ .-][0-9]{{1,7}}"
    r"|[0-9]{4}[ .-][0-9]{6}[ .-][0-9]{4,5}|[0-9](?:[ -][0-9]){12,18})(?![0-9A-Za-z]|[.\-][0-9])"
)
_CARD_TAIL = re.compile(r"[ .-][0-9]{3}(?![0-9A-Za-z]|[.\-][0-9])")
_SSN = re.compile(
    r"(?<![0-9A-Za-z])(?<![0-9][.\-])(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}"
    r"(?![0-9A-Za-z]|-[0-9])"
)
_SSN_NAMED = re.compile(
    r"(?:ssn|social security(?: number)?|social)\W{1,3}(?:(?:is|no|number)\W{1,3})?"
    r"((?!000|666|9)[0-9]{3}[ .-]?(?!00)[0-9]{2}[ .-]?(?!0000)[0-9]{4})(?![0-9A-Za-z])"
)
_PHONE = re.compile(
    rf"(?<![0-9A-Za-z+])\+[1-9][0-9]{{0,14}}(?:[ .\-/()]{{1,3}}[0-9]{{1,14}}){{0,7}}"
    rf"|{_NOT_INSIDE}(?:(?<![0-9] )00[1-9][0-9]{{0,2}}(?:[ .\-/]\(?[0-9]{{1,8}}\)?){{2,5}}"
    r"|(?:1[ .-]?)?\([0-9]{3}\)[ .-]{0,2}[0-9]{3}[ .-]?[0-9]{4}"
    r"|(?:1[ .-])?[0-9]{3}[ .-][0-9]{3}[ .-][0-9]{4}"
    r"|(?<![0-9] )0[1-9](?:[ .-][0-9]{2}){4}"
    r"|(?<![0-9] )\(?0[1-9][0-9]{1,4}\)?[ /-][0-9]{3,8}(?:[ -][0-9]{2,5}){0,2}"
    rf"){_NOT_GOING_ON}"
)
_PHONE_NAMED = re.compile(
    r"(?:phone|mobile|cell|(?<![a-z])tel|fax|whatsapp|telefon|handy|mobil|(?:call|text|ring) "
    r"(?:me|us|him|her|them))(?:[ .:=#-]{0,3}(?:number|nummer|no|nr|is|ist|at|on|under)){0,3}"
    r"(?![a-z])[ .:=#-]{0,3}(\(?[0-9][0-9 ().\-/]{5,18}[0-9])(?![0-9A-Za-z])"
)
_DATE = re.compile(
    r"[0-9]{4}[.\-/][0-9]{1,2}[.\-/][0-9]|[0-9]{1,2}[.\-/][0-9]{1,2}[.\-/][0-9]{2,4}"
)
_GROUP = re.compile(r"[0-9]+")


def _ibans(view: _View) -> Iterator[_Hit]:
    for head in _IBAN_HEAD.finditer(view.text):
        length = _IBAN_LENGTHS.get(head[1].upper(), 0)
        end = _end_of_iban(view.text, head.start(), length) if length else None
        if end:
            yield head.start(), end, "iban"


def _end_of_iban(text: str, start: int, length: int) -> int | None:
    letters: list[str] = []
    for place in range(start, min(len(text), start + 2 * length)):
        char = text[place]
        if char.isascii() and char.isalnum():
            letters.append(char.upper())
        elif char not in " -":
            return None
        if len(letters) == length:
            whole = not text[place + 1 : place + 2].isalnum()
            return place + 1 if whole and _mod_97(letters) == 1 else None
    return None


def _mod_97(letters: list[str]) -> int:
    return int("".join(str(int(letter, 36)) for letter in letters[4:] + letters[:4])) % 97


def _cards(view: _View) -> Iterator[_Hit]:
    text = view.text
    match = _CARD.search(text)
    while match:
        start, end = match.span()
        if _is_card(match[0]):
            tail = _CARD_TAIL.match(text, end)
            if tail and _is_card(text[start : tail.end()]):
                end = tail.end()
            yield start, end, "card"
            match = _CARD.search(text, end)
        else:
            # The card may begin at the next group: "2024 4111 1111 1111 1111".
            group = _GROUP.match(text, start)
            match = _CARD.search(text, group.end() if group else end)


def _is_card(text: str) -> bool:
    digits = [int(char) for char in text if "0" <= char <= "9"]
    # Other lengths than 16 are also those of timestamps and counters, which start with 1, 2 or 9.
    if not any(digits) or (len(digits) != 16 and digits[0] not in (3, 4, 5, 6)):
        return False
    doubled = sum(sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + doubled) % 10 == 0


def _ssns(view: _View) -> Iterator[_Hit]:
    for match in _SSN.finditer(view.text):
        yield match.start(), match.end(), "ssn"
    if "ssn" in view.lower or "social" in view.lower:
        for match in _SSN_NAMED.finditer(view.lower):
            yield match.start(1), match.end(1), "ssn"


def _phones(view: _View) -> Iterator[_Hit]:
    for match in _PHONE.finditer(view.text):
        end = _end_of_phone(match)
        if end:
            yield match.start(), end, "phone"
    for match in _PHONE_NAMED.finditer(view.lower):
        count = sum(map(len, _GROUP.findall(match[1])))
        if 7 <= count <= 15 and not _DATE.match(match[1]):
            yield match.start(1), match.end(1), "phone"


def _end_of_phone(match: re.Match[str]) -> int | None:
    """Where the number stops: a group that would make it too long belongs to the next words."""
    most = 11 if match[0].startswith("+1") else 15
    count, end = 0, 0
    for group in _GROUP.finditer(match[0]):
        if count + len(group[0]) > most:
            break
        count += len(group[0])
        end = match.start() + group.end()
    return end if count >= 9 else None


# A card holds shapes of phones and an IBAN those of cards; what overlaps goes to the longest.
_NUMBERS: tuple[tuple[str, _Detector], ...] = (
    ("iban", _ibans),
    ("card", _cards),
    ("ssn", _ssns),
    ("phone", _phones),
)
