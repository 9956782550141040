"""The shape of an object: what kind of thing a word seems to be, as far as its spelling tells.

One object gives way to another only when both have one shape. "The lead is Carla" and "the lead
is Dave" name two people; "the lead is Carla" and "the lead is Danish" may both be true.
"""

from collections.abc import Sequence

from holdfast.memories.rules.technologies import KNOWN_ALIASES
from holdfast.memories.rules.vocabulary import CLOSED_SETS
from holdfast.memories.rules.words import Word, stem_set

# Shapes of words that may be anything: two of them are never known to exclude each other.
_SHAPELESS = frozenset({"word", "quality", "letter", "label"})
_LISTED = {
    "language": stem_set("""
        english german french spanish italian portuguese dutch danish swedish norwegian finnish
        polish czech russian ukrainian turkish greek arabic hebrew hindi chinese japanese korean
        vietnamese thai hungarian romanian catalan latin mandarin cantonese british american
        canadian australian indian irish scottish swiss austrian belgian mexican brazilian european
        """),
    "country": stem_set("""
        germany france spain italy portugal netherlands belgium luxembourg denmark sweden norway
        finland iceland poland czechia austria switzerland hungary romania bulgaria greece turkey
        ireland england scotland wales britain uk us usa canada mexico brazil argentina chile
        colombia peru australia china japan korea india pakistan vietnam thailand indonesia
        malaysia israel egypt morocco nigeria kenya ukraine russia estonia latvia lithuania croatia
        serbia slovenia slovakia europe asia africa america bavaria saxony catalonia texas
        california oregon florida ohio virginia nevada utah arizona colorado ontario quebec
        """),
    "log level": stem_set("trace debug info warning warn error critical fatal"),
}
_SHAPES = {key: shape for shape, keys in _LISTED.items() for key in keys}
_TECHNOLOGIES = frozenset(name.casefold() for name in KNOWN_ALIASES.values())


def of_one_shape(old: Sequence[Word], new: Sequence[Word]) -> bool:
    """Whether every word of both has one shape, and one that tells something."""
    shapes = {_shape(word) for word in (*old, *new)}
    return len(shapes) == 1 and shapes.isdisjoint(_SHAPELESS)


def are_capitalised(words: Sequence[Word]) -> bool:
    """Whether all of them are spelled as names, even at the start of a sentence."""
    return all(word.spelled or word.sort == "name" for word in words)


def may_be_people(words: Sequence[Word]) -> bool:
    """Whether all of them are plain words with a capital: "Eva", and not "OKRs" or "Terraform"."""
    return all(word.spelled for word in words)


def _shape(word: Word) -> str:
    if word.sort == "closed":
        return CLOSED_SETS[word.key]
    listed = _SHAPES.get(word.key)
    if listed is not None:
        return listed
    if word.sort == "name" and word.key[0].islower() and not word.key.isalpha():
        return "name" if word.key in _TECHNOLOGIES else "identifier"
    return word.sort
