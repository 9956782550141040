"""Vectors for texts, on time or not at all: a write never fails and never hangs on a model."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from queue import SimpleQueue
from threading import Lock, Thread

from holdfast.inference.ports import Embedder
from holdfast.inference.rules import (
    BATCH_TEXTS_MAX,
    Circuit,
    is_well_formed,
    lateness_is_telling,
    pack,
)
from holdfast.inference.types import Counts, Vectors
from holdfast.kernel.errors import Unavailable

_WORKERS_MAX = 2
_WAITING_MAX = 32

_Work = Callable[[], None]


@dataclass(slots=True)
class _Request:
    texts: list[str]
    found: dict[str, bytes] = field(default_factory=dict)
    is_probe: bool = False
    abandoned: bool = False


class Embedding:
    """Asks one embedder, remembers what it answered, and stops asking while it is down."""

    def __init__(
        self,
        embedder: Embedder | None,
        *,
        deadline_seconds: float = 0.25,
        cache_items: int = 4096,
        monotonic: Callable[[], float],
    ) -> None:
        self._embedder = embedder
        self._deadline_seconds = deadline_seconds
        self._monotonic = monotonic
        self._cache = _Cache(cache_items)
        self._workers = _Workers()
        self._circuit = Circuit()
        self._counter: Counter[str] = Counter()
        self._lock = Lock()

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """What there is by the deadline. An embedder that fails, hangs or is missing is named in
        `degraded`, never raised."""
        found, missing = self._remembered(texts)
        if missing:
            found |= self._asked(missing)
        blobs = tuple(found.get(text) for text in texts)
        return Vectors(blobs, ("vectors",) if None in blobs else ())

    def vectors_unhurried(self, texts: Sequence[str]) -> tuple[bytes, ...]:
        """All of them however long it takes, or Unavailable: for the reader that fills gaps."""
        if self._embedder is None:
            raise Unavailable(
                "embedder_missing",
                "No embedder is set up.",
                hint="Choose one in the settings, for example wordllama.",
            )
        found, missing = self._remembered(texts)
        request = _Request(missing, found)
        self._answer(self._embedder, request)
        return tuple(request.found[text] for text in texts)

    def forget(self) -> None:
        """Empties the cache: after an erasure nothing made from the erased text is kept."""
        self._cache.clear()

    def counts(self) -> Counts:
        with self._lock:
            return Counts(**self._counter)

    def close(self) -> None:
        """Lets the workers go without waiting for them. An inline embedder still answers."""
        self._workers.close()

    def _remembered(self, texts: Sequence[str]) -> tuple[dict[str, bytes], list[str]]:
        distinct = dict.fromkeys(texts)
        found = self._cache.read(self._embedder.name, distinct) if self._embedder else {}
        missing = [text for text in distinct if text not in found]
        self._count(hits=len(found), misses=len(missing))
        return found, missing

    def _asked(self, texts: list[str]) -> dict[str, bytes]:
        request = _Request(texts)
        if self._embedder is None or not self._admitted(request):
            self._count(skipped=1)
            return {}
        try:
            self._answer_in_time(self._embedder, request)
        except TimeoutError:
            self._count(late=1)
            if lateness_is_telling(len(texts)):
                self._missed(request)
        except Unavailable:
            self._missed(request)
        else:
            self._succeeded()
        request.abandoned = True
        return request.found.copy()

    def _answer_in_time(self, embedder: Embedder, request: _Request) -> None:
        work = partial(self._answer, embedder, request)
        if embedder.inline:
            work()
        else:
            self._workers.start(work).result(timeout=self._deadline_seconds)

    def _answer(self, embedder: Embedder, request: _Request) -> None:
        for batch in _batches(request.texts):
            if request.abandoned:
                return
            fresh = dict(zip(batch, self._embedded(embedder, batch), strict=True))
            # A late answer is kept too: the reader that fills gaps finds it here.
            self._cache.write(embedder.name, fresh)
            request.found.update(fresh)

    def _embedded(self, embedder: Embedder, batch: list[str]) -> list[bytes]:
        try:
            rows = embedder.embed(batch)
            if not is_well_formed(rows, texts=len(batch), dimensions=embedder.dimensions):
                raise ValueError("the rows do not have the promised shape and length")
            blobs = pack(rows)
        except Unavailable:
            self._count(failed=1)
            raise
        except Exception as error:  # an embedder is foreign code and raises what it likes
            self._count(failed=1)
            raise Unavailable(
                "embedder_failed",
                f"The embedder {embedder.name} could not answer ({type(error).__name__}).",
                hint="Words still work; the vectors are filled in when it answers again.",
            ) from error
        self._count(embedded=len(batch))
        return blobs

    def _admitted(self, request: _Request) -> bool:
        with self._lock:
            now = self._monotonic()
            if self._workers.closed or not self._circuit.admits(now):
                return False
            request.is_probe = self._circuit.is_open
            self._circuit = self._circuit.asked(now)
            return True

    def _missed(self, request: _Request) -> None:
        with self._lock:
            self._circuit = self._circuit.missed(self._monotonic(), probe=request.is_probe)

    def _succeeded(self) -> None:
        with self._lock:
            self._circuit = Circuit()

    def _count(self, **more: int) -> None:
        with self._lock:
            self._counter.update(more)


def _batches(texts: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(texts), BATCH_TEXTS_MAX):
        yield texts[start : start + BATCH_TEXTS_MAX]


class _Cache:
    """The vectors used last, by model and digest of the text, so that no text is kept in it."""

    def __init__(self, items_max: int) -> None:
        self._items_max = items_max
        self._blobs: OrderedDict[tuple[str, bytes], bytes] = OrderedDict()
        self._lock = Lock()

    def read(self, name: str, texts: Iterable[str]) -> dict[str, bytes]:
        keys = {text: _key(name, text) for text in texts}
        found = {}
        with self._lock:
            for text, key in keys.items():
                blob = self._blobs.get(key)
                if blob is not None:
                    self._blobs.move_to_end(key)
                    found[text] = blob
        return found

    def clear(self) -> None:
        with self._lock:
            self._blobs.clear()

    def write(self, name: str, blobs: dict[str, bytes]) -> None:
        keyed = {_key(name, text): blob for text, blob in blobs.items()}
        with self._lock:
            self._blobs.update(keyed)
            while len(self._blobs) > self._items_max:
                self._blobs.popitem(last=False)


def _key(name: str, text: str) -> tuple[str, bytes]:
    return name, blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class _Workers:
    """A few daemon threads. An executor of the standard library would be waited for at exit."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[_Work, Future[None]] | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self.closed = False

    def start(self, work: _Work) -> Future[None]:
        """Raises TimeoutError at once when so much is waiting that it would be late anyway."""
        future: Future[None] = Future()
        with self._lock:
            if self._queue.qsize() >= _WAITING_MAX:
                raise TimeoutError
            self._queue.put((work, future))
            self._staff()
        return future

    def close(self) -> None:
        with self._lock:
            self.closed = True
            for _ in self._threads:
                self._queue.put(None)

    def _staff(self) -> None:
        # In a forked child the threads of the parent are not alive, and are replaced.
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) < _WORKERS_MAX and not self.closed:
            thread = Thread(target=self._serve, name="holdfast-embed", daemon=True)
            thread.start()
            self._threads.append(thread)

    def _serve(self) -> None:
        while (job := self._queue.get()) is not None:
            work, future = job
            try:
                work()
            except Unavailable as error:
                future.set_exception(error)
            else:
                future.set_result(None)
