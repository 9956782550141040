"""Contradictions between two texts, found by rules over their words in order.

Each rule looks at where two readings part: what is equal before, what differs, what is equal
after. A rule that finds a contradiction and is not sure of it says so; where none finds any, both
texts may hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from holdfast.memories.rules.reading import Reading
from holdfast.memories.rules.shapes import are_capitalised, may_be_people, of_one_shape
from holdfast.memories.rules.vocabulary import CLOSED_SETS, UNITS, word_set
from holdfast.memories.rules.words import Word, stem, stem_set

OBJECT_WORDS_MAX = 4


@dataclass(frozen=True, slots=True)
class Clash:
    """A contradiction that a rule found; a person decides where the rule is not sure."""

    rule: str
    sure: bool = True


class Difference(NamedTuple):
    """Where two readings part: equal before, different between, equal after."""

    before: tuple[Word, ...]
    old: tuple[Word, ...]
    new: tuple[Word, ...]
    after: tuple[Word, ...]


def _predicates(lines: str) -> dict[tuple[str, ...], frozenset[str]]:
    """From lines like "live: in at": the stems of the predicate, and its prepositions."""
    table: dict[tuple[str, ...], frozenset[str]] = {}
    for line in lines.strip().splitlines():
        predicate, _, prepositions = line.partition(":")
        table[tuple(map(stem, predicate.split()))] = word_set(prepositions) or frozenset({""})
    return table


# Predicates that are true of one object at a time, and the prepositions of that object.
_EXCLUSIVE = _predicates("""
    live: in at
    work: at for
    move to:
    report to:
    own by:
    maintain by:
    manage by:
    lead by:
    reply: in
    answer: in
    respond: in
    """)
# The same, for words that must stand in the passive: "is called Atlas", not "calls Atlas".
_EXCLUSIVE_PASSIVE = _predicates("""
    base: in at
    born: in on
    host: on at
    name:
    marry to:
    set to:
    schedule: for on
    write: in
    """)
_ROLES = stem_set("""
    owner maintainer lead leader manager ceo cto cfo head boss president director chair
    product-owner
    """)
# A person replaces a person here; the tools that do the same work are several.
_BY_PERSONS = stem_set("own maintain manage lead")
# "The X is Z" has one Z only when X is the kind of thing of which there is one.
_ONE_OF_A_KIND = _ROLES | stem_set("""
    branch name day capital budget deadline port timezone address email birthday title role limit
    timeout provider url path price wife husband spouse signature hometown town city country
    password theme language editor license licence format version status nickname employer
    framework db domain region locale
    """)
_ONLY_ONE = stem_set("default favourite primary preferred official")
_DEFAULT = stem("default")
_HAS_A_DEFAULT = _ONE_OF_A_KIND | stem_set("""
    shell remote profile queue namespace schema user encoding charset engine model currency
    """)
_NEEDS_ONLY_ONE = stem_set("language editor format framework db path theme")
_TASTES = stem_set("like know visit speak own read play learn buy eat drink see watch teach study")
# Of these a thing may have several versions at once: "supports Python 3.11" and 3.12.
_OF_MANY_VERSIONS = _TASTES | stem_set("support test offer provide install work pass library")
_NOT_EXCLUSIVE = _TASTES | stem_set("have use need want support")
_PREFERENCES = stem_set("prefer favourite")
_OF_ONE_DIRECTION = stem_set("""
    report manage mentor supervise lead own depend import call extend inherit block follow contain
    employ coach wrap supersede include parent precede trigger invoke faster older larger smaller
    better worse taller slower younger
    """)
_CHANGES = stem_set("""
    move switch migrate change upgrade relocate replace rename convert downgrade raise increase
    lower reduce bump decrease
    """)
_MOVE, _REPLACE, _PREFER, _RUN, _HAVE = map(stem, ("move", "replace", "prefer", "run", "have"))
_STATES_AFTER_CHANGE = (*((stem(verb),) for verb in ("live", "base", "run", "host", "locate")), ())
_TAKES_PART_IN_CHANGE = stem_set(
    "use run host live deploy write base prefer have store build serve power with by"
)
# Sets of which a text or a person follows one member at a time, whatever the verb is.
_STRICT_SETS = word_set("indentation theme concurrency measure temperature naming side")
_DAY_SETS = frozenset({"weekday", "part of day"})
_TIME_SETS = _DAY_SETS | {"month", "season", "cadence"}
_UNIT_KEYS = frozenset(UNITS.values())
_SECONDS = {"ms": 0.001, "second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
# Units that measure the same, so that one amount may give way to another in another unit.
_MEASURES = [
    frozenset((*_SECONDS, "month", "year")),
    word_set("kb mb gb tb kib mib gib"),
    word_set("km cm mm"),
    word_set("hz mhz ghz"),
    word_set("am pm"),
]
# Words that begin how, why or by whom something is so, and never what it is.
_BEGINS_NO_OBJECT = stem_set("after by from with because when while before like as via than")
_BEFORE_A_CLOSED_VALUE = stem_set("every each with by to from until after before")


def clash_of_words(old: Reading, new: Reading, *, preference: bool) -> Clash | None:
    if not old.keys or not new.keys:
        return None
    if old.keys == new.keys:
        return _polarity_clash(old, new)
    if len(old.negations) != len(new.negations):
        return None
    if same_words(old, new):
        swapped = _swap_clash(old, new)
        if swapped is not None:
            return swapped
    difference = _difference(old.words, new.words)
    return _clash_of_difference(difference, old, new, preference=preference) or _move_clash(
        old, new
    )


def _polarity_clash(old: Reading, new: Reading) -> Clash | None:
    """The same words, once said and once denied."""
    if len(old.negations) % 2 == len(new.negations) % 2 or names_differ(old, new):
        return None
    if old.negations and new.negations:
        # "Never deploy without a review" denies something else than "never deploy a review".
        return None
    return Clash("polarity", sure=not old.past and old.modifiers == new.modifiers)


def same_words(old: Reading, new: Reading) -> bool:
    return len(old.keys) == len(new.keys) and set(old.keys) == set(new.keys)


def _swap_clash(old: Reading, new: Reading) -> Clash | None:
    """The same words, two of them with their places exchanged."""
    if old.past:
        return None
    if _phrases_swapped(old.keys, new.keys):
        return Clash("swapped", sure=False)
    places = [place for place, key in enumerate(old.keys) if key != new.keys[place]]
    if len(places) != 2:
        return None
    first, second = places
    if (old.keys[first], old.keys[second]) != (new.keys[second], new.keys[first]):
        return None
    shared = set(old.keys)
    compared = shared & {"to", "over", "than"} or old.instead_at == new.instead_at is not None
    if _PREFER in shared and compared:
        return Clash("swapped")
    if shared & _OF_ONE_DIRECTION:
        return Clash("swapped", sure=False)
    return None


def _phrases_swapped(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether what stands before a verb of one direction and what stands after it change places."""
    for place, key in enumerate(old):
        if key not in _OF_ONE_DIRECTION:
            continue
        after = place + 2 if old[place + 1 : place + 2] == ("to",) else place + 1
        if new == old[after:] + old[place:after] + old[:place]:
            return True
    return False


