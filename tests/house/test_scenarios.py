"""Every promised behaviour has a test on every surface, and no test claims an unknown one."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.house.papers import ROOT
from tests.house.scenarios import SCENARIOS, SURFACES

TESTS = ROOT / "tests"


class Claim(NamedTuple):
    scenario: str
    surface: str
    where: str


def claims_in(source: str, where: str) -> Iterator[Claim]:
    tree = ast.parse(source)
    names = _named_marks(tree)
    for node in ast.walk(tree):
        for given in _marks(node):
            mark = names.get(given.id, given) if isinstance(given, ast.Name) else given
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.scenario":
                surfaces = {word.arg: ast.literal_eval(word.value) for word in mark.keywords}
                ids = [ast.literal_eval(argument) for argument in mark.args]
                place = f"{where}:{given.lineno}"
                yield Claim(ids[0] if len(ids) == 1 else "", surfaces.get("surface", ""), place)


def _named_marks(tree: ast.Module) -> dict[str, ast.expr]:
    """Marks that a module gives a name of its own, to put it on several tests."""
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Call)
    }


def _marks(node: ast.AST) -> list[ast.expr]:
    """The decorators of a test, or what is assigned to `pytestmark`."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.decorator_list if node.name.startswith("test_") else []
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("pytestmark"):
        return list(node.value.elts) if isinstance(node.value, ast.List) else [node.value]
    return []


CLAIMS = [
    claim
    for path in sorted(TESTS.rglob("test_*.py"))
    for claim in claims_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))
]


@pytest.mark.parametrize(
    ("scenario", "surface"),
    [(key, surface) for key, it in SCENARIOS.items() for surface in sorted(it.surfaces)],
)
def test_every_promised_behaviour_is_shown_by_a_test(scenario: str, surface: str) -> None:
    shown = [claim for claim in CLAIMS if (claim.scenario, claim.surface) == (scenario, surface)]
    assert shown, f"no test shows {scenario} on the {surface}: {SCENARIOS[scenario].sentence}"


def test_no_test_claims_an_unknown_behaviour_or_surface() -> None:
    unknown = [
        claim
        for claim in CLAIMS
        if claim.scenario not in SCENARIOS or claim.surface not in SURFACES
    ]
    assert unknown == []


def test_a_mark_is_found_on_a_function_on_a_module_and_under_a_name() -> None:
    source = (
        'pytestmark = [pytest.mark.slow, pytest.mark.scenario("W1", surface="cli")]\n'
        '@pytest.mark.scenario("W2", surface="library")\n'
        "def test_one() -> None: ...\n"
        '@pytest.mark.scenario("W3", surface="library")\n'
        "def helper() -> None: ...\n"
        'erasing = pytest.mark.scenario("L3", surface="cli")\n'
        "@erasing\n"
        "def test_two() -> None: ...\n"
    )
    assert sorted(claims_in(source, "here")) == [
        Claim("L3", "cli", "here:7"),
        Claim("W1", "cli", "here:1"),
        Claim("W2", "library", "here:2"),
    ]
