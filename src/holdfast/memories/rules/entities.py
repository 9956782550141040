"""Who and what a text names: people, files, technologies, symbols and concepts.

Shape and a built-in list decide, not a model: a name that is missed costs a link, a sentence
starter that is taken for a person costs trust. Doubtful words are left out.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from holdfast.memories.rules.technologies import KNOWN_ALIASES
from holdfast.memories.rules.vocabulary import word_set

NAMED_MAX = 12
NAME_LENGTH_MAX = 120
TEXT_READ_CHARS = 20_000
PARTS_KEPT = 32768
PART_LENGTH_KEPT = 64

Kind = Literal["person", "file", "technology", "symbol", "concept"]


@dataclass(frozen=True, slots=True)
class Named:
    """One thing that a text names."""

    name: str
    sort: Kind


# Ordinary words that are also technologies: they count only when written as a name.
_NEEDS_EXACT_CASE = word_set("r c# f# rest")
_NEEDS_CAPITAL = word_set("""
    go rust swift express spring flask linear notion vault helm spark elastic envoy nomad consul
    lambda julia ruby dart zig bun alpine rails poetry cypress playwright electron flutter slack
    vagrant react prettier ruff claude stripe jest perl java loki caddy angular cassandra windows
    dbt py ts pg gh kube celery snowflake
    """)

_WORDS_THAT_START_SENTENCES = word_set("""
    a about according actually add admins after again all almost already also although always am
    an and another any anyone are as ask at avoid back backups because before being below best both
    build but by call can cannot change check clients code come commit consider could create
    currently customers data decided default delete deploy deploys despite did do does done during
    each either engineering ensure error errors even every everyone everything except feature few
    files finally find first fix fixed follow for from get give given had has have having he hello
    help hence her here hers hi his how however i if important in indeed initially inside instead
    integration invoices is issue it its just keep last later learned leave less let like long look
    made make management many marketing maybe meanwhile meetings merge migrate more most moved
    much must my need
    never new next no nobody none nor not note nothing now of off often ok okay old on once one
    only open or other others otherwise our out over part people per perhaps plan please prefer
    preferred previously product project put python question rather read really reason recently
    release releases remember remove replace request requests restart retry review run running
    sales same
    save see send set several she should show since so some someone something sometimes soon start
    still stop such support switch take team teams tell test testing tests thank thanks that the
    their them then there therefore these they thing things this those though thus to today
    tomorrow tonight too total try two under unless until update use used user users using usually
    very wait want was we were what when whenever where whether which while who why will with
    within without work working would write yes yesterday yet you your
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december english german french spanish italian dutch
    portuguese russian chinese japanese korean american british european
    """)
_VERBS_OF_PEOPLE = word_set("""
    lives lived likes liked loves loved hates prefers preferred wants wanted thinks believes said
    says told asked reviewed wrote owns owned manages managed leads led knows speaks spoke joined
    left mentors mentored decided agreed approved suggested merged met visited maintains maintained
    dislikes enjoys
    """)
# After these verbs a thing is as likely as a person, unless the next word settles it.
_SETTLED_BY_NEXT_WORD = word_set(
    "is was works worked reports reported moved has will should doesn't does no"
)
_NEXT_WORDS_OF_PEOPLE = word_set("""
    married allergic vegetarian vegan responsible at for to the our my from no longer born
    like prefer live want know lives likes works
    """)
_WORDS_BEFORE_PEOPLE = word_set("""
    by to with ask tell told from for and or met meet meets cc contact colleague manager boss lead
    wife husband friend partner sister brother son daughter named is owner maintainer thank ping
    mentors manages
    """)
_TITLES = word_set("dr mr mrs ms prof professor sir")
_ACRONYMS_TO_SKIP = word_set("I A OK TODO FIXME NOTE AM PM UTC YES NO NOT AND OR ALL USD EUR")

_FILE_ENDINGS = word_set(
    "py pyi js jsx ts tsx mjs go rs java kt rb php c h cc cpp hpp cs swift scala sh bash zsh ps1"
    " sql md rst txt json jsonl yaml yml toml ini cfg conf env lock xml html css scss svelte vue"
    " csv tsv parquet log pdf png jpg svg proto graphql tf dockerfile ipynb whl zip gz db sqlite"
)

_NAMED = re.compile(
    r"(?P<placeholder>\[[a-z_]{1,24}:[^\]\n]{0,60}\])"
    r"|`(?P<code>[^`\n]+)`"
    r"|(?P<url>https?://\S+)"
    r"|(?P<email>\w[\w.+-]*@\w[\w.-]*\.\w+)"
    r"|(?<!\w)(?P<handle>@[A-Za-z]\w+)"
    r"|\"(?P<quoted>[^\"\n]{2,60})\"|\u201c(?P<curly>[^\u201d\n]{2,60})\u201d"
    r"|(?P<word>(?<![\w.])[~./]{0,3}\w[\w./+#'\-]*\w(?:\(\)|\+\+|#)?|\b[A-Z](?:\+\+|#)?(?!\w))"
)
_SPANS_WORDS = re.compile('[`"\u201c\\[]')
_FILE = re.compile(
    r"(?:~|\.{1,2})?/?(?:[\w.\-]+/)*[\w.\-]*\w\.(?:" + "|".join(sorted(_FILE_ENDINGS)) + r")",
    re.IGNORECASE,
)
_PATH = re.compile(r"(?:~|\.{1,2})?/(?:[\w.\-]+/)*[\w.\-]+|(?:[\w.\-]+/){2,}[\w.\-]*")
_SNAKE = re.compile(r"_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+(?:\(\))?")
_CALL = re.compile(r"[A-Za-z_][\w.]*\(\)")
_CAMEL = re.compile(r"(?:[A-Z][a-z0-9]+){2,}|[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z]{2,}[a-z]+[A-Z]\w*")
_DOTTED = re.compile(r"[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,7}")
_SMALL_WORD = re.compile(r"(?<!\w)[a-z]+(?!\w)")
_PERSON_PART = re.compile(r"[^\W\d_][^\W\d_'\-]*(?:['\-][^\W\d_]+)?")


def normal_name(name: str) -> str:
    """The form under which two spellings of one name meet."""
    plain = unicodedata.normalize("NFKC", name).casefold().strip().removesuffix("()")
    return KNOWN_ALIASES.get(plain, plain).casefold()


def extract(text: str) -> tuple[Named, ...]:
    """The first things that the text names, in order of appearance."""
    return _Finder(text[:TEXT_READ_CHARS]).find()


def _technology(word: str) -> str | None:
    lower = word.casefold()
    name = KNOWN_ALIASES.get(lower)
    if name is None:
        return None
    if lower in _NEEDS_EXACT_CASE:
        return name if word == name else None
    return None if lower in _NEEDS_CAPITAL and word.islower() else name


def _sort_of_code(code: str) -> Kind:
    return "file" if _FILE.fullmatch(code) or _PATH.fullmatch(code) else "symbol"


def _by_shape(word: str) -> Named | None:
    """Files and symbols give themselves away by how they are written."""
    if "/" in word or "." in word:
        if _FILE.fullmatch(word) or _PATH.fullmatch(word):
            return Named(word, "file")
        if _CALL.fullmatch(word) or _DOTTED.fullmatch(word):
            return Named(word, "symbol")
        return None
    if "_" in word or word.endswith("()"):
        return Named(word, "symbol") if _SNAKE.fullmatch(word) or _CALL.fullmatch(word) else None
    if word.isupper():
        skipped = word in _ACRONYMS_TO_SKIP or not _ACRONYM.fullmatch(word)
        return None if skipped else Named(word, "concept")
    return Named(word, "symbol") if _CAMEL.fullmatch(word) else None


def _may_name(part: str) -> bool:
    """Whether what stands between two spaces may name something; most words never do."""
    word = part.strip(".,;:!?()").removesuffix("'s")
    lower = word.casefold()
    if lower in KNOWN_ALIASES or lower in _TITLES:
        return True
    letters = word.replace("-", "").replace("'", "")
    if "()" in part or not letters.isalpha():
        return not letters.isdecimal()
    if letters.islower():
        return False
    return not (word[1:].islower() and lower in _WORDS_THAT_START_SENTENCES)


_kept_may_name = lru_cache(maxsize=PARTS_KEPT)(_may_name)


class _Finder:
    """One pass over a text; people need the words around them, all others only themselves."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: dict[tuple[str, str], Named] = {}
        self._person_end = -1
        self._small_words: frozenset[str] | None = None

    def find(self) -> tuple[Named, ...]:
        for start, end in self._stretches():
            for match in _NAMED.finditer(self._text, start, end):
                if match.start() >= self._person_end:
                    self._consider(match)
                if len(self._found) >= NAMED_MAX:
                    return tuple(self._found.values())
        return tuple(self._found.values())

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Where to look: everywhere if something is quoted, else at the words that may name."""
        if _SPANS_WORDS.search(self._text):
            yield 0, len(self._text)
            return
        end = 0
        for part in self._text.split():
            start = self._text.index(part, end)
            end = start + len(part)
            if (_kept_may_name if len(part) <= PART_LENGTH_KEPT else _may_name)(part):
                yield start, end

    def _consider(self, match: re.Match[str]) -> None:
        group = match.lastgroup or ""
        matched = match[group]
        if group == "word":
            self._consider_word(match, matched)
        elif group == "code":
            self._keep(matched.strip(), _technology(matched), _sort_of_code(matched.strip()))
        elif group == "handle":
            self._keep(matched, None, "person")
        elif group in ("quoted", "curly"):
            self._keep(matched.strip(), _technology(matched), "concept")

    def _consider_word(self, match: re.Match[str], matched: str) -> None:
        word = matched.rstrip(".-/'")
        word = word.removesuffix("'s").removesuffix("n't")
        if len(word) > 1 and word.islower() and word.isalpha() and word not in KNOWN_ALIASES:
            return
        technology = _technology(word)
        if technology is not None:
            self._keep(technology, None, "technology")
            return
        shaped = _by_shape(word)
        if shaped is not None:
            self._keep(shaped.name, None, shaped.sort)
        elif word[:1].isupper():
            self._consider_person(match, word)

    def _keep(self, name: str, technology: str | None, sort: Kind) -> None:
        named = Named(technology, "technology") if technology else Named(name, sort)
        if named.name and len(named.name) <= NAME_LENGTH_MAX:
            self._found.setdefault((normal_name(named.name), named.sort), named)

    def _consider_person(self, match: re.Match[str], word: str) -> None:
        start = match.start("word")
        before = self._text[max(0, start - 24) : start]
        titled = word.casefold() in _TITLES
        if not titled and (not _may_be_a_first_name(word) or self._also_in_lower_case(word)):
            return
        parts, end = self._name_parts(start)
        if titled and len(parts) < 2:
            return
        after = self._text[end : end + 24]
        if titled or _stands_like_a_person(before, after):
            self._keep(" ".join(parts), None, "person")
            self._person_end = end

    def _also_in_lower_case(self, word: str) -> bool:
        """A word that the text also writes small is an ordinary word at the start of a sentence."""
        if word.lower() not in self._text:
            return False
        if self._small_words is None:
            self._small_words = frozenset(_SMALL_WORD.findall(self._text))
        return word.lower() in self._small_words

    def _name_parts(self, start: int) -> tuple[list[str], int]:
        """The capitalised words that follow one another from here: `Dr. Ada Lovelace`."""
        parts: list[str] = []
        end = start
        for match in _PERSON_PART.finditer(self._text, start, start + 80):
            gap = self._text[end : match.start()]
            after_title = bool(parts) and parts[-1].rstrip(".").casefold() in _TITLES
            joined = gap == " " or (after_title and gap == ". ")
            if parts and not (joined and _may_continue_a_name(match[0])):
                break
            stop = "." if _is_abbreviated_title(match, self._text) else ""
            parts.append(match[0].removesuffix("'s") + stop)
            end = match.end()
        return parts[:4], end


def _is_abbreviated_title(match: re.Match[str], text: str) -> bool:
    """Whether this is an abbreviated title, whose full stop belongs to it."""
    return match[0].casefold() in _TITLES and text[match.end() : match.end() + 1] == "."


def _may_be_a_first_name(word: str) -> bool:
    return (
        len(word) > 1
        and word[1:].islower()
        and _PERSON_PART.fullmatch(word) is not None
        and word.casefold() not in _WORDS_THAT_START_SENTENCES
    )


def _may_continue_a_name(word: str) -> bool:
    return word[0].isupper() and _may_be_a_first_name(word.removesuffix("'s"))


def _stands_like_a_person(before: str, after: str) -> bool:
    """Whether the words around a capitalised one are those around a person."""
    following = [word.rstrip(".,;:") for word in after.casefold().split(maxsplit=2)[:2]]
    if following and following[0] in _VERBS_OF_PEOPLE:
        return True
    settled = len(following) > 1 and following[0] in _SETTLED_BY_NEXT_WORD
    if settled and following[1] in _NEXT_WORDS_OF_PEOPLE:
        return True
    previous = before.split()
    return bool(previous) and previous[-1].casefold() in _WORDS_BEFORE_PEOPLE
