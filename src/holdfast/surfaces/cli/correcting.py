"""revise, supersede, dispute, decide, retire, merge, unmerge, pin, protect, feedback."""

from typing import Annotated

import typer

from holdfast.memories.types import Retention, Verdict, Visibility
from holdfast.surfaces.cli.arguments import TIME_HELP, IdArgument, Why
from holdfast.surfaces.cli.blocks import Answer, Id, Line
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.details import detail_object
from holdfast.surfaces.cli.moments import moment
from holdfast.surfaces.cli.refusal import usage
from holdfast.surfaces.cli.storing import changed, each, stored_answer


def revise(
    context: typer.Context,
    id: IdArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The new wording; without it, the old.")
    ] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="A new title.")] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option("--tag", metavar="TAG", help="The new tags, instead of all old ones."),
    ] = None,
    detail: Annotated[
        str | None, typer.Option(metavar="JSON", help="The new fields of its kind, as an object.")
    ] = None,
    visibility: Annotated[Visibility | None, typer.Option(help="Who may see it.")] = None,
    confidence: Annotated[
        float | None, typer.Option(metavar="0..1", help="How sure it is.")
    ] = None,
    importance: Annotated[
        float | None, typer.Option(metavar="0..1", help="How much it matters.")
    ] = None,
    retention: Annotated[
        Retention | None, typer.Option(help="Short: 6 hours, mid: 7 days, long: without end.")
    ] = None,
    valid_from: Annotated[
        str | None, typer.Option(metavar="TIME", help=f"Since when it holds. {TIME_HELP}")
    ] = None,
    valid_to: Annotated[
        str | None, typer.Option(metavar="TIME", help="Until when it holds.")
    ] = None,
    why: Why = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        revised = memory.revise(
            id,
            text,
            title=title,
            tags=tag,
            detail=detail_object(detail),
            visibility=visibility,
            confidence=confidence,
            importance=importance,
            retention=retention,
            valid_from=moment(valid_from, "--valid-from"),
            valid_to=moment(valid_to, "--valid-to"),
            why=why,
        )
        call.answer(changed("Revised: ", revised))


def supersede(
    context: typer.Context,
    id: IdArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The statement that holds from now on.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="ID", help="Instead: the memory that takes its place.")
    ] = None,
    why: Why = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        call.answer(stored_answer(memory, memory.supersede(id, text, by=by, why=why)))


def dispute(
    context: typer.Context,
    id: IdArgument,
    against: Annotated[
        str | None, typer.Option(metavar="ID", help="The memory that it stands against.")
    ] = None,
    why: Why = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        disputed = memory.dispute(id, against=against, why=why)
        advice = f"Decide: holdfast decide {disputed.id} accept|reject|both"
        call.answer(changed("Disputed: ", disputed, advice))


def decide(
    context: typer.Context,
    id: IdArgument,
    verdict: Annotated[
        Verdict, typer.Argument(help="Whether the disputed memory holds, or not, or both do.")
    ],
    why: Why = None,
) -> None:
    """`holdfast list --status disputed` shows what waits for a decision."""
    call = Call.of(context)
    with call.open() as memory:
        call.answer(changed(f"Decided ({verdict}): ", memory.decide(id, verdict, why=why)))


def retire(context: typer.Context, id: IdArgument, why: Why = None) -> None:
    call = Call.of(context)
    with call.open() as memory:
        retired = memory.retire(id, why=why)
        call.answer(changed("Retired: ", retired, f"Back again: holdfast restore {retired.id}"))


def merge(
    context: typer.Context,
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="The memories to merge.")],
    into: Annotated[
        str, typer.Option(metavar="ID", help="The memory that stands for them; it may be named.")
    ],
    why: Why = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        call.answer(changed("Merged into: ", memory.merge(ids, into=into, why=why)))


def unmerge(context: typer.Context, id: IdArgument, why: Why = None) -> None:
    """By the id of one that was merged away, or of the one that stands for all of them."""
    call = Call.of(context)
    with call.open() as memory:
        back = memory.unmerge(id, why=why)
        call.answer(Answer(back, lambda: each("Back again: ", back)))


def pin(
    context: typer.Context,
    id: IdArgument,
    off: Annotated[bool, typer.Option("--off", help="Unpin it.")] = False,
    why: Why = None,
) -> None:
    """An agent may correct a pinned memory, not remove it."""
    call = Call.of(context)
    with call.open() as memory:
        pinned = memory.pin(id, on=not off, why=why)
        call.answer(changed("Pinned: " if pinned.pinned else "No longer pinned: ", pinned))


def protect(
    context: typer.Context,
    id: IdArgument,
    off: Annotated[bool, typer.Option("--off", help="Take the protection away.")] = False,
    why: Why = None,
) -> None:
    call = Call.of(context)
    with call.open() as memory:
        kept = memory.protect(id, on=not off, why=why)
        call.answer(changed("Protected: " if kept.protected else "No longer protected: ", kept))


def feedback(
    context: typer.Context,
    id: IdArgument,
    helped: Annotated[bool, typer.Option("--helped", help="It helped.")] = False,
    hurt: Annotated[bool, typer.Option("--hurt", help="It did harm.")] = False,
    why: Why = None,
) -> None:
    """Usefulness is (helped + 1) / (helped + hurt + 2)."""
    if helped == hurt:
        raise usage("feedback is either --helped or --hurt.", "Give one of the two.")
    call = Call.of(context)
    with call.open() as memory:
        judged = memory.feedback(id, helped, why=why)
        counted = f"usefulness {judged.usefulness:.2f}: helped {judged.helped}, hurt {judged.hurt}"
        call.answer(Answer(judged, lambda: [Line((Id(judged.id), f"  {counted}"))]))
