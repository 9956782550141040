"""forget, restore, erase, undo, sweep."""

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from holdfast.kernel.errors import HoldfastError
from holdfast.memories.types import Certificate, Swept, Undone
from holdfast.surfaces.cli.arguments import IdArgument, Why
from holdfast.surfaces.cli.blocks import Answer, Block, Cell, Fields, Id, Line, Table
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.progress import progress
from holdfast.surfaces.cli.storing import changed
from holdfast.surfaces.cli.views import memory_table
from holdfast.surfaces.cli.visible import visible
from holdfast.surfaces.library import Holdfast

SHOWN = 10
EXIT_DECLINED = 1


def forget(
    context: typer.Context,
    what: Annotated[
        str, typer.Argument(metavar="ID|WORDS", help="An id, or words that fit one memory only.")
    ],
    why: Why = None,
) -> None:
    """When the words fit several memories, they are listed and nothing is changed."""
    call = Call.of(context)
    with call.open() as memory:
        gone = memory.forget(what, why=why)
        call.answer(changed("Forgotten: ", gone, f"Back again: holdfast restore {gone.id}"))


def restore(context: typer.Context, id: IdArgument, why: Why = None) -> None:
    """`holdfast list --archived` shows the archive, `--status quarantined` the quarantine."""
    call = Call.of(context)
    with call.open() as memory:
        call.answer(changed("Back again: ", memory.restore(id, why=why)))


def erase(
    context: typer.Context,
    id: Annotated[
        str,
        typer.Argument(metavar="ID", help="The memory, or the whole id of evidence."),
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    why: Why = None,
) -> int:
    """There is no way back, not even undo. What remains is a certificate without content.

    At a terminal it asks first; without an answer of y nothing is erased, and the exit code is 1.
    """
    call = Call.of(context)
    with call.open() as memory:
        if not yes and sys.stdin.isatty() and not _confirmed(memory, id):
            call.note("Nothing was erased.")
            return EXIT_DECLINED
        certificate = memory.erase(id, why=why)
        call.answer(Answer(certificate, lambda: _certificate(certificate)))
    return 0


def _confirmed(memory: Holdfast, given: str) -> bool:
    try:
        named = visible(memory.get(given).text)
    except HoldfastError:
        named = visible(given)  # evidence, or nothing that there is: erase itself will say
    return typer.confirm(f"Erase for good: {named}", err=True)


def _certificate(certificate: Certificate) -> Iterator[Block]:
    yield Line(("Erased: ", Id(certificate.id)))
    yield Fields(
        [
            ("  at", certificate.at),
            ("  by", certificate.actor),
            ("  destroyed", ", ".join(certificate.erased)),
            ("  journal entries emptied", ", ".join(map(str, certificate.positions))),
            ("  evidence kept for others", ", ".join(certificate.kept_evidence) or None),
            ("  backups removed", certificate.backups_removed),
            ("  log file emptied", certificate.wal_cleared),
            ("  operation", certificate.operation),
            ("  hash", certificate.hash),
        ]
    )


def undo(
    context: typer.Context,
    operation: Annotated[
        str | None,
        typer.Argument(metavar="OPERATION", help="Such as op_42; without it, your last one."),
    ] = None,
    why: Why = None,
) -> None:
    """`holdfast history ID` shows operations. An undo can be undone by its own operation."""
    call = Call.of(context)
    with call.open() as memory:
        undone = memory.undo(operation, why=why)
        call.answer(Answer(undone, lambda: _undone(memory, undone)))


def _undone(memory: Holdfast, undone: Undone) -> Iterator[Block]:
    yield Line(f"Undone: {undone.undone} (by the new operation {undone.operation})")
    yield Table(
        ["taken back", "of", "is now"],
        [
            (name, Id(subject), _now(memory, subject))
            for name, subject in list(zip(undone.names, undone.subjects, strict=False))[:SHOWN]
        ],
    )
    if len(undone.names) > SHOWN:
        yield Line(f"… and {len(undone.names) - SHOWN:,} more changes.")


def _now(memory: Holdfast, subject: str) -> Cell:
    if not subject.startswith("mem_"):
        return None
    held = memory.get(subject)
    return f"{held.status}: {held.text}"


def sweep(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be moved.")
    ] = False,
) -> None:
    """Pinned and protected memories stay. `holdfast restore ID` brings one back."""
    call = Call.of(context)
    with call.open() as memory:
        with progress("Sweeping", "memories") as step:
            swept = memory.sweep(dry_run=dry_run, progress=lambda done: step(done, None, done))
        call.answer(Answer(swept, lambda: _swept(memory, swept)))


def _swept(memory: Holdfast, swept: Swept) -> Iterator[Block]:
    moved = "to move" if swept.dry_run else "moved"
    yield Line(f"Expired and {moved} to the archive: {len(swept.expired):,}")
    if swept.kept_pinned or swept.kept_protected:
        kept = f"{swept.kept_pinned:,} pinned, {swept.kept_protected:,} protected"
        yield Line(f"Expired, but they stay: {kept}")
    if swept.expired:
        yield memory_table([memory.get(one) for one in swept.expired[:SHOWN]])
    if len(swept.expired) > SHOWN:
        yield Line(f"… and {len(swept.expired) - SHOWN:,} more.")
