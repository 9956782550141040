"""The same handle for callers with an event loop: each call crosses into a thread once."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from holdfast.governance.types import Subject
from holdfast.inference.ports import Embedder
from holdfast.memories.remember import Refused
from holdfast.memories.types import Draft, Stored
from holdfast.surfaces.library import Durability, Holdfast, Profile, open

Params = ParamSpec("Params")
Result = TypeVar("Result")

THREADS = 8
_END = object()


def _crossed(
    verb: Callable[Concatenate[Holdfast, Params], Result],
) -> Callable[Concatenate["AsyncHoldfast", Params], Coroutine[Any, Any, Result]]:
    async def crossed(
        self: "AsyncHoldfast", /, *args: Params.args, **kwargs: Params.kwargs
    ) -> Result:
        return await self._call(lambda: verb(self._inner, *args, **kwargs))

    crossed.__name__, crossed.__doc__ = verb.__name__, verb.__doc__
    return crossed


class AsyncHoldfast:
    """An open store; every verb of `Holdfast`, awaited."""

    def __init__(self, inner: Holdfast, threads: ThreadPoolExecutor) -> None:
        self._inner = inner
        self._threads = threads

    async def _call(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def __aenter__(self) -> "AsyncHoldfast":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._call(self._inner.close)
        self._threads.shutdown(wait=False)

    async def remember_many(self, drafts: Iterable[Draft | str]) -> AsyncIterator[Stored | Refused]:
        """Stores a stream of drafts in batches; one answer per draft, in order."""
        answers = self._inner.remember_many(drafts)
        while (answer := await self._call(lambda: next(answers, _END))) is not _END:
            assert isinstance(answer, (Stored, Refused))
            yield answer

    remember = _crossed(Holdfast.remember)
    observe = _crossed(Holdfast.observe)
    get = _crossed(Holdfast.get)
    list = _crossed(Holdfast.list)
    history = _crossed(Holdfast.history)
    why = _crossed(Holdfast.why)
    timeline = _crossed(Holdfast.timeline)
    read = _crossed(Holdfast.read)
    stats = _crossed(Holdfast.stats)
    revise = _crossed(Holdfast.revise)
    supersede = _crossed(Holdfast.supersede)
    dispute = _crossed(Holdfast.dispute)
    decide = _crossed(Holdfast.decide)
    retire = _crossed(Holdfast.retire)
    pin = _crossed(Holdfast.pin)
    protect = _crossed(Holdfast.protect)
    feedback = _crossed(Holdfast.feedback)
    use = _crossed(Holdfast.use)
    merge = _crossed(Holdfast.merge)
    unmerge = _crossed(Holdfast.unmerge)
    forget = _crossed(Holdfast.forget)
    restore = _crossed(Holdfast.restore)
    erase = _crossed(Holdfast.erase)
    undo = _crossed(Holdfast.undo)
    sweep = _crossed(Holdfast.sweep)
    link = _crossed(Holdfast.link)
    unlink = _crossed(Holdfast.unlink)
    graph = _crossed(Holdfast.graph)
    path = _crossed(Holdfast.path)
    entities = _crossed(Holdfast.entities)
    alias = _crossed(Holdfast.alias)
    verify = _crossed(Holdfast.verify)
    replay = _crossed(Holdfast.replay)
    settle = _crossed(Holdfast.settle)


async def aopen(
    home: str | Path | None = None,
    *,
    durability: Durability | None = None,
    embedder: Embedder | None = None,
    profile: Profile | None = None,
    subject: Subject | None = None,
) -> AsyncHoldfast:
    """`holdfast.open` for callers with an event loop."""
    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="holdfast")
    inner = await asyncio.get_running_loop().run_in_executor(
        threads,
        lambda: open(
            home, durability=durability, embedder=embedder, profile=profile, subject=subject
        ),
    )
    return AsyncHoldfast(inner, threads)