def _difference(old: tuple[Word, ...], new: tuple[Word, ...]) -> Difference:
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start].key == new[start].key:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end].key == new[-1 - end].key:
        end += 1
    return Difference(
        before=new[:start],
        old=old[start : len(old) - end],
        new=new[start : len(new) - end],
        after=new[len(new) - end :],
    )


def _clash_of_difference(
    parting: Difference, old: Reading, new: Reading, *, preference: bool
) -> Clash | None:
    if not parting.old or not parting.new or _is_too_wide(parting):
        return None
    if all(map(_is_quantity, parting.old)) and all(map(_is_quantity, parting.new)):
        return _quantity_clash(parting, old, new, preference=preference)
    if _closed_set(parting) is not None:
        return _alternative_clash(parting, old, new, preference=preference)
    if old.negations or new.negations:
        return None
    return _object_clash(parting, new) or _holder_clash(parting)


def _is_too_wide(parting: Difference) -> bool:
    """Whether the two part so early and meet so late that they share no frame."""
    return max(len(parting.old), len(parting.new)) > OBJECT_WORDS_MAX


def _is_quantity(word: Word) -> bool:
    if word.sort == "number" or word.key in _UNIT_KEYS:
        return True
    return CLOSED_SETS.get(word.key) in ("month", "weekday")


