"""Scores a text for orders that are aimed at the model which will read it.

A remembered text is data and stays data whatever it says; the score decides only whether a person
looks at it first. A rule cannot tell every quotation from an order: what stands in quotes, next to
words that talk about attacks or examples, counts less, and one strong sign is enough.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from holdfast.governance.normal import plain

QUARANTINE_AT = 0.6

# A quoted order among words that talk about orders; an order that somebody else is said to give,
# or that is forbidden.
_QUOTED_SHARE = 0.4
_REPORTED_SHARE = 0.3
_NEARBY = 160
_BLOBS_MAX = 8


@dataclass(frozen=True, slots=True)
class Risk:
    """From 0 (nothing found) to nearly 1, with the names of the signs that were found."""

    score: float
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """One way of giving orders: its weight, the literals one of which it needs, its pattern.

    `reads` says in which form of the text it is looked for: `flat` (lower case, one line), `lines`
    (lower case with line ends), `cased` (as written). `order` marks signs that are harmless when
    somebody is said to do them.
    """

    name: str
    weight: float
    literals: tuple[str, ...]
    pattern: re.Pattern[str]
    reads: Literal["flat", "lines", "cased"] = "flat"
    order: bool = field(default=False, kw_only=True)


_PAST = "previous|prior|above|earlier|preceding|foregoing|original|initial|existing"
_OURS = "system|safety|security|hidden|your|content|developer|ethical|moral"
_FILL = (
    rf"(?: (?:of|the|my|our|and|&|these|those|this|that|or|set|stated|provided|given|current|core"
    rf"|all|any|every|{_PAST}|{_OURS}),?)"
)
_VERB = (
    r"\b(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|abandon"
    r"|pay no (?:attention|heed) to|stop (?:following|obeying|listening to)"
    r"|(?:do not|don't|dont|never|no longer) (?:follow|obey|heed|listen to|comply with))"
)
_ORDERS = (
    r"(?:instructions?|prompts?|directives?|guidelines?|directions?|programming|guardrails?"
    r"|training|commands|orders|protocols?)\b"
)
_RULES = (
    r"(?:rules?|restrictions?|constraints?|polic(?:y|ies)|context|messages?|text|filters?|measures?"
    r"|conversations?)\b"
)
_SECRETS = (
    r"(?:contents?|conversation|chat|memor(?:y|ies)|secrets?|credentials?|passwords?(?! reset)"
    r"|api keys?|private keys?|system prompt|instructions|environment variables|user(?:'s)? data"
    r"|everything)"
)


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts))


_OVERRIDE = _pattern(
    *(_VERB, _FILL, r"{0,4}? (?:", _PAST, "|", _OURS, r"|all|any|every),?"),
    *(_FILL, r"{0,4}(?: [a-z]{1,14})? ", _ORDERS),
    *("|", _VERB, _FILL, r"{0,4}? (?:", _PAST, "|", _OURS, r"),?", _FILL, r"{0,3} ", _RULES),
)

# fmt: off
SIGNS: tuple[Sign, ...] = (
    Sign("override", 0.75,
         ("ignor", "disregard", "forget", "overrid", "overrul", "bypass", "discard", "neglect",
          "abandon", "pay no", "follow", "obey", "heed", "listen", "comply"),
         _OVERRIDE),
    Sign("override", 0.7, ("forget", "ignore", "disregard"),
         _pattern(r"\b(?:forget|ignore|disregard) (?:(?:everything|anything|all|what)(?: that)? you"
                  r"(?: were|'ve been| have been| know| learned| are)"
                  r"|(?:everything|anything|all)(?: of)?(?: the)? (?:above|before|previous|prior)"
                  r"|the (?:above|previous|foregoing)(?= ?(?:and|[.,;:!]|$)))")),
    Sign("override", 0.75,
         ("ignorier", "vergiss", "vergess", "missacht", "uberschreib", "umgeh", "befolg"),
         _pattern(r"\b(?:ignorier\w{0,3}|vergiss|vergesst|vergessen sie|missacht\w{1,3}|umgehe?"
                  r"|uberschreib\w{1,3}|befolg\w{1,2} nicht)(?: [^ ]{1,16}){0,3}? (?:vorherig|vorig"
                  r"|bisherig|fruher|obig|vorangegangen|vorstehend|ursprunglich|all|samtlich|dein"
                  r"|eur|ihre|system)\w{0,4}(?: [^ ]{1,16}){0,2} (?:anweisung|instruktion|befehl"
                  r"|regel|vorgabe|richtlinie|aufforderung|(?:system)?prompt)")),
    Sign("override", 0.75, ("ignor", "oubli", "compte", "suis", "suivez", "abstraction"),
         _pattern(r"\b(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er)|ne (?:tiens|tenez) (?:pas|plus) "
                  r"compte|ne (?:suis|suivez) (?:pas|plus)|fai(?:s|tes) abstraction)"
                  r"(?: [^ ]{1,14}){0,4}? (?:instructions?|consignes?|directives?|regles?|ordres?)"
                  r"(?: [^ ]{1,14}){0,2} (?:precedent|anterieur|ci-dessus|systeme|initial)")),
    Sign("override", 0.75, ("ignor", "olvid", "descart", "omiso", "no sigas", "dimentica", "esque"),
         _pattern(r"\b(?:ignor(?:a|e|ar|en|es)|olvid(?:a|e|ar|en)|descart(?:a|e|ar)|haz caso omiso"
                  r"|no sigas|dimentica|esquec(?:a|e))(?: [^ ]{1,14}){0,4}? (?:instruccion"
                  r"|ordenes|indicaciones|reglas|directrices|istruzioni|regole|instrucoes|regras)\w{0,2}"
                  r"(?: [^ ]{1,12}){0,2} (?:anterior|previ|precedenti|de arriba|sistema)")),
    Sign("override", 0.75, ("игнорир", "забуд", "忽略", "无视", "無視", "忘"),
         _pattern(r"(?:игнорируи|забудь)\w{0,3}(?: \w{1,14}){0,2} (?:предыдущ|прежн|все|систем)"
                  r"\w{0,4}(?: \w{1,14})? (?:инструкц|указан|правил|команд)",
                  r"|(?:忽略|无视|無視|忘记|忘掉).{0,10}(?:之前|以上|先前|上面|前面|所有|系统|系統)"
                  r".{0,8}(?:指令|指示|说明|說明|提示|规则|規則)",
                  r"|(?:以前|これまで|上記|前)の.{0,6}(?:指示|命令|指令).{0,4}(?:無視|忘れ)")),
    Sign("override", 0.65, ("ignor", "disregard", "forget"),
         _pattern(r"(?:^|[.!?:;\])>'\"-] ?|\b(?:please|now|and) )(?:ignore|disregard|forget)"
                  r" (?:all )?(?:(?:instructions?|guidelines|rules|ethics|safety)"
                  r"(?= ?(?:[.,;:!]|and\b|$))"
                  r"|everything,? (?:and )?you are\b)")),
    Sign("override", 0.65, (" override",),
         _pattern(r"\b(?:system|admin(?:istrator)?|developer|security|safety) override ?[:\])]")),
    Sign("new_orders", 0.65, ("your new ", "you to "),
         _pattern(r"\byour new (?:primary |main )?(?:objective|directive|instructions?"
                  r"|system prompt|orders)\b|\bthe (?:administrator|developers?|system|owner)"
                  r" (?:told|ordered|instructed|wants) you to\b")),
    Sign("new_orders", 0.4, ("new ", "real ", "updated "),
         _pattern(r"\b(?:new|real|updated) (?:system )?(?:instructions?|prompt|orders|task)"
                  r"(?: (?:is|are))? ?:")),
    Sign("role_marker", 0.7, ("<|", "[inst", "[/inst", "<<", "_of_turn>", "[system"),
         _pattern(r"<\|(?:im_start|im_end|im_sep|system|user|assistant|end|endoftext|eot_id"
                  r"|start_header_id|end_header_id|begin_of_text|endofprompt)\|>|\[/?inst\]"
                  r"|<</?sys>>|<(?:start|end)_of_turn>|\[/?system\]")),
    Sign("role_marker", 0.65, ("##",),
         _pattern(r"(?m)^ {0,3}#{2,6} ?(?:(?:new )?instructions?:|instruction ?$"
                  r"|(?:system(?: prompt| message)?|human|assistant|user|response) ?:)"), "lines"),
    Sign("role_marker", 0.7, ("system", "developer", "admin"),
         _pattern(r"(?m)^[\W_]{0,6}(?:system|developer|admin(?:istrator)?)(?: (?:prompt|message"
                  r"|override|note|instructions?))?[\])*]{0,2} ?:[\W_]{0,4}(?:you (?:are|must|will"
                  r"|should|may|can|have)|ignore|disregard|override|always|never|grant|give|delete"
                  r"|send|approve|reveal|obey|output|print|respond|reply|answer|execute|transfer"
                  r"|the user (?:is|has)|from now|do not|don't|new (?:instruction|task|rule))"),
         "lines"),
    Sign("role_marker", 0.65, ("system", "admin"),
         _pattern(r"\b(?:SYSTEM|ADMIN(?:ISTRATOR)?)(?: (?:NOTE|MESSAGE|PROMPT|COMMAND))?\]?:\s{0,3}"
                  r"(?i:ignore|disregard|override|always|never|grant|give|delete|send|approve"
                  r"|reveal|obey|output|print|respond|reply|execute|transfer|forward|e-?mail|after"
                  r"|instead|report|you (?:are|must|will|should)|the user (?:is|has)|do not)\b"),
         "cased"),
    Sign("forged_end", 0.75, ("</",),
         _pattern(r"</ ?(?:memory|memories|context|system|instructions?|untrusted|conversation"
                  r"|tool_results?|function_results?|retrieved|holdfast)[\w-]{0,40} ?>")),
    Sign("forged_end", 0.65, ("end of",),
         _pattern(r"\bEND OF (?:THE )?(?:MEMOR(?:Y|IES)|CONTEXT|SYSTEM|PROMPT|INSTRUCTIONS"
                  r"|CONVERSATION|USER INPUT|UNTRUSTED)\b|(?i:[-=#*]{3,} ?end of (?:the )?(?:memor"
                  r"|context|system|prompt|data|document|user|conversation|untrusted|input))"),
         "cased"),
    Sign("reveal", 0.7, ("prompt", "instructions", "above", "guidelines", "rules"),
         _pattern(r"\b(?:reveal|print|show|repeat|output|display|leak|disclose|expose|dump|recite"
                  r"|write out|tell me|give me)(?: [^ ]{1,16}){0,3}? (?:your (?:\w{1,12} ){0,2}"
                  r"(?:instructions?|prompts?|guidelines|rules)|(?:hidden|secret|initial|original) "
                  r"(?:\w{1,12} )?(?:instructions?|prompts?)"
                  r"|(?:everything|all(?: of)? the (?:text|words)) above)"
                  r"|\b(?:reveal|leak|disclose|expose|recite|repeat|print)(?: the)? system prompt"),
         order=True),
    Sign("exfiltrate", 0.7, ("http", "@", "ftp"),
         _pattern(r"\b(?:send|post|upload|forward|e-?mail|mail|leak|exfiltrate|transmit|submit)"
                  r"(?: [^ ]{1,24}){0,3}? ", _SECRETS, r"(?: [^ ]{1,24}){0,5}? (?:to|at|via) "
                  r"(?:https?://|ftp://|[\w.+-]{1,64}@)"), order=True),
    Sign("persona", 0.7, ("dan",),
         _pattern(r"\b(?:[Yy]ou are|[Aa]ct as|[Pp]retend (?:you are|to be)|[Ee]nable|[Bb]ecome)"
                  r"(?: now)?(?: an?)? DAN\b(?!')"), "cased"),
    Sign("persona", 0.7, ("mode", "restrict", "filter", "censored", "anything", "jailbr", "longer"),
         _pattern(r"\b(?:you are|you're)(?: now)?(?: in)?(?: an?)? (?:(?:developer|jailbreak|god"
                  r"|admin) mode|unrestricted|unfiltered|jailbroken|uncensored"
                  r"|no longer (?:bound|restricted|limited|subject|an? (?:ai|assistant)))"
                  r"|\b(?:act|roleplay|respond|behave|answer) as an? (?:unrestricted|unfiltered"
                  r"|uncensored|jailbroken|unethical)|\b(?:enter|switch to|activate)"
                  r" (?:unrestricted|unfiltered|jailbreak|god) mode\b|\bdo anything now\b"
                  r"|\b(?:developer|jailbreak|god) mode (?:enabled|activated)")),
    Sign("persona", 0.65, ("without", " no ", "disable", "deactivate", "turn off", "lift"),
         _pattern(r"\b(?:respond|answer|comply|reply|act|behave|pretend|requests?|you(?:'re| are"
                  r"| have| will))\b[^.!?]{0,80}? (?:without|no)(?: any)?(?: (?:ethical|safety"
                  r"|content|moral|usage|and))* (?:restrictions?|guidelines|filter(?:s|ing)"
                  r"|limitations|guardrails|censorship|ethics)\b(?! (?:on|for|of|to)\b)"
                  r"|\b(?:disable|deactivate|turn off|lift)(?: \w{1,12}){0,3}? (?:safety|content"
                  r"|ethical) (?:filters?|protocols?|features?|measures?|guidelines|polic(?:y|ies)"
                  r"|restrictions?)"), order=True),
    Sign("secrecy", 0.65, ("tell", "inform", "mention", "reveal", "let ", "hide", "hidden", "keep"),
         _pattern(r"\b(?:do not|don't|never|must not|without) (?:ever )?(?:(?:tell|inform|alert)"
                  r"(?:ing)?|let(?:ting)?) (?:the |this to the )?(?:user|human|operator|owner)s?\b"
                  r"|\b(?:do not|don't|never) (?:mention|reveal|show|disclose)(?: [^ ]{1,16}){0,3}?"
                  r" to (?:the |any )?(?:user|human|operator|owner)s?\b"
                  r"|\b(?:hide|keep|conceal)(?: [^ ]{1,12}){1,3}? from (?:the )?(?:user|human"
                  r"|operator|owner)s?\b")),
    Sign("tool_order", 0.3, ("following", "below"),
         _pattern(r"\b(?:run|execute|invoke|launch) (?:the |this |these )?(?:following|below)"
                  r"(?: \w{1,12}){0,2} (?:commands?|code|script|query|sql)\b"), order=True),
    Sign("tool_order", 0.65, ("run ", "execute ", "invoke ", "call "),
         _pattern(r"\b(?:immediately|now|silently|must|at once|secretly)(?: [^ ]{1,12})? (?:run"
                  r"|execute|invoke|call) (?:the |this |these )?(?:following|below|attached|tool"
                  r"|[\w.]{1,40} tool)\b"), order=True),
    Sign("tool_order", 0.65, (" tool", " function"),
         _pattern(r"\b(?:call|use|invoke|run) the (?:[\w.]{0,20}(?:delete|remove|drop|transfer"
                  r"|pay|send|exec|shell|write|erase)[\w.]{0,20}) (?:tool|function)"
                  r" (?:with|to|on|and)\b"), order=True),
    Sign("tool_order", 0.35, (" tool", " function"),
         _pattern(r"\b(?:call|invoke) the [\w.]{1,40} (?:tool|function) with\b"), order=True),
    Sign("dangerous_command", 0.5, ("rm -", "curl ", "wget ", "powershell", "nc -"),
         _pattern(r"\brm -[rf]{2} |\b(?:curl|wget) [^|\n]{1,200}\| ?(?:sudo )?(?:ba|z)?sh\b"
                  r"|\bpowershell(?:\.exe)? -e(?:nc|ncodedcommand)?\b|\bnc -e\b"), order=True),
    Sign("decode_order", 0.65, ("decode", "base64", "rot13"),
         _pattern(r"\b(?:decode|base64|rot13)(?: [^ ]{1,16}){0,3}? (?:and|then) (?:execute|follow"
                  r"|run|obey|do|comply)\b"), order=True),
    Sign("decode_order", 0.4, ("decode", "base64"),
         _pattern(r"\b(?:decode|base64)\b[^.]{0,80}[A-Za-z0-9+/]{32}"), order=True),
)
# fmt: on

_LITERALS = tuple(dict.fromkeys(literal for sign in SIGNS for literal in sign.literals))
_SPACED = re.compile(r"(?<!\w)\w(?:[ .\-_*]{1,3}\w(?!\w)){7,}")
_SQUASHED = re.compile(
    r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|of|these|those|my)*+"
    r"(?:previous|prior|above|earlier|system|safety)*+(?:instruction|prompt|rule|guideline|order)"
)
_LEET = re.compile(r"[a-z][013457@$][a-z]")
_LEET_LETTERS = str.maketrans("013457@$", "oieastas")
_BLOB = re.compile(r"[A-Za-z0-9+/]{24,4096}+={0,2}")
_MARKS_ABOVE = re.compile("[\u0300-\u036f]")
_WORD = re.compile(r"\w++")
_LATIN = re.compile("[a-z]")
_LOOKALIKE = re.compile("[\u0370-\u052f]")
_LOOKALIKES = str.maketrans("аеорсухіѕјԁһԛԝгкмнтвαορνκιτυεη", "aeopcyxisjdhqwrkmhtbaopvkituen")


class _Views:
    """The forms in which one text is read; each is made when a sign asks for it."""

    def __init__(self, text: str) -> None:
        self.cased = plain(text)
        lower = self.cased.lower()
        self.lines = lower if lower.isascii() else _latin(lower)

    @cached_property
    def flat(self) -> str:
        return " ".join(self.lines.split())

    def of(self, sign: Sign) -> str:
        return str(getattr(self, sign.reads))


def _latin(lower: str) -> str:
    """Without accents, and with the letters of other scripts that stand in for Latin ones."""
    bare = _MARKS_ABOVE.sub("", unicodedata.normalize("NFD", lower))
    return _WORD.sub(_one_script, bare) if _LOOKALIKE.search(bare) else bare


def _one_script(word: re.Match[str]) -> str:
    mixed = _LOOKALIKE.search(word[0]) and _LATIN.search(word[0])
    return word[0].translate(_LOOKALIKES) if mixed else word[0]


def assess(text: str) -> Risk:
    """How likely the text is to give orders to the model that reads it."""
    weights: dict[str, float] = {}
    for name, weight in _found(text):
        weights[name] = max(weight, weights.get(name, 0.0))
    doubt = 1.0
    for weight in weights.values():
        doubt *= 1 - weight
    return Risk(round(1 - doubt, 6), tuple(weights))


def _found(text: str) -> Iterator[tuple[str, float]]:
    if not text.isascii():
        yield from _hidden(text)
    views = _Views(text)
    yield from _said(views)
    yield from _disguised(views)
    yield from _encoded(views.cased)


def _said(views: _Views) -> Iterator[tuple[str, float]]:
    present = {literal for literal in _LITERALS if literal in views.lines}
    if not present:
        return
    for sign in SIGNS:
        if not present.isdisjoint(sign.literals):
            weight = _weight(sign, views.of(sign))
            if weight:
                yield sign.name, weight


def _weight(sign: Sign, text: str) -> float:
    """The weight of the most serious place where the sign stands."""
    heaviest = 0.0
    for match in sign.pattern.finditer(text):
        weight = sign.weight
        if _is_talked_about(text, match):
            weight *= _QUOTED_SHARE
        if sign.order and _REPORTED.search(text, max(0, match.start() - 40), match.start()):
            weight *= _REPORTED_SHARE
        heaviest = max(heaviest, weight)
        if heaviest == sign.weight:
            break
    return heaviest


_OPENS = re.compile(r"(?<!\w)['\"`“‘«„]")
_CLOSES = re.compile(r"['\"`”’»“](?!\w)")
_ABOUT = re.compile(
    r"\b(?:attack\w*|inject\w*|jailbreak\w*|phish\w*|phrases?|examples?|such as|e\.g\.|filter\w*"
    r"|detect\w*|tests?|document\w*|templates?|tokens?|markers?|formats?|style|owasp|paper|payloads?"
    r"|wrote|writes?|says?|said|tries|contains?|strings?|literal\w*|samples?|describ\w*)\b"
)
_REPORTED = re.compile(
    r"\b(?:we|they|it|he|she|who|which|service|server|app|client|jobs?|ci|bot|script|not|never"
    r"|don't|cannot|can't|didn't|to install,?)(?: (?:will|always|also|should|can|just))? $"
)


def _is_talked_about(text: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    before, after = text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]
    opened = [quote.end() for quote in _OPENS.finditer(before)]
    if not opened or not _CLOSES.search(after):
        return False
    between = before[opened[-1] :]
    if _CLOSES.search(between):
        return False
    return bool(_ABOUT.search(before[: opened[-1]]) or _ABOUT.search(after))


def _disguised(views: _Views) -> Iterator[tuple[str, float]]:
    """Orders in l e t t e r s set apart, and in digits that stand for letters."""
    for run in _SPACED.finditer(views.lines):
        if _SQUASHED.search(re.sub(r"[\W_]", "", run[0])):
            yield "disguised", 0.75
            break
    if _LEET.search(views.lines):
        letters = views.flat.translate(_LEET_LETTERS)
        if _OVERRIDE.search(letters) and not _OVERRIDE.search(views.flat):
            yield "disguised", 0.7


def _encoded(text: str) -> Iterator[tuple[str, float]]:
    for number, blob in enumerate(_BLOB.finditer(text)):
        if number == _BLOBS_MAX:
            return
        if any(weight >= QUARANTINE_AT for _, weight in _said(_Views(_decoded(blob[0])))):
            yield "encoded_order", 0.75
            return


def _decoded(blob: str) -> str:
    body = blob.rstrip("=")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


_TAGS = re.compile("[\U000e0000-\U000e007f]")
_FLAGS = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")
_TURNED = re.compile("[\u202d\u202e]")
_EMBEDDED = re.compile("[\u202a-\u202c\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")
_UNSEEN_RUN = re.compile(
    "[\u200b-\u200d\u2060-\u2064\ufeff]{4}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3}"
)
_SPLIT_WORD = re.compile("(?<=[A-Za-z])[\u00ad\u200b-\u200d\u2060\ufeff]+(?=[A-Za-z])")


def _hidden(text: str) -> Iterator[tuple[str, float]]:
    """Characters that a model reads and a person does not see."""
    if _TAGS.search(text) and _TAGS.search(_FLAGS.sub("", text)):
        yield "hidden_tags", 0.9
    if _TURNED.search(text):
        yield "turned_text", 0.65
    elif _EMBEDDED.search(text):
        # Right-to-left text uses these to embed a name or a number; other text has no need.
        yield "turned_text", 0.2 if _RIGHT_TO_LEFT.search(text) else 0.62
    if _UNSEEN_RUN.search(text):
        yield "hidden_run", 0.65
    if len(_SPLIT_WORD.findall(text)) >= 3:
        yield "split_words", 0.4
