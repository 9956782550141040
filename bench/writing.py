"""Writing: single memories, turns, and a long stream of drafts."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Literal

import holdfast
from bench.figures import LATENCY, Section
from bench.plain import BareSync, PlainStore
from bench.sizes import Sizes
from bench.texts import statements
from bench.timing import Timing, joined, spent_on, timed

DURABILITIES: tuple[Literal["normal", "full"], ...] = ("normal", "full")
WRITERS = (1, 8)
TURNS_AT_ONCE = 20
SEED_STORE, SEED_WRITES, SEED_TURNS = 1, 2, 3

Say = Callable[[str], None]


@dataclass(slots=True)
class Loaded:
    """How the store was filled."""

    section: Section
    per_second: float


def load(home: Path, sizes: Sizes, say: Say) -> Loaded:
    """Fills the store that all else is measured on, and says how fast that was."""
    section = Section(
        "remember_many",
        "A stream of different statements into an empty store, durability normal, vectors "
        "included; each row is the part of the stream up to there.",
        ("memories", "seconds", "CPU seconds", "per second"),
    )
    outcomes: Counter[str] = Counter()
    texts = statements(sizes.memories, seed=SEED_STORE)
    taken = 0.0
    with holdfast.open(home, durability="normal") as memory:
        for part in range(1, sizes.parts + 1):
            drafts = list(islice(texts, sizes.memories // sizes.parts))
            spent, answers = spent_on(partial(_outcomes, memory, drafts))
            outcomes += answers
            taken += spent.wall
            stored = part * sizes.memories // sizes.parts
            section.add(f"{stored:,}", *spent.cells(), f"{len(drafts) / spent.wall:,.0f}")
            say(f"remember_many: {stored:,} of {sizes.memories:,}")
    told = ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common())
    section.after.append(f"What became of the statements: {told}.")
    return Loaded(section, sizes.memories / taken)


def _outcomes(memory: holdfast.Holdfast, drafts: list[str]) -> Counter[str]:
    return Counter(
        answer.outcome if isinstance(answer, holdfast.Stored) else "refused"
        for answer in memory.remember_many(drafts)
    )


@dataclass(slots=True)
class Contender:
    """One way of writing, measured in turns with the others."""

    name: str
    write: Callable[[str], object]
    writers: int
    calls: int
    rounds: list[Timing] = field(default_factory=list)


@dataclass(slots=True)
class Singles:
    """Writing one at a time: Holdfast, SQLite by hand, and the disk alone."""

    section: Section
    by_name: dict[str, Timing]


def single_writes(home: Path, folder: Path, sizes: Sizes, say: Say) -> Singles:
    """All contenders take turns, so that a slow minute of the machine is slow for each."""
    texts = statements(10**9, seed=SEED_WRITES)
    by_name: dict[str, Timing] = {}
    for durability in DURABILITIES:
        with holdfast.open(home, durability=durability) as memory:
            plain = PlainStore(folder / f"plain-{durability}.db", durability)
            plain.begin(statements(sizes.memories, seed=SEED_STORE))
            bare = BareSync(folder / "sync.bin")
            contenders = _contenders(memory, plain, bare, durability, sizes)
            for turn in range(sizes.rounds + 1):
                _one_round(contenders, texts, warm_up=turn == 0)
                say(f"remember, durability {durability}: round {turn} of {sizes.rounds}")
            plain.close()
            bare.close()
        by_name |= {one.name: joined(one.rounds) for one in contenders}
    return Singles(_singles_section(by_name, sizes), by_name)


def _contenders(
    memory: holdfast.Holdfast, plain: PlainStore, bare: BareSync, durability: str, sizes: Sizes
) -> list[Contender]:
    made = []
    for writers in WRITERS:
        named = f"{durability}, {writers} writer{'s' if writers > 1 else ''}"
        made.append(Contender(f"remember, {named}", memory.remember, writers, sizes.calls))
        made.append(Contender(f"plain SQLite, {named}", plain.write, writers, sizes.calls))
    if durability == "full":
        made.append(Contender("bare fsync of 4 KB", bare.write, 1, sizes.calls))
    return made


def _one_round(contenders: list[Contender], texts: Iterator[str], *, warm_up: bool) -> None:
    for one in contenders:
        calls = one.calls // 5 if warm_up else one.calls
        timing = timed(one.write, list(islice(texts, calls)), writers=one.writers)
        if not warm_up:
            one.rounds.append(timing)


def _singles_section(by_name: dict[str, Timing], sizes: Sizes) -> Section:
    section = Section(
        "remember",
        f"Into the store of {sizes.memories:,}, embedding included. Plain SQLite is the same "
        "driver with the same `synchronous`, WAL, and the same text as one row and one journal "
        "row in one commit: no check, no vector, no words, no chain. Writers are threads; each "
        "call is timed from the caller's side.",
        LATENCY,
    )
    for name, timing in by_name.items():
        section.add_timing(name, timing)
    ratios = []
    for named, timing in by_name.items():
        plain = by_name.get(named.replace("remember", "plain SQLite"), timing)
        if plain is not timing:
            ratios.append(f"{named.partition(', ')[2]} {timing.at(0.5) / plain.at(0.5):.1f}")
    section.after.append(f"How many times plain SQLite, by the median: {'; '.join(ratios)}.")
    return section


def observing(home: Path, sizes: Sizes) -> Section:
    section = Section(
        "observe",
        "Turns of one session, vectors included, durability normal.",
        LATENCY,
    )
    numbers = count()
    texts = statements(10**9, seed=SEED_TURNS)

    def turns(how_many: int) -> list[holdfast.Turn]:
        session = f"session {next(numbers) // 50}"
        said = islice(texts, how_many)
        return [holdfast.Turn("user", text, speaker="Ann", session=session) for text in said]

    with holdfast.open(home, durability="normal") as memory:
        for how_many in (1, TURNS_AT_ONCE):
            given = [turns(how_many) for _ in range(sizes.calls)]
            timed(memory.observe, [turns(how_many) for _ in range(sizes.calls // 5)])
            section.add_timing(f"{how_many} at once", timed(memory.observe, given))
    return section