def _quantity_clash(
    parting: Difference, old: Reading, new: Reading, *, preference: bool
) -> Clash | None:
    """The same frame with another number, version, amount or date."""
    if old.past or not (parting.before or parting.after):
        return None
    numbers = [any(word.sort == "number" for word in part) for part in (parting.old, parting.new)]
    if not any(numbers) and _closed_set(parting) is not None:
        return _alternative_clash(parting, old, new, preference=preference)
    if parting.old[0].preposition != parting.new[0].preposition:
        return None
    if not all(numbers) or _of_many_versions(parting) or not _measures_alike(parting):
        return None
    days = any(CLOSED_SETS.get(word.key) == "weekday" for word in (*parting.old, *parting.new))
    return Clash("number", sure=new.changed or not days)


def _of_many_versions(parting: Difference) -> bool:
    """Whether the number is one version of a thing of which several may be liked or supported."""
    first = parting.new[0]
    if not parting.before or parting.before[-1].sort != "name":
        return False
    if first.after_copula or first.preposition:
        return False
    return any(word.key in _OF_MANY_VERSIONS for word in parting.before)


def _measures_alike(parting: Difference) -> bool:
    """Whether both are amounts of one measure, and not one amount written in two ways."""
    old, new = ([word.key for word in part if word.key in _UNIT_KEYS] for part in parting[1:3])
    if old == new:
        return True
    if len(old) != 1 or len(new) != 1:
        return False
    length = _length(parting.old)
    alike = any(old[0] in measure and new[0] in measure for measure in _MEASURES)
    return alike and (length is None or length != _length(parting.new))


def _length(part: tuple[Word, ...]) -> float | None:
    """A length of time in seconds, if the words are one."""
    if len(part) != 2 or part[1].key not in _SECONDS or not part[0].key.isdecimal():
        return None
    return int(part[0].key) * _SECONDS[part[1].key]


def _closed_set(parting: Difference) -> str | None:
    """The closed set that both sides are one member of, if there is one."""
    if len(parting.old) != 1 or len(parting.new) != 1:
        return None
    name = CLOSED_SETS.get(parting.old[0].key)
    return name if name == CLOSED_SETS.get(parting.new[0].key) else None


def _alternative_clash(
    parting: Difference, old: Reading, new: Reading, *, preference: bool
) -> Clash | None:
    """Another member of a small closed set in the same frame."""
    name = _closed_set(parting) or ""
    if old.past or old.negations or new.negations:
        return None
    if parting.old[0].preposition != parting.new[0].preposition:
        return None
    before = {word.key for word in parting.before}
    if before & _PREFERENCES or _object_clash(parting, new) is not None:
        return Clash(name)
    if new.changed and (parting.before or parting.after):
        return Clash(name)
    if not parting.before or _names_its_thing(parting, new):
        return None
    if name in _STRICT_SETS and before.isdisjoint(_TASTES):
        return Clash(name, sure=preference)
    if name == "platform" and parting.before[-1].key == _RUN:
        return Clash(name)
    if before & _NOT_EXCLUSIVE and not (name in _DAY_SETS and _HAVE in before):
        return None
    return Clash(name, sure=False)


def _names_its_thing(parting: Difference, new: Reading) -> bool:
    """Whether the closed value only tells two things apart: "the red team", "note Monday"."""
    if new.verb_at is not None:
        return len(parting.before) < new.verb_at
    first = parting.new[0]
    joined = first.preposition or first.after_copula
    return not joined and parting.before[-1].key not in _BEFORE_A_CLOSED_VALUE


