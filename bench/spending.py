"""What the time of a write goes into, by a profile of the shipped code."""

import cProfile
from pathlib import Path
from types import CodeType

import holdfast
from bench.figures import Section
from bench.texts import statements

PROFILED = 2_000
SEED = 5
PARTS = (
    ("memories/intake.py", "prepare", "intake: limits, redaction, screening, names"),
    ("memories/remember.py", "encode", "embedding"),
    ("storage/transaction.py", "candidates", "finding what it may be compared with"),
    ("rules/contradiction.py", "compare", "comparing, contradiction first"),
    ("evidence/journal.py", "append", "sealing the entry and writing the rows"),
)


def spending(home: Path) -> Section:
    section = Section(
        "Where a write spends its time",
        f"A profile of remember_many with {PROFILED:,} statements into the loaded store. The "
        "profiler slows Python down and SQLite not, so the shares of rules are somewhat too large.",
        ("", "share"),
    )
    texts = list(statements(PROFILED, seed=SEED))
    profile = cProfile.Profile()
    with holdfast.open(home, durability="normal") as memory:
        profile.enable()
        for _ in memory.remember_many(texts):
            pass
        profile.disable()
    total, spent = _spent(profile)
    for file, function, label in PARTS:
        section.add(label, f"{spent[file, function] / total:.0%}")
    rest = total - sum(spent[file, function] for file, function, _ in PARTS)
    section.add("the rest: topic keys, known texts, commits, answers", f"{rest / total:.0%}")
    return section


def _spent(profile: cProfile.Profile) -> tuple[float, dict[tuple[str, str], float]]:
    """Seconds in all, and for each part with everything that it calls."""
    spent = dict.fromkeys(((file, function) for file, function, _ in PARTS), 0.0)
    total = 0.0
    for entry in profile.getstats():
        total += entry.inlinetime
        if isinstance(entry.code, CodeType):
            for file, function in spent:
                if entry.code.co_name == function and entry.code.co_filename.endswith(file):
                    spent[file, function] = entry.totaltime
    missing = [function for (_, function), seconds in spent.items() if not seconds]
    if missing:
        raise RuntimeError(f"the profile knows no {', '.join(missing)}: was it renamed?")
    return total, spent
