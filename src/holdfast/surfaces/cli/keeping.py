"""doctor, verify, replay, settings, completions, version."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined]

from holdfast.evidence.types import ReplayReport, VerifyReport
from holdfast.kernel.errors import Corrupted
from holdfast.surfaces.cli.blocks import Answer, Block, Cell, Fields, Line, Table
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.jsonform import plain
from holdfast.surfaces.cli.progress import progress
from holdfast.surfaces.cli.running import COMPLETE_VARIABLE, PROGRAM
from holdfast.surfaces.cli.views import said
from holdfast.surfaces.errors import exit_code
from holdfast.wiring.checkup import Finding, examine, versions
from holdfast.wiring.settings import shown

DIFFERENCES_SHOWN = 5


def doctor(context: typer.Context) -> int:
    """It looks at the versions, the settings, the home folder, the file, the journal and the
    embedder, and at what waits for somebody. The exit code is that of the worst finding.
    """
    call = Call.of(context)
    findings = list(examine(call.flags(), call.options.agent))
    call.answer(Answer([_about(one) for one in findings], lambda: _examined(findings)))
    return max((exit_code(one.error) for one in findings if one.error), default=0)


def _about(one: Finding) -> dict[str, object]:
    code = None if one.error is None else one.error.code
    return {"name": one.name, "ok": one.ok, "says": one.says, "repair": one.repair, "code": code}


def _examined(findings: Sequence[Finding]) -> Iterator[Block]:
    yield Table(
        ["", "what", "found"],
        [(_mark(one), one.name, one.says) for one in findings],
    )
    yield Line("")
    repairs = [(one.name, one.repair) for one in findings if one.repair]
    if all(one.ok for one in findings):
        yield Line("All is well." if not repairs else "All is well; this waits for you:")
    else:
        yield Line("What to do:")
    yield Fields([(f"  {name}", repair) for name, repair in repairs])


def _mark(one: Finding) -> str:
    if not one.ok:
        return "WRONG"
    return "waits" if one.repair else "ok"


def verify(
    context: typer.Context,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only the chain of the journal, not the tables.")
    ] = False,
) -> None:
    """Every seal of the journal is checked; then it is replayed, and compared with the tables.

    The exit code is 70 when something does not hold.
    """
    call = Call.of(context)
    with call.open() as memory, progress("Verifying", "entries") as step:
        report = memory.verify(quick=quick, progress=lambda done, total: step(done, total, done))
    call.answer(Answer(report, lambda: _verified(report)))
    if not report.ok:
        code = "replay_differs" if report.differences else "chain_broken"
        raise Corrupted(
            code,
            "The store is not what its journal says.",
            hint="Keep a copy of the folder; `holdfast doctor` looks at the rest.",
        )


def _verified(report: VerifyReport) -> Iterator[Block]:
    if report.ok:
        yield Line(f"ok: the chain of {report.entries:,} journal entries holds")
    elif report.position is not None:
        yield Line(f"NOT OK at journal position {report.position}: {report.problem}")
    else:
        yield Line(f"NOT OK: {report.problem or 'the tables differ from the journal'}")
    if report.compared_tables:
        yield Line(f"{report.rows_compared:,} rows compared with a replay of the journal")
    else:
        yield Line("the tables were not compared")
    for difference in report.differences[:DIFFERENCES_SHOWN]:
        yield Line(f"  differs: {difference}")
    if report.pending_vectors:
        yield Line(f"{report.pending_vectors:,} vectors are pending")


def replay(
    context: typer.Context,
    into: Annotated[
        str, typer.Argument(metavar="FOLDER", help="Where the new store begins; it must be empty.")
    ],
) -> None:
    call = Call.of(context)
    with call.open() as memory, progress("Replaying", "entries") as step:
        report = memory.replay(into, progress=lambda done, total: step(done, total, done))
    note = f"Look at it: holdfast --home {into} list"
    call.answer(Answer(report, lambda: [_replayed(report, into)], [note]))


def _replayed(report: ReplayReport, into: str) -> Block:
    return Fields(
        [
            ("rebuilt in", str(Path(into).expanduser())),
            ("journal entries", report.entries),
            ("rows", report.rows),
            ("vectors", report.vectors),
            ("pending vectors", report.pending_vectors or None),
        ]
    )


def settings(context: typer.Context) -> None:
    """Flags come before the environment, it before holdfast.toml, that before the defaults."""
    call = Call.of(context)
    read, sources = call.settings()
    values = plain(shown(read))
    listed = {name: {"value": values[name], "source": sources[name]} for name in values}
    rows: list[Sequence[Cell]] = [
        (name, sources[name], said(values[name])) for name in sorted(values)
    ]
    call.answer(Answer(listed, lambda: [Table(["setting", "from", "value"], rows)]))


def completions(
    context: typer.Context,
    shell: Annotated[Literal["bash", "zsh", "fish"], typer.Argument(help="Your shell.")],
) -> None:
    """For good: add the line of the example to ~/.bashrc or ~/.zshrc; for fish, save the script
    in ~/.config/fish/completions/holdfast.fish.
    """
    script = get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE, shell=shell)
    if Call.of(context).options.json:
        Call.of(context).stream({"shell": shell, "script": script})
    else:
        sys.stdout.write(f"{script}\n")


def version(context: typer.Context) -> None:
    named = versions()
    Call.of(context).answer(Answer(named, lambda: [Fields([*named.items()])]))