def _object_clash(parting: Difference, new: Reading) -> Clash | None:
    """Another object of a predicate that has one object at a time."""
    if not parting.before or not _may_be_objects(parting):
        return None
    if _is_exclusive(parting):
        if _may_replace(parting):
            return Clash("exclusive")
        # "Now works for a startup": a change is told, and only a person knows whether of this.
        return Clash("exclusive", sure=False) if new.changed else None
    if _are_named(parting) and _may_replace(parting) and _is_one_of_a_kind(parting.before):
        return Clash("exclusive")
    if _are_named(parting) and _are_defaults(parting):
        return Clash("exclusive")
    ends_instead = new.instead_at in (0, len(new.keys))
    if ends_instead and not parting.after and len(parting.old) == len(parting.new) == 1:
        return Clash("instead")
    return None


def _are_named(parting: Difference) -> bool:
    """Whether both are what the subject is said to be: "is Carla", "is main"."""
    firsts = parting.old[0], parting.new[0]
    return not parting.after and all(word.after_copula and not word.preposition for word in firsts)


def _are_defaults(parting: Difference) -> bool:
    """ "The default branch is main", and "is trunk": a single bare word can be the name of one."""
    subject = [word.key for word in parting.before]
    if subject[-2:-1] != [_DEFAULT] or subject[-1] not in _HAS_A_DEFAULT:
        return False
    both = (*parting.old, *parting.new)
    bare = all(word.sort in ("word", "name") and not word.determined for word in both)
    return bare and len(both) == 2


def _may_replace(parting: Difference) -> bool:
    """Whether both are things of one sort, in one relation, and neither is only described."""
    first_old, first_new = parting.old[0], parting.new[0]
    if first_old.preposition != first_new.preposition:
        return False
    if any(word.determined for word in (*parting.old, *parting.new)):
        return False
    return of_one_shape(parting.old, parting.new)


def _may_be_objects(parting: Difference) -> bool:
    """Whether both sides look like one thing each, and like things of one sort."""
    both = (*parting.old, *parting.new)
    if _is_too_wide(parting) or any(word.sort == "number" for word in both):
        return False
    if parting.old[0].key in _BEGINS_NO_OBJECT or parting.new[0].key in _BEGINS_NO_OBJECT:
        return False
    times = [CLOSED_SETS.get(word.key) in _TIME_SETS for word in both]
    if len(both) == 2:
        return times[0] == times[1]
    if any(times) or any(word.sort == "closed" for word in both):
        return False
    shared = {word.key for word in parting.old} & {word.key for word in parting.new}
    return not (shared or _abbreviates(parting) or _two_circumstances(parting))


def _two_circumstances(parting: Difference) -> bool:
    """ "In Antwerp with Ann", "in Ghent with Eve": two things differ, so both may hold."""
    return all(any(word.preposition for word in part[1:]) for part in (parting.old, parting.new))


def _abbreviates(parting: Difference) -> bool:
    """Whether one side is the initials of the other: `NYC`, `New York City`."""
    short, long = sorted((parting.old, parting.new), key=len)
    return len(short) == 1 and short[0].key == "".join(word.key[0] for word in long)


def _is_exclusive(parting: Difference) -> bool:
    first_old, first_new = parting.old[0], parting.new[0]
    if first_old.preposition != first_new.preposition:
        return False
    for length in (1, 2):
        predicate = parting.before[-length:]
        keys = tuple(word.key for word in predicate)
        allowed = _EXCLUSIVE.get(keys)
        if allowed is None and predicate[0].after_copula:
            allowed = _EXCLUSIVE_PASSIVE.get(keys)
        if allowed is not None:
            if keys[0] in _BY_PERSONS and not may_be_people((*parting.old, *parting.new)):
                return False
            return first_new.preposition in allowed
    return False


def _is_one_of_a_kind(subject: tuple[Word, ...]) -> bool:
    keys = [word.key for word in subject]
    nouns = [key for key in keys if key in _ONE_OF_A_KIND]
    if not nouns:
        return bool(set(keys) & _ONLY_ONE) and len(keys) > 1
    return not set(nouns) <= _NEEDS_ONLY_ONE or bool(set(keys) & _ONLY_ONE)


