"""The repository as a whole: nothing left to do, and the version has its changelog."""

import re
import tomllib

from tests.house.papers import ROOT, text_files

# As a mark in a comment or before a colon; the bare word may be data.
_MARK = r"(TO" r"DO|FIX" r"ME|XX" r"X)\b"
UNFINISHED = re.compile(rf"(#|//|<!--)\s*{_MARK}|\b{_MARK}\s*(\([^)]*\))?:")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_nothing_is_marked_as_left_to_do() -> None:
    found = [
        f"{path}:{number}"
        for path, text in text_files()
        for number, line in enumerate(text.splitlines(), start=1)
        if UNFINISHED.search(line)
    ]
    assert found == []


def test_the_changelog_has_an_entry_for_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[?(\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    assert versions[:1] == [PROJECT["version"]]


def test_every_decision_record_has_a_number_of_its_own_and_the_four_parts() -> None:
    records = sorted((ROOT / "docs" / "adr").glob("*.md"))
    numbers = [int(record.name[:4]) for record in records]
    assert numbers == list(range(1, len(records) + 1))
    for record in records:
        headings = re.findall(r"^## (.+)$", record.read_text(encoding="utf-8"), re.MULTILINE)
        assert headings == ["Status", "Context", "Decision", "Consequences"], record.name
