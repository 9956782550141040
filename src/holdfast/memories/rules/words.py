"""English words as the memory rules see them: stems, polarity, numbers, closed sets.

A text is read once into a `Reading`: the content words in order, and apart from them what
changes the meaning without changing the topic (negations, "now", "if", the past tense).
Texts in other languages pass through whole: they are equal or they are different, and no rule
pretends to understand them.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from holdfast.memories.rules.entities import KNOWN_ALIASES

Sort = Literal["number", "closed", "name", "word", "quality"]

READINGS_KEPT = 4096
WORDS_KEPT = 32768


def word_set(words: str) -> frozenset[str]:
    """A set of words from a line of them: such tables read better without quotes."""
    return frozenset(words.split())


def _pairs(pairs: str) -> dict[str, str]:
    """`"a>b c>b"` as a dictionary: such tables read better on a few lines."""
    return dict(pair.split(">") for pair in pairs.split())


STOP_WORDS = word_set("""
    the this that these those user users i me my mine we us our ours you your yours it its
    his their theirs and but also so then too very really quite actually just still already yet
    please always well basically simply any there here which of as him them let around about roughly
    approximately ever per
    """)
ARTICLES = frozenset({"a", "an"})
COPULAS = word_set("is are am was were be been being gets get got becomes")
AUXILIARIES = word_set("do does did")
PREPOSITIONS = word_set("in on at for into onto within inside during")
NEGATIONS = word_set(
    "off not no never nor none nolonger usedto failsto unableto without avoid avoids"
)
CHANGE_MARKERS = word_set(
    "now instead nolonger fromnowon anymore currently nowadays henceforth fromnow asof"
)
STOPPING = word_set("stopped stops quit quits ceased stop quitted")
HEDGES = word_set("""
    if unless whether would could might may maybe perhaps probably possibly suppose supposing
    imagine hypothetically plans planned planning consider considers considering considered
    think thinks thought believe believes believed hope hopes hoped ask asks asked wonder wonders
    said says claims claimed heard assume assumes assuming suggests suggested proposed proposes
    """)
QUESTION_STARTS = word_set("is are does did was were why what who whose how should could would")

OPPOSITES = _pairs("""
    disabled>enable disable>enable disables>enable disabling>enable dislike>like dislikes>like
    disliked>like hate>like hates>like hated>like inactive>active unavailable>available
    forbidden>allow prohibited>allow banned>allow disallowed>allow disallow>allow forbid>allow
    forbids>allow denied>allow denies>allow deny>allow invalid>valid unsupported>support
    broken>work incorrect>correct wrong>correct false>true impossible>possible closed>open
    absent>present unsafe>safe insecure>secure incompatible>compatible unstable>stable
    unhappy>happy disagree>agree disagrees>agree distrust>trust distrusts>trust
    unnecessary>necessary optional>require excluded>include excludes>include exclude>include
    fails>pass fail>pass failed>pass failing>pass rejects>accept reject>accept rejected>accept
    down>up inaccessible>accessible unreliable>reliable unreachable>reachable
    """)

SYNONYMS = _pairs("""
    enjoy>like love>like adore>like brief>short concise>short terse>short large>big huge>big
    begin>start since>because favorite>favourite color>colour behavior>behaviour repository>repo
    configuration>config documentation>doc documents>doc utilise>use utilize>use purchase>buy
    each>every database>db application>app directory>folder mandatory>require
    reside>live relocate>move e-mail>email quick>fast rapid>fast permitted>allow permit>allow
    employed>work maintainer>maintainer boss>manager environment>env production>prod
    development>dev administrator>admin authentication>auth whilst>while
    organization>organisation center>centre gray>grey obtain>get everyday>daily
    """)

IRREGULAR = _pairs("""
    ran>run wrote>write written>write built>build kept>keep sent>send held>hold met>meet
    chose>choose chosen>choose made>make bought>buy thought>think went>go gone>go spoke>speak
    spoken>speak ate>eat eaten>eat drank>drink drunk>drink drove>drive driven>drive led>lead
    sold>sell won>win brought>bring caught>catch felt>feel found>find fell>fall flew>fly
    forgot>forget grew>grow knew>know slept>sleep spent>spend stole>steal threw>throw wore>wear
    paid>pay told>tell said>say left>leave taught>teach took>take taken>take gave>give given>give
    came>come saw>see seen>see began>start begun>start broke>break has>have had>have having>have
    children>child people>person men>man women>woman mice>mouse indices>index lost>lose
    """)
PAST_AUXILIARIES = word_set("was were had did")
PRESENT_AUXILIARIES = word_set("is are am has have does do can must")
PAST_FORMS = word_set("""
    ran wrote met chose bought thought went spoke ate drank drove told said took gave came saw
    began broke taught lost sold won brought caught felt found fell flew forgot grew knew slept
    spent stole threw wore built sent held paid made
    """)
# Past in form, but what they tell is how things are since then.
RESULT_VERBS = word_set("""
    moved switched migrated changed stopped quit upgraded downgraded relocated replaced renamed
    raised increased lowered reduced bumped decreased usedto
    """)
_QUALITIES = word_set("""
    slow fast old new good bad big large small long short stale wrong ready late early empty full
    happy sad high low hard easy nice great poor rich clean dirty safe flaky noisy quiet busy free
    cheap expensive weak strong simple complex okay fine open public private young green up down
    heavy light unclear clear correct true false right
    """)
_QUALITY_ENDINGS = ("ed", "able", "ible", "ful", "ous", "ive", "less", "ing", "ant", "ent")

_NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_NUMERALS.split())} | {
    "once": "1",
    "twice": "2",
    "thirty": "30",
    "twenty": "20",
    "fifty": "50",
    "hundred": "100",
}

UNITS = _pairs("""
    s>second sec>second secs>second second>second seconds>second ms>ms millisecond>ms
    milliseconds>ms min>minute mins>minute minute>minute minutes>minute h>hour hr>hour hrs>hour
    hour>hour hours>hour d>day day>day days>day week>week weeks>week month>month months>month
    year>year years>year kb>kb mb>mb gb>gb tb>tb kib>kib mib>mib gib>gib megabytes>mb
    gigabytes>gb kilobytes>kb px>px am>am pm>pm %>percent percent>percent times>time time>time
    km>km kg>kg cm>cm mm>mm hz>hz mhz>mhz ghz>ghz x>x usd>usd eur>eur dollars>dollar euros>euro
    """)

_CLOSED: dict[str, str] = {
    "weekday": "monday tuesday wednesday thursday friday saturday sunday",
    "month": "january february march april may june july august september october november"
    " december",
    "indentation": "tab space",
    "theme": "light dark",
    "concurrency": "sync async",
    "editor": "vim neovim emacs vscode pycharm nano helix sublime zed",
    "api style": "rest graphql grpc soap",
    "part of day": "morning afternoon evening night noon midnight",
    "package tool": "npm yarn pnpm bun",
    "side": "left right",
    "measure": "metric imperial",
    "temperature": "celsius fahrenheit",
    "quotes": "single double",
    "season": "summer autumn winter",
    "cadence": "hourly daily nightly weekly fortnightly monthly quarterly yearly",
    "level": "low medium high",
    "colour": "red blue green yellow orange purple pink black white grey",
    "platform": "heroku aws gcp azure netlify vercel fly.io railway render digitalocean hetzner"
    " kubernetes nomad linux windows macos freebsd",
    "naming": "snake_case camelcase kebab-case pascalcase",
    "case": "uppercase lowercase",
}
CLOSED_SETS: dict[str, str] = {
    value: name for name, values in _CLOSED.items() for value in values.split()
}
_CLOSED_FORMS: dict[str, str] = (
    {value: value for value in CLOSED_SETS}
    | {f"{day}s": day for day in _CLOSED["weekday"].split()}
    | {f"{part}s": part for part in _CLOSED["part of day"].split()}
    | _pairs("""
        tabs>tab spaces>space synchronous>sync synchronously>sync asynchronous>async
        asynchronously>async gray>grey amazon-web-services>aws k8s>kubernetes win>windows
        jan>january feb>february apr>april jun>june jul>july aug>august sep>september
        sept>september oct>october nov>november dec>december tue>tuesday thu>thursday
        fri>friday
        """)
)
_CLOSED_ONLY_WITH_CAPITAL = word_set("may march rest jan jun nov dec win")

_NOT_PAST = word_set("""
    need feed seed speed embed exceed proceed succeed indeed shed bleed breed weed deed red bed
    """)

_NOT_ADVERBS = word_set("""
    only early daily weekly monthly hourly yearly nightly quarterly fortnightly family reply
    apply supply assembly italy july rely anomaly friendly monopoly multiply imply comply
    italy elderly likely unlikely ugly lonely
    """)

_PHRASES = re.compile(
    r"\b(no longer|from now on|any ?more\b|not any more|as of|these days|going forward|at all"
    r"|(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!get )used to"
    r"|fail(?:s|ed)? to|(?:is |are )?unable to|rather than|gave up|gives up"
    r"|amazon web services|vs code|visual studio code)\b",
    re.IGNORECASE,
)
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
_TOKEN = re.compile(
    r"(?:(?<!\S)-{1,2}|[#@$€£]|(?<!\S)[./~]+)?(?:\d{1,3}(?:,\d{3})+(?!\d)|\w+)(?:[.'/:@#+\-]+\w+)*(?:\+\+|#(?!\w)|%)?"
    r"|[<>]=?|[!=]=|:(?=\s)|[.!?](?=\s)|[\u2190-\u2bff\U0001f000-\U0001faff]"
)
_NUMBER = re.compile(r"([$€£]?)v?(\d[\d,]*(?:[.:/\-]\d+)*)([a-z%]*)")
_ORDINALS = word_set("st nd rd th")
_MAGNITUDES = word_set("k m bn")
_CONTRACTED_NOT = {"ca": "can", "wo": "will", "sha": "shall"}
_PRONOUN_WITH_IS = word_set("it he she that they we i you there")
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


@dataclass(frozen=True, slots=True)
class Word:
    """A content word: its key is equal for words that say the same.

    A capitalised word keeps its spelling too: William and Williams share a stem, not a person.
    """

    key: str
    sort: Sort
    spelled: str
    preposition: str
    after_copula: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as the rules see it."""

    words: tuple[Word, ...]
    keys: tuple[str, ...]
    negations: tuple[int, ...]
    modifiers: frozenset[str]
    changed: bool
    instead_at: int | None
    hedged: bool
    past: bool
    question: bool


