"""The papers hold together: links lead somewhere, blocks are checked, no machine is named."""

import os
import pwd
import re
from pathlib import Path

import pytest

from tests.house.papers import ROOT, papers, text_files, without_code
from tests.house.papers import blocks as blocks_of

# tests/docs runs bash and python and parses toml and json; text is output or a drawing.
CHECKED_LANGUAGES = {"bash", "python", "toml", "json", "text"}

LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)[^)]*\)")
HEADING = re.compile(r"^#+ +(?P<title>.+?) *$", re.MULTILINE)
REGISTRY = re.compile(
    r"\bpypi\.org|pythonhosted\.org|registry\.npmjs\.org|npmjs\.com|docker\.io|\bghcr\.io"
    r"|--(extra-)?index[-]url|--find[-]links"
)
HOME_FOLDER = re.compile(r"(?<![\w.~/])/(home|Users)/[a-z]\w*/|(?<![\w.~/])/root/")


def anchors(text: str) -> set[str]:
    """The anchors that a Markdown viewer makes out of headings."""
    titles = (match["title"].lower() for match in HEADING.finditer(text))
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


def broken_links(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    broken = []
    for match in LINK.finditer(without_code(text)):
        target, _, anchor = match["target"].partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        file = path if not target else path.parent / target
        leads = file.exists() and (
            not anchor or anchor in anchors(file.read_text(encoding="utf-8"))
        )
        if not leads:
            broken.append(match["target"])
    return broken


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", papers(), ids=name_of)
def test_every_link_inside_the_repository_leads_somewhere(path: Path) -> None:
    assert broken_links(path) == []


@pytest.mark.parametrize("path", papers(), ids=name_of)
def test_every_code_block_is_in_a_language_that_a_test_checks(path: Path) -> None:
    unchecked = [str(block) for block in blocks_of(path) if block.language not in CHECKED_LANGUAGES]
    assert unchecked == []


def test_no_file_names_a_package_registry() -> None:
    found = [str(path) for path, text in text_files() if REGISTRY.search(text)]
    assert found == []


def test_no_file_names_a_folder_of_the_machine_it_was_written_on() -> None:
    # Tests may hold made-up home folders as data.
    found = [
        str(path)
        for path, text in text_files()
        if path.parts[0] != "tests" and HOME_FOLDER.search(text)
    ]
    assert found == []


def test_no_file_names_this_checkout_or_this_home() -> None:
    own = {str(ROOT), pwd.getpwuid(os.getuid()).pw_dir}
    telling = [place + "/" for place in own if place.count("/") > 1]
    found = [str(path) for path, text in text_files() if any(place in text for place in telling)]
    assert found == []
