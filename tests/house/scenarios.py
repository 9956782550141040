"""The behaviours that Holdfast promises, each with the surfaces on which a test shows it.

A test says which one it shows with `@pytest.mark.scenario("W2", surface="cli")`.
"""

from dataclasses import dataclass

LIBRARY, CLI = "library", "cli"
SURFACES = frozenset({LIBRARY, CLI})


@dataclass(frozen=True)
class Scenario:
    sentence: str
    surfaces: frozenset[str] = SURFACES


SCENARIOS = {
    "W1": Scenario("What was acknowledged is there, whole, after kill -9 at any moment."),
    "W2": Scenario(
        "The same text in a space is one memory, a key is used for one request only, and a retry"
        " never fails because of the first try."
    ),
    "W3": Scenario(
        "Near-duplicates merge and can be taken apart; a contradiction supersedes, keeps the old"
        " statement with a closed interval, and is never taken for a duplicate."
    ),
    "W4": Scenario(
        "A contradiction that rules cannot decide is disputed, the old statement stays, a person"
        " decides with one command, and that can be undone."
    ),
    "W5": Scenario(
        "Secrets and personal data are redacted before anything is stored and remain nowhere;"
        " numbers that only look like them are left alone."
    ),
    "W6": Scenario(
        "Text that gives orders is stored as data with a risk, quarantined above the threshold,"
        " and a person can release it."
    ),
    "W7": Scenario(
        "Without an embedder storing still answers in time, says what is pending, and the vector"
        " follows without a restart."
    ),
    "W8": Scenario(
        "Any text, however odd or large, is stored faithfully or refused in one sentence with a"
        " code, never with a traceback."
    ),
    "W9": Scenario(
        "Sixteen processes write a thousand memories each to one file: all are there, and nobody"
        " is told that the database is locked."
    ),
    "W11": Scenario(
        "A full disk, a read-only or missing place, a file that is no store or too new: one"
        " sentence, the family's exit code, nothing damaged."
    ),
    "L1": Scenario("After a correction only the new text answers; history has both, and why."),
    "L2": Scenario(
        "Forgetting by a description that fits two changes nothing; by id it is gone from answers,"
        " and restore brings it back byte for byte."
    ),
    "L3": Scenario(
        "What was erased is in no file as raw bytes, its certificate verifies, and so does the"
        " chain of the journal."
    ),
    "L4": Scenario(
        "Protected and pinned memories can be corrected by an agent, not forgotten, and ageing"
        " leaves them alone."
    ),
    "L5": Scenario("Why gives the evidence in order, with time, speaker and surface."),
    "L6": Scenario(
        "What expires moves to the archive state, can be listed and restored, and a sweep says how"
        " many and why."
    ),
    "L7": Scenario("A journal row changed by hand, in any field, is named by verify."),
    "L8": Scenario("Replaying the journal into an empty store gives the same tables, row by row."),
    "L9": Scenario(
        "Links are added and closed in time, asked for as of a moment, cycles come once, and paths"
        " are found up to seven steps."
    ),
    "L10": Scenario("Helped and hurt move usefulness to (h+1)/(h+u+2)."),
    "G1": Scenario("Nothing that one org does shows in anything that another can see."),
}