@dataclass(frozen=True, slots=True)
class Lexeme:
    """What one spelled token contributes, whatever its neighbours are."""

    role: str
    key: str = ""
    sort: Sort = "word"
    follows: str = ""
    spelled: str = ""


@lru_cache(maxsize=WORDS_KEPT)
def lexeme(token: str, starts_sentence: bool) -> Lexeme:
    """Look one token up; its spelling says nearly everything about it."""
    lower = token.lower()
    role = _ROLES.get(lower)
    if role is not None and not _is_name_after_all(token, lower):
        return Lexeme(role, lower)
    if lower in OPPOSITES:
        return Lexeme("opposite", stem(OPPOSITES[lower]))
    return _number(lower) or _closed(token, lower) or _content(token, lower, starts_sentence)


def _is_name_after_all(token: str, lower: str) -> bool:
    """`May` is a month, `US` a country and `IT` a trade."""
    if lower in _CLOSED_ONLY_WITH_CAPITAL:
        return _capital(token)
    return lower in ("us", "it") and token.isupper()


def _capital(token: str) -> bool:
    return token[0].isupper()


def _number(lower: str) -> Lexeme | None:
    if lower in NUMBER_WORDS:
        return Lexeme("content", NUMBER_WORDS[lower], "number")
    match = _NUMBER.fullmatch(lower)
    if match is None:
        return Lexeme("content", UNITS[lower], "word") if lower in UNITS else None
    currency, digits, suffix = match.groups()
    value = currency + digits.replace(",", "")
    if not suffix or suffix in _ORDINALS:
        return Lexeme("content", value, "number")
    if suffix in _MAGNITUDES:
        return Lexeme("content", value + suffix, "number")
    if suffix in UNITS:
        return Lexeme("content", value, "number", follows=UNITS[suffix])
    return None


