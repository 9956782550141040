"""The library's face: one handle, one method per verb."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

from holdfast.evidence.observing import observe
from holdfast.evidence.types import Entry, ReplayReport, Turn, VerifyReport
from holdfast.governance.rules import check_subject
from holdfast.governance.types import Subject
from holdfast.inference.ports import Embedder
from holdfast.kernel.errors import InvalidInput
from holdfast.kernel.ids import EvidenceId
from holdfast.kernel.page import Page
from holdfast.memories import changing, joining, linking, reading, removal, undoing
from holdfast.memories.asking import check_limit
from holdfast.memories.behind import judge_disputes
from holdfast.memories.details import Detail
from holdfast.memories.ports import Judge
from holdfast.memories.remember import Refused, remember, remember_many
from holdfast.memories.types import (
    LIVE,
    Certificate,
    Draft,
    Ended,
    Entity,
    Filter,
    Graph,
    Kind,
    Link,
    Memory,
    Moment,
    Relation,
    Retention,
    Stats,
    Status,
    Stored,
    Swept,
    Undone,
    Verdict,
    Visibility,
    Why,
)
from holdfast.memories.types import Path as LinkPath
from holdfast.wiring.house import House, Parts
from holdfast.wiring.settings import read_settings

MEMORY_HOME = ":memory:"
Durability = Literal["full", "normal"]
Profile = Literal["keyword", "semantic"]
Text = TypeVar("Text", bound=str)


def open(
    home: str | Path | None = None,
    *,
    durability: Durability | None = None,
    embedder: Embedder | None = None,
    profile: Profile | None = None,
    subject: Subject | None = None,
) -> "Holdfast":
    """Opens the store in `home`, and begins one where there is none yet.

    Without `home` it lives in the platform's user data folder; `":memory:"` leaves no file.
    What is not given comes from the settings.
    """
    return open_with(
        Parts(embedder=embedder), home, durability=durability, profile=profile, subject=subject
    )


def open_with(
    parts: Parts,
    home: str | Path | None = None,
    *,
    durability: Durability | None = None,
    profile: Profile | None = None,
    subject: Subject | None = None,
) -> "Holdfast":
    """The same with parts of one's own: a clock, a source of ids, a watcher of steps."""
    in_memory = str(home) == MEMORY_HOME
    folder = None if home is None or in_memory else Path(home).expanduser()
    settings, _ = read_settings(home=folder, durability=durability, profile=profile)
    who = subject or Subject(org=settings.org, user=settings.user)
    house = House(settings, parts, in_memory=in_memory)
    try:
        house.catch_up(check_subject(who))
    except BaseException:
        house.close()
        raise
    return Holdfast(house, who)


