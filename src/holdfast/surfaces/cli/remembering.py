"""remember, observe."""

from typing import Annotated

import typer

from holdfast.evidence.types import Role, Turn
from holdfast.memories.types import Draft, Kind, Retention, Stored, Visibility
from holdfast.surfaces.cli.arguments import TIME_HELP
from holdfast.surfaces.cli.blocks import Answer, Id, Line
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.details import detail_object
from holdfast.surfaces.cli.moments import moment
from holdfast.surfaces.cli.refusal import usage
from holdfast.surfaces.cli.storing import stored_answer
from holdfast.surfaces.cli.streams import (
    draft_from,
    observe_stream,
    read_all,
    remember_stream,
    turn_from,
)
from holdfast.surfaces.library import Holdfast

STANDARD_INPUT = "-"


def remember(
    context: typer.Context,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="The statement; - reads one from each line.")
    ],
    kind: Annotated[Kind, typer.Option(help="What sort of statement it is.")] = "fact",
    space: Annotated[str, typer.Option(metavar="PATH", help="Where it belongs.")] = "",
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="A short name for it.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag; may be repeated.")
    ] = None,
    detail: Annotated[
        str | None, typer.Option(metavar="JSON", help="The fields of its kind, as an object.")
    ] = None,
    visibility: Annotated[Visibility, typer.Option(help="Who may see it.")] = "space",
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
    evidence: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="What it rests on: an id from observe; may be repeated."),
    ] = None,
    source: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where it comes from, in words.")
    ] = None,
    ref: Annotated[str | None, typer.Option(metavar="TEXT", help="Your own id for it.")] = None,
    key: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A name for this request, so that a retry is known."),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="With -: all of standard input is one statement.")
    ] = False,
    jsonl: Annotated[
        bool,
        typer.Option("--jsonl", help="With -: each line is a JSON object with these fields."),
    ] = False,
) -> int:
    """What is known already is not stored twice; what it contradicts is superseded, or disputed.

    From a stream, lines are stored in batches. A refused line is named with its
    number and the reason, and the others are stored; the exit code is 2 then.
    """
    call = Call.of(context)
    draft = Draft(
        text=text,
        kind=kind,
        space=space,
        title=title,
        tags=tuple(tag or ()),
        detail=detail_object(detail),
        visibility=visibility,
        confidence=confidence,
        importance=importance,
        retention=retention,
        valid_from=moment(valid_from, "--valid-from"),
        valid_to=moment(valid_to, "--valid-to"),
        evidence=tuple(evidence or ()),
        source=source,
        ref=ref,
        idempotency_key=key,
    )
    streamed = _is_streamed("remember", text, whole=whole, jsonl=jsonl)
    if streamed and key is not None:
        raise usage("--key names one request, and a stream is many.", "Use --jsonl with keys.")
    with call.open(create=True) as memory:
        if streamed:
            return remember_stream(call, memory, lambda line: draft_from(line, draft, jsonl=jsonl))
        stored = _stored(memory, draft, read_all() if text == STANDARD_INPUT else text)
        call.answer(stored_answer(memory, stored))
    return 0


def _is_streamed(command: str, text: str, *, whole: bool, jsonl: bool) -> bool:
    if text != STANDARD_INPUT and (whole or jsonl):
        raise usage(
            "--whole and --jsonl are about standard input.", f"Write: holdfast {command} - …"
        )
    if whole and jsonl:
        raise usage("--whole and --jsonl exclude each other.", "Give one of the two.")
    return text == STANDARD_INPUT and not whole


def _stored(memory: Holdfast, draft: Draft, text: str) -> Stored:
    return memory.remember(
        text,
        kind=draft.kind,
        space=draft.space,
        title=draft.title,
        tags=draft.tags,
        detail=draft.detail,
        visibility=draft.visibility,
        confidence=draft.confidence,
        importance=draft.importance,
        retention=draft.retention,
        valid_from=draft.valid_from,
        valid_to=draft.valid_to,
        evidence=draft.evidence,
        source=draft.source,
        ref=draft.ref,
        idempotency_key=draft.idempotency_key,
    )


def observe(
    context: typer.Context,
    text: Annotated[
        str,
        typer.Argument(metavar="TEXT", help="What was said or done; - reads one from each line."),
    ],
    role: Annotated[Role, typer.Option(help="Whose part it is.")] = "user",
    speaker: Annotated[str | None, typer.Option(metavar="NAME", help="Who said it.")] = None,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help=f"When it was said. {TIME_HELP}")
    ] = None,
    session: Annotated[
        str | None, typer.Option(metavar="NAME", help="The conversation that it belongs to.")
    ] = None,
    space: Annotated[str, typer.Option(metavar="PATH", help="Where it belongs.")] = "",
    ref: Annotated[str | None, typer.Option(metavar="TEXT", help="Your own id for it.")] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="With -: all of standard input is one piece.")
    ] = False,
    jsonl: Annotated[
        bool,
        typer.Option("--jsonl", help="With -: each line is a JSON object with these fields."),
    ] = False,
) -> int:
    """It is kept in order; memories can name it as what they rest on (`remember --evidence`)."""
    call = Call.of(context)
    turn = Turn(role, text, speaker, moment(at, "--at"), session, space, ref)
    streamed = _is_streamed("observe", text, whole=whole, jsonl=jsonl)
    with call.open(create=True) as memory:
        if streamed:
            return observe_stream(call, memory, lambda line: turn_from(line, turn, jsonl=jsonl))
        said = read_all() if text == STANDARD_INPUT else text
        (kept,) = memory.observe(Turn(role, said, speaker, turn.at, session, space, ref))
        call.answer(Answer({"id": kept}, lambda: [Line(("Observed: ", Id(kept)))]))
    return 0