def _closed(token: str, lower: str) -> Lexeme | None:
    if lower not in _CLOSED_FORMS:
        return None
    if lower in _CLOSED_ONLY_WITH_CAPITAL and not _capital(token):
        return None
    return Lexeme("content", _CLOSED_FORMS[lower], "closed")


def _content(token: str, lower: str, starts_sentence: bool) -> Lexeme:
    alias = KNOWN_ALIASES.get(lower)
    if alias is not None:
        return Lexeme("content", alias.casefold(), "name")
    if not lower.isalpha() and not _is_hyphenated(lower):
        plain = token.isupper() or (starts_sentence and token[1:].islower())
        return Lexeme("content", lower if plain else token, "name")
    if token[1:] != lower[1:] and not token.isupper():
        return Lexeme("content", token, "name")
    spelled = lower if _capital(token) else ""
    if spelled and (not starts_sentence or token.isupper()):
        return Lexeme("content", stem(lower), "name", spelled=spelled)
    if lower.endswith("ly") and len(lower) > 4 and lower not in _NOT_ADVERBS:
        return Lexeme("modifier", lower)
    root = stem(lower)
    quality = lower in _QUALITIES or lower.endswith(_QUALITY_ENDINGS)
    sort: Sort = "quality" if quality else "word"
    if root in _SYNONYM_STEMS:
        return Lexeme("content", _SYNONYM_STEMS[root], sort)
    return Lexeme("content", root, sort, spelled=spelled)