class Holdfast:
    """An open store, for one caller. Safe to use from many threads; close it when done."""

    def __init__(self, house: House, subject: Subject) -> None:
        self._house = house
        self._room = house.room_for(subject)
        self._subject = subject

    @property
    def home(self) -> Path | None:
        """The folder that holds the store; None when it is in memory."""
        return self._house.home

    @property
    def subject(self) -> Subject:
        return self._subject

    def as_subject(self, subject: Subject) -> "Holdfast":
        """The same open store for another caller; closing either closes both."""
        return Holdfast(self._house, check_subject(subject))

    def close(self) -> None:
        self._house.close()

    def __enter__(self) -> "Holdfast":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- writing

    def remember(
        self,
        text: str,
        *,
        kind: Kind = "fact",
        space: str = "",
        title: str | None = None,
        tags: Sequence[str] = (),
        detail: Detail | Mapping[str, Any] | None = None,
        visibility: Visibility = "space",
        confidence: float | None = None,
        importance: float | None = None,
        retention: Retention | None = None,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        evidence: Sequence[str] = (),
        source: str | None = None,
        ref: str | None = None,
        idempotency_key: str | None = None,
    ) -> Stored:
        """Stores a statement, unless it is known; what it contradicts is superseded, not lost."""
        draft = Draft(
            text=text,
            kind=kind,
            space=space,
            title=title,
            tags=_listed(tags, "tags"),
            detail=detail,
            visibility=visibility,
            confidence=confidence,
            importance=importance,
            retention=retention,
            valid_from=valid_from,
            valid_to=valid_to,
            evidence=_listed(evidence, "evidence"),
            source=source,
            ref=ref,
            idempotency_key=idempotency_key,
        )
        return remember(self._room, draft)

    def remember_many(self, drafts: Iterable[Draft | str]) -> Iterator[Stored | Refused]:
        """Stores a stream of drafts in batches; one answer per draft, in order."""
        made = (Draft(text=draft) if isinstance(draft, str) else draft for draft in drafts)
        return remember_many(self._room, made)

    def observe(self, turns: Turn | Iterable[Turn]) -> tuple[EvidenceId, ...]:
        """Keeps what was said or done, all or nothing; gives the ids in order."""
        given = [turns] if isinstance(turns, Turn) else turns
        room = self._room
        observing = self._house.observing_for(self._subject)
        return observe(room.store, room.journal, observing, self._subject, given)

    # --- reading

    def get(self, id: str, *, as_of: datetime | None = None) -> Memory:
        """One memory by its id or by the beginning of it."""
        return reading.get(self._room, id, as_of)

    def list(
        self,
        *,
        space: str = "",
        status: Status | Sequence[Status] = LIVE,
        kinds: Sequence[Kind] = (),
        tags: Sequence[str] = (),
        ended: Ended | None = None,
        entity: str | None = None,
        pinned: bool | None = None,
        author: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """Memories, newest first, a page at a time; `next` of a page is the cursor to the next."""
        wanted = Filter(
            space=space,
            statuses=(status,) if isinstance(status, str) else tuple(status),
            kinds=_listed(kinds, "kinds"),
            tags=_listed(tags, "tags"),
            ended=ended,
            entity=entity,
            pinned=pinned,
            author=author,
            since=since,
            until=until,
        )
        return reading.list_memories(self._room, wanted, limit=limit, cursor=cursor, as_of=as_of)

    def history(self, id: str) -> tuple[Entry, ...]:
        """Every change of a memory: what, from what to what, by whom, when and why."""
        return reading.history(self._room, id)

    def why(self, id: str) -> Why:
        """Why it is believed: the evidence in order, its past, and what it is linked to."""
        return reading.why(self._room, id)

    def timeline(
        self,
        *,
        space: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 100,
    ) -> tuple[Moment, ...]:
        """What was said and what came to be held, in the order of time."""
        span = reading.Span(since=since, until=until)
        return reading.timeline(self._room, space, span, limit)

    def read(self, after: int = 0, *, limit: int = 100, wait: float = 0.0) -> tuple[Entry, ...]:
        """The journal after a position; with `wait`, sleeps that many seconds for news."""
        check_limit(limit)
        found = self._room.journal.read(self._subject, after=after, limit=limit, wait=wait)
        return tuple(found)

    def stats(self) -> Stats:
        """How much there is of what."""
        return reading.stats(self._room)

    # --- changing

    def revise(
        self,
        id: str,
        text: str | None = None,
        *,
        title: str | None = None,
        tags: Sequence[str] | None = None,
        detail: Detail | Mapping[str, Any] | None = None,
        visibility: Visibility | None = None,
        confidence: float | None = None,
        importance: float | None = None,
        retention: Retention | None = None,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        why: str | None = None,
    ) -> Memory:
        """Corrects a memory; history keeps both wordings."""
        revision = changing.Revision(
            text=text,
            title=title,
            tags=None if tags is None else _listed(tags, "tags"),
            detail=detail,
            visibility=visibility,
            confidence=confidence,
            importance=importance,
            retention=retention,
            valid_from=valid_from,
            valid_to=valid_to,
        )
        return changing.revise(self._room, id, revision, why)

    def supersede(
        self, id: str, text: str | None = None, *, by: str | None = None, why: str | None = None
    ) -> Stored:
        """Ends a memory in favour of a new statement, or of a memory that is there already."""
        if text is not None and by is None:
            return changing.supersede_with_text(self._room, id, text, why)
        if by is not None and text is None:
            return changing.supersede_by(self._room, id, by, why)
        raise InvalidInput(
            "field_invalid",
            "supersede needs either the new text or the id of the successor.",
            hint="Give one of the two.",
        )

    def dispute(self, id: str, *, against: str | None = None, why: str | None = None) -> Memory:
        """Marks a memory as doubted until somebody decides."""
        return changing.dispute(self._room, id, against, why)

    def decide(self, id: str, verdict: Verdict, *, why: str | None = None) -> Memory:
        """Ends a dispute: `accept` the disputed memory, `reject` it, or let `both` stand."""
        return changing.decide(self._room, id, verdict, why)

    def retire(self, id: str, *, why: str | None = None) -> Memory:
        """Says that a memory no longer holds."""
        return changing.retire(self._room, id, why)

    def pin(self, id: str, *, on: bool = True, why: str | None = None) -> Memory:
        """Keeps a memory from ageing, and in sight; `on=False` takes that back."""
        return changing.pin(self._room, id, on, why)

    def protect(self, id: str, *, on: bool = True, why: str | None = None) -> Memory:
        """Keeps a memory from being removed by agents or by ageing."""
        return changing.protect(self._room, id, on, why)

    def feedback(self, id: str, helped: bool, *, why: str | None = None) -> Memory:
        """Says that a memory helped, or hurt: its usefulness moves."""
        return changing.feedback(self._room, id, helped, why)

    def use(self, ids: Sequence[str]) -> int:
        """Notes that memories were used, which lengthens their life; gives how many are there."""
        return changing.use(self._room, _listed(ids, "ids"))

    def merge(self, ids: Sequence[str], *, into: str, why: str | None = None) -> Memory:
        """Lets one memory stand for several that say the same."""
        return joining.merge(self._room, _listed(ids, "ids"), into, why)

    def unmerge(self, id: str, *, why: str | None = None) -> tuple[Memory, ...]:
        """Brings merged memories back."""
        return joining.unmerge(self._room, id, why)

    # --- removing and bringing back

    def forget(self, what: str, *, why: str | None = None) -> Memory:
        """Takes a memory out of all answers, by id or by words that fit just one."""
        return removal.forget(self._room, what, why)

    def restore(self, id: str, *, why: str | None = None) -> Memory:
        """Brings a retired, forgotten or expired memory back, or releases a quarantined one."""
        return removal.restore(self._room, id, why)

    def erase(self, id: str, *, why: str | None = None) -> Certificate:
        """Destroys a memory or a piece of evidence everywhere. There is no way back."""
        return removal.erase(self._room, id, why, self._house.vault)

    def undo(self, operation: str | None = None, *, why: str | None = None) -> Undone:
        """Puts back what an operation changed: the one named, or your last."""
        return undoing.undo(self._room, operation, why)

    def sweep(
        self, *, dry_run: bool = False, progress: Callable[[int], None] = lambda done: None
    ) -> Swept:
        """Moves what has expired to the archive; pinned and protected memories stay."""
        return removal.sweep(self._room, dry_run, progress)

    # --- how things hang together

    def link(
        self,
        source: str,
        target: str,
        relation: Relation,
        *,
        confidence: float = 1.0,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        why: str | None = None,
    ) -> Link:
        """Relates two things from now on, or for the time given."""
        new = linking.NewLink(
            source=source,
            target=target,
            relation=relation,
            confidence=confidence,
            valid_from=valid_from,
            valid_to=valid_to,
        )
        return linking.link(self._room, new, why)

    def unlink(self, id: str, *, why: str | None = None) -> Link:
        """Closes a link: it held until now."""
        return linking.unlink(self._room, id, why)

    def graph(
        self,
        id: str,
        *,
        depth: int = 2,
        relations: Sequence[Relation] = (),
        as_of: datetime | None = None,
    ) -> Graph:
        """What is linked to a thing, now or at another time; each thing and each link once."""
        return linking.graph(self._room, id, depth=depth, relations=relations, as_of=as_of)

    def path(
        self, source: str, target: str, *, max_depth: int = 7, as_of: datetime | None = None
    ) -> LinkPath:
        """The shortest way between two things along links."""
        return linking.path(self._room, source, target, max_depth=max_depth, as_of=as_of)

    def entities(
        self, like: str = "", *, limit: int = 100, cursor: str | None = None
    ) -> Page[Entity]:
        """Who and what the memories name."""
        return linking.entities(self._room, like, limit, cursor)

    def alias(self, name: str, also: str, *, why: str | None = None) -> str:
        """From now on `also` is another name of `name`; gives the id of the entity."""
        return linking.alias(self._room, name, also, why)

    # --- the store itself

    def verify(
        self,
        *,
        quick: bool = False,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> VerifyReport:
        """Checks every seal of the journal, replays it, and compares the tables with it."""
        return self._house.verify(self._subject, quick=quick, progress=progress)

    def replay(
        self,
        into: "Holdfast | str | Path",
        *,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> ReplayReport:
        """Rebuilds the org's tables in an empty store from the journal alone."""
        if isinstance(into, Holdfast):
            return self._house.replay(self._subject, into._house, progress)
        with open(into, subject=self._subject) as other:
            return self._house.replay(self._subject, other._house, progress)

    def settle(self, judge: Judge) -> int:
        """Puts new disputes to a judge, such as a model; gives how many it decided."""
        return judge_disputes(self._room, judge)


def _listed(values: Sequence[Text], field: str) -> tuple[Text, ...]:
    """A single string is a sequence too, of letters: surely not what was meant."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidInput(
            "field_invalid",
            f"{field} takes a list, and got something else.",
            hint=f"Write {field}=[…].",
        )
    return tuple(values)