def _holder_clash(parting: Difference) -> Clash | None:
    """Another holder of a role that one holds: "Dave is the owner of the parser"."""
    if parting.before or len(parting.after) < 2 or not _may_be_objects(parting):
        return None
    role = parting.after[0]
    if not are_capitalised((*parting.old, *parting.new)):
        return None
    return Clash("role") if role.after_copula and role.key in _ROLES else None


def _move_clash(old: Reading, new: Reading) -> Clash | None:
    """A change that names what was before, or that leads to a state the old one tells."""
    if old.negations or new.negations:
        return None
    if new.instead_at is not None:
        return _instead_clash(old, new, new.instead_at)
    if _CHANGES.isdisjoint(new.keys):
        return None
    place = next(at for at, key in enumerate(new.keys) if key in _CHANGES)
    return _left_behind(old, new, place) or _arrived_elsewhere(old, new, place)


def _left_behind(old: Reading, new: Reading, place: int) -> Clash | None:
    """ "Switched from X to Y", "replaced X with Y", against a statement about X."""
    between = _former_and_latter(new.keys, place)
    if between is None:
        return None
    former, latter_start = between
    if not former or not _contains(old.keys, former):
        return None
    told = set(old.keys) - set(former) - _TAKES_PART_IN_CHANGE
    latter = set(new.keys[latter_start:])
    said = set(new.keys) - set(former) - {new.keys[place], "from", "to", "with"}
    if not told <= said:
        return None
    return Clash("moved", sure=told >= said - latter)


def _former_and_latter(keys: tuple[str, ...], place: int) -> tuple[tuple[str, ...], int] | None:
    opening, closing = ("", "with") if keys[place] == _REPLACE else ("from", "to")
    rest = keys[place + 1 :]
    start = rest.index(opening) + 1 if opening in rest else (0 if not opening else -1)
    if start < 0 or closing not in rest[start:]:
        return None
    end = rest.index(closing, start)
    return rest[start:end], place + 1 + end + 1


def _contains(keys: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(keys[at : at + len(part)] == part for at in range(len(keys) - len(part) + 1))


def _arrived_elsewhere(old: Reading, new: Reading, place: int) -> Clash | None:
    """ "Moved to Paris", against "lives in Berlin" or "is on Monday"."""
    if new.keys[place] == _MOVE and "to" not in new.keys[place + 1 : place + 2]:
        return None
    subject, target = new.words[:place], new.words[place + 2 :]
    if not target or "from" in new.keys or "to" not in new.keys[place + 1 : place + 2]:
        return None
    for state in _STATES_AFTER_CHANGE:
        head = tuple(word.key for word in subject) + state
        rest = old.words[len(head) :]
        if old.keys[: len(head)] != head or not rest or not head:
            continue
        if not state and CLOSED_SETS.get(rest[0].key) != CLOSED_SETS.get(target[0].key, "none"):
            continue
        parting = _difference(rest, target)
        if parting.old and parting.new and not parting.before and _is_new_place(parting):
            return Clash("moved")
    return None


def _is_new_place(parting: Difference) -> bool:
    """What is moved to has no preposition of its own, so that is not compared."""
    if any(word.determined for word in (*parting.old, *parting.new)):
        return False
    return _may_be_objects(parting) and of_one_shape(parting.old, parting.new)


def _instead_clash(old: Reading, new: Reading, place: int) -> Clash | None:
    """ "Uses Vitest instead of Jest", against "uses Jest"."""
    parting = _difference(old.words, new.words[:place])
    former = tuple(word.key for word in parting.old)
    told_again = former and new.keys[place : place + len(former)] == former
    return Clash("instead") if told_again and parting.before else None


def names_differ(old: Reading, new: Reading) -> bool:
    """Whether words with one stem are two names: both capitalised, and spelled otherwise."""
    return any(
        first.spelled and second.spelled and first.spelled != second.spelled
        for first, second in word_pairs(old, new)
    )


def word_pairs(old: Reading, new: Reading) -> Iterable[tuple[Word, Word]]:
    return zip(old.words, new.words, strict=True)