def _is_hyphenated(lower: str) -> bool:
    return lower.replace("-", "").isalpha() and lower[0] != "-"


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
    | {":": "copula", ".": "end", "!": "end", "?": "end", "nolonger": "ended", "usedto": "ended"}
)


@dataclass(slots=True)
class _Reader:
    """Collects a reading token by token; one method for each role that a token can have."""

    words: list[Word] = field(default_factory=list)
    negations: list[int] = field(default_factory=list)
    modifiers: set[str] = field(default_factory=set)
    changed: bool = False
    instead_at: int | None = None
    hedged: bool = False
    past: bool = False
    ended: bool = False
    present: bool = False
    preposition: str = ""
    copula: bool = False
    starts_sentence: bool = True
    supported: bool = False
    tells_result: bool = False

    def take(self, token: str) -> None:
        """Read one token, with its contraction taken apart."""
        if "'" in token:
            self._take_contraction(token)
        else:
            self._take_plain(token)

    def _take_contraction(self, token: str) -> None:
        base, _, tail = token.rpartition("'")
        if tail.lower() == "t" and base[-1:].lower() == "n":
            stump = base[:-1]
            self._take_plain(_CONTRACTED_NOT.get(stump.lower(), stump) or "not")
            self._take_plain("not")
        elif tail.lower() in ("s", "re", "m", "ll", "ve", "d", ""):
            self._take_plain(base)
            self.copula = base.lower() in _PRONOUN_WITH_IS
        else:
            self._take_plain(token)

    def _take_plain(self, token: str) -> None:
        found = lexeme(token, self.starts_sentence)
        if token.endswith("ing"):
            self.copula = False
        self.starts_sentence = found.role == "end"
        self._note_tense(token)
        _TAKERS[found.role](self, found)

    def _note_tense(self, token: str) -> None:
        lower = token.lower()
        ended = lower in PAST_FORMS or (lower.endswith("ed") and lower not in _NOT_PAST)
        if lower in PAST_AUXILIARIES:
            self.past = True
        elif lower in PRESENT_AUXILIARIES:
            self.present = True
        elif ended and not self.supported:
            self.ended = True
        if lower in RESULT_VERBS:
            self.tells_result = True
        if lower not in ("not", "now", "also", "still", "always", "never"):
            self.supported = lower in COPULAS or lower in ("have", "has", "had")

    def in_the_past(self) -> bool:
        """An "-ed" beside "is" is an adjective: "the supported version is 15"."""
        return (self.past or (self.ended and not self.present)) and not self.tells_result

    def skip(self, found: Lexeme) -> None:
        """A word that says nothing here."""

    def end(self, found: Lexeme) -> None:
        self.preposition, self.copula = "", False

    def take_preposition(self, found: Lexeme) -> None:
        self.preposition = found.key

    def take_copula(self, found: Lexeme) -> None:
        self.copula = True

    def take_article(self, found: Lexeme) -> None:
        """ "Is a maintainer" does not say that there is no other."""
        self.copula = False

    def negate(self, found: Lexeme) -> None:
        self.negations.append(len(self.words))

    def take_end_of_habit(self, found: Lexeme) -> None:
        self.negate(found)
        self.changed = True

    def take_change(self, found: Lexeme) -> None:
        self.changed = True
        if found.key == "instead":
            self.instead_at = len(self.words)

    def take_hedge(self, found: Lexeme) -> None:
        self.hedged = True
        self._add(found.key, "word")

    def take_modifier(self, found: Lexeme) -> None:
        self.modifiers.add(found.key)

    def take_opposite(self, found: Lexeme) -> None:
        self.negate(found)
        self._add(found.key, "word")

    def take_content(self, found: Lexeme) -> None:
        self._add(found.key, found.sort, found.spelled)
        if found.follows:
            self._add(found.follows, "word")

    def _add(self, key: str, sort: Sort, spelled: str = "") -> None:
        self.words.append(Word(key, sort, spelled, self.preposition, self.copula))
        self.preposition, self.copula = "", False


