"""Every error code is unique, documented, and has an exit code by its family."""

import re
from collections import Counter

import pytest

from holdfast.kernel.errors import FAMILIES, HoldfastError
from holdfast.surfaces.errors import EXIT_CODES
from tests.house.papers import ROOT, named, rows

DOCUMENTED = {
    named(code): (named(family), exit_code)
    for code, family, exit_code, *_ in rows(ROOT / "docs" / "errors.md", "code")
}


def test_a_code_belongs_to_one_family() -> None:
    counted = Counter(code for family in FAMILIES for code in family.codes)
    assert [code for code, times in counted.items() if times > 1] == []


def test_every_class_of_errors_is_a_family() -> None:
    assert set(HoldfastError.__subclasses__()) == set(FAMILIES)
    assert [sub for family in FAMILIES for sub in family.__subclasses__()] == []


def test_every_family_has_an_exit_code() -> None:
    assert set(EXIT_CODES) == set(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_every_code_is_documented_with_its_family_and_exit_code(
    family: type[HoldfastError],
) -> None:
    expected = dict.fromkeys(family.codes, (family.__name__, str(EXIT_CODES[family])))
    documented = {code: DOCUMENTED.get(code) for code in family.codes}
    assert documented == expected


def test_no_code_is_documented_that_does_not_exist() -> None:
    assert set(DOCUMENTED) == {code for family in FAMILIES for code in family.codes}


def test_every_code_is_raised_somewhere() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src").rglob("*.py")
        if path.name != "errors.py" or path.parent.name != "kernel"
    )
    raised = set(re.findall(r'"([a-z_]+)"', sources))
    assert {code for family in FAMILIES for code in family.codes} <= raised
