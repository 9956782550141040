"""The front page: what `holdfast --help` prints."""

from collections.abc import Iterator

from holdfast.surfaces.cli.catalogue import HEADINGS
from holdfast.surfaces.cli.options import HELP

WIDTH = 13
BEGIN = (
    'holdfast remember "The cache is dogpile; Redis was too complex." --kind decision',
    "holdfast list",
    "holdfast demo",
)


def front_page() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "Holdfast: memory that agents can stand on."
    yield ""
    yield "Usage: holdfast [OPTIONS] COMMAND …"
    yield ""
    yield "Begin with:"
    yield from (f"  {line}" for line in BEGIN)
    for heading, commands in HEADINGS.items():
        yield ""
        yield f"{heading}:"
        yield from (f"  {name:<{WIDTH}}{command.says}" for name, command in commands.items())
    yield ""
    yield "Options, before or after any command:"
    for name, (value, says) in HELP.items():
        yield f"  {f'--{name} {value}'.strip():<29}{says}"
    yield f"  {'--version, --help':<29}`holdfast COMMAND --help` shows the options of a command."
    yield ""
    yield "Write - for a text to read standard input. The beginning of an id is enough when it is"
    yield "unique. Exit codes: 0 done, 2 change the request, 3 denied, 4 not found or conflict,"
    yield "5 try again, 70 damaged, 130 interrupted."