_TAKERS = {
    "stop": _Reader.skip,
    "auxiliary": _Reader.skip,
    "end": _Reader.end,
    "preposition": _Reader.take_preposition,
    "article": _Reader.take_article,
    "copula": _Reader.take_copula,
    "negation": _Reader.negate,
    "ended": _Reader.take_end_of_habit,
    "stopping": _Reader.take_end_of_habit,
    "change": _Reader.take_change,
    "hedge": _Reader.take_hedge,
    "modifier": _Reader.take_modifier,
    "opposite": _Reader.take_opposite,
    "content": _Reader.take_content,
}


def _phrase_token(match: re.Match[str]) -> str:
    return _PHRASE_TOKENS[match.group(1).lower()]


def tokens(text: str) -> list[str]:
    """The spelled tokens of a text, fixed phrases joined into one."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    lower = text.lower()
    if "from now" in lower or "as of" in lower or not _PHRASE_WORDS.isdisjoint(lower.split()):
        text = _PHRASES.sub(_phrase_token, text)
    return _TOKEN.findall(text)


@lru_cache(maxsize=READINGS_KEPT)
def read(text: str) -> Reading:
    """Read a text of ordinary length; callers keep long ones away from the cache."""
    reader = _Reader()
    spelled = tokens(text)
    for token in spelled:
        reader.take("can" if token.lower() == "cannot" else token)
        if token.lower() == "cannot":
            reader.take("not")
    first = spelled[0].lower() if spelled else ""
    return Reading(
        words=tuple(reader.words),
        keys=tuple(word.key for word in reader.words),
        negations=tuple(reader.negations),
        modifiers=frozenset(reader.modifiers),
        changed=reader.changed,
        instead_at=reader.instead_at,
        hedged=reader.hedged,
        past=reader.in_the_past(),
        question=text.rstrip().endswith("?") or first in QUESTION_STARTS,
    )
