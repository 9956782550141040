"""The options of every command are taken out wherever they stand."""

import pytest

from holdfast.kernel.errors import InvalidInput
from holdfast.surfaces.cli.options import Options, take


@pytest.mark.parametrize(
    ("given", "options", "rest"),
    [
        (["list"], Options(), ["list"]),
        (["--json", "list"], Options(json=True), ["list"]),
        (["list", "--json"], Options(json=True), ["list"]),
        (["--home", "here", "list"], Options(home="here"), ["list"]),
        (["list", "--home", "here"], Options(home="here"), ["list"]),
        (["list", "--home=here=there"], Options(home="here=there"), ["list"]),
        (["list", "--home=--here"], Options(home="--here"), ["list"]),
        (["--org", "a", "list", "--user", "b"], Options(org="a", user="b"), ["list"]),
        (["remember", "--", "--json"], Options(), ["remember", "--", "--json"]),
        (["remember", "--jsonl"], Options(), ["remember", "--jsonl"]),
        (["list", "--home", "a", "--home", "b"], Options(home="b"), ["list"]),
    ],
)
def test_the_options_are_taken_out_and_the_rest_keeps_its_order(
    given: list[str], options: Options, rest: list[str]
) -> None:
    assert take(given) == (options, rest)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["list", "--home"], "--home needs a value."),
        (["list", "--home", "--json"], "--home needs a value."),
        (["list", "--home="], "--home needs a value."),
        (["--json=yes"], "--json takes no value."),
    ],
)
def test_an_option_that_is_not_complete_is_refused(given: list[str], message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        take(given)
    assert (caught.value.code, caught.value.message) == ("usage_invalid", message)
