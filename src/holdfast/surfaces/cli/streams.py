"""Standard input, line by line: what is refused is named, and the rest is stored."""

import json
import os
import stat
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from holdfast.evidence.types import Turn
from holdfast.kernel.errors import HoldfastError, InvalidInput
from holdfast.memories.remember import Refused
from holdfast.memories.types import Draft
from holdfast.surfaces.cli.call import Call
from holdfast.surfaces.cli.moments import moment
from holdfast.surfaces.cli.progress import Step, progress
from holdfast.surfaces.cli.refusal import Interrupted, as_object
from holdfast.surfaces.library import Holdfast

EXIT_SOME_REFUSED = 2
TURNS_AT_ONCE = 100

Made = TypeVar("Made")

_WORDS, _NUMBER = (str,), (int, float)
DRAFT_FIELDS: dict[str, tuple[type, ...]] = {
    "text": _WORDS,
    "kind": _WORDS,
    "space": _WORDS,
    "title": _WORDS,
    "tags": (list,),
    "detail": (dict,),
    "visibility": _WORDS,
    "confidence": _NUMBER,
    "importance": _NUMBER,
    "retention": _WORDS,
    "valid_from": _WORDS,
    "valid_to": _WORDS,
    "evidence": (list,),
    "source": _WORDS,
    "ref": _WORDS,
    "idempotency_key": _WORDS,
}
TURN_FIELDS: dict[str, tuple[type, ...]] = dict.fromkeys(
    ("role", "text", "speaker", "at", "session", "space", "ref"), _WORDS
)
TIMES = frozenset(("valid_from", "valid_to", "at"))


def read_all() -> str:
    return _decoded(sys.stdin.buffer.read()).removesuffix("\n").removesuffix("\r")


def draft_from(line: str, base: Draft, *, jsonl: bool) -> Draft:
    """A draft out of a line; what the line does not say is as the options say."""
    return replace(base, **(_values(line, DRAFT_FIELDS) if jsonl else {"text": line}))


def turn_from(line: str, base: Turn, *, jsonl: bool) -> Turn:
    return replace(base, **(_values(line, TURN_FIELDS) if jsonl else {"text": line}))


def _values(line: str, known: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise InvalidInput(
            "input_unreadable",
            "The line is not a JSON object.",
            hint='Write one object a line, such as {"text": "Ann likes tea."}.',
        )
    for name, value in values.items():
        _check(name, value, known)
    if "text" not in values:
        raise InvalidInput(
            "field_invalid", "The line has no text.", hint='Every object needs "text".'
        )
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in ((name, _timed(name, value)) for name, value in values.items())
        if value is not None
    }


def _check(name: str, value: object, known: Mapping[str, tuple[type, ...]]) -> None:
    if name not in known:
        raise InvalidInput(
            "field_invalid",
            "The line has a field that there is not.",
            hint=f"The fields are {', '.join(known)}.",
        )
    fits = isinstance(value, known[name]) and not isinstance(value, bool)
    if isinstance(value, list):
        fits = fits and all(isinstance(one, str) for one in value)
    if value is not None and not fits:
        wanted: dict[type, str] = {str: "a text", list: "a list of texts", dict: "an object"}
        raise InvalidInput(
            "field_invalid",
            f"{name} is not {wanted.get(known[name][0], 'a number')}.",
            hint="`holdfast remember --help` says what each field takes.",
        )


def _timed(name: str, value: Any) -> Any:
    return moment(value, name) if name in TIMES else value


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    # Raised outside the handler: the decoder's error carries the whole text.
    raise InvalidInput(
        "input_unreadable",
        "The input is not UTF-8 text.",
        hint="Convert it first, for example with iconv -t UTF-8.",
    )


class Tally:
    """Counts what becomes of each line, and says so."""

    def __init__(self, call: Call, step: Step) -> None:
        self._call = call
        self._step = step
        self._bytes_max = _bytes_to_read()
        self._bytes = 0
        self._blank = 0
        self._unreadable: deque[tuple[int, HoldfastError]] = deque()
        self.lines = 0
        self.refused = 0
        self.outcomes: Counter[str] = Counter()

    @property
    def stored(self) -> int:
        return sum(self.outcomes.values())

    def made(self, make: Callable[[str], Made]) -> Iterator[tuple[int, Made]]:
        """Every line of standard input that can be read, with its number."""
        for number, line in enumerate(sys.stdin.buffer, start=1):
            self.lines = number
            self._bytes += len(line)
            try:
                text = _decoded(line).rstrip("\r\n")
                if not text.strip():
                    self._blank += 1
                    continue
                one = make(text)
            except HoldfastError as error:
                self._unreadable.append((number, error))
            else:
                yield number, one

    def took(self, number: int, outcome: str, answer: object) -> None:
        self._tell_unreadable(number)
        self.outcomes[outcome] += 1
        if self._call.options.json:
            self._call.stream(answer)
        self._step(self._bytes, self._bytes_max, self.stored)

    def _tell_unreadable(self, before: int | None = None) -> None:
        """Lines are read ahead of their answers; what is told keeps their order."""
        while self._unreadable and (before is None or self._unreadable[0][0] < before):
            self._tell(*self._unreadable.popleft())

    def refuse(self, number: int, error: HoldfastError) -> None:
        self._tell_unreadable(number)
        self._tell(number, error)

    def _tell(self, number: int, error: HoldfastError) -> None:
        self.refused += 1
        if self._call.options.json:
            print(json.dumps(as_object(error, line=number)), file=sys.stderr)
        else:
            self._call.note(f"line {number}: {error.code}: {error.message}")

    def summary(self) -> None:
        self._tell_unreadable()
        counts = {**self.outcomes, "refused": self.refused, "blank": self._blank}
        if self._call.options.json:
            told = {"summary": {"lines": self.lines, **counts}}
            print(json.dumps(told), file=sys.stderr)
            return
        named = [f"{count:,} {name}" for name, count in counts.items() if count]
        print(f"{self.lines:,} lines: {', '.join(named) or 'nothing to store'}")
        if self.outcomes["disputed"]:
            self._call.note("Decide on the disputed ones: holdfast list --status disputed")
        if self.outcomes["quarantined"]:
            self._call.note("Look at the quarantined: holdfast list --status quarantined")

    def exit_code(self) -> int:
        return EXIT_SOME_REFUSED if self.refused else 0


def _bytes_to_read() -> int | None:
    """How long standard input is, when it is a file."""
    about = os.fstat(sys.stdin.fileno())
    return about.st_size if stat.S_ISREG(about.st_mode) else None


def remember_stream(call: Call, memory: Holdfast, make: Callable[[str], Draft]) -> int:
    numbers: deque[int] = deque()

    def drafts(tally: Tally) -> Iterator[Draft]:
        for number, draft in tally.made(make):
            numbers.append(number)
            yield draft

    def store(tally: Tally) -> None:
        for answer in memory.remember_many(drafts(tally)):
            number = numbers.popleft()
            if isinstance(answer, Refused):
                tally.refuse(number, answer.error)
            else:
                tally.took(number, answer.outcome, answer)

    return _tallied(call, "Remembering", "memories", store)


def observe_stream(call: Call, memory: Holdfast, make: Callable[[str], Turn]) -> int:
    def store(tally: Tally) -> None:
        turns = tally.made(make)
        while batch := list(islice(turns, TURNS_AT_ONCE)):
            _observe_batch(memory, tally, batch)

    return _tallied(call, "Observing", "turns", store)


def _observe_batch(memory: Holdfast, tally: Tally, batch: list[tuple[int, Turn]]) -> None:
    """All at once; when one of them is refused, one by one, so that the others are kept."""
    try:
        ids: Iterable[str] = memory.observe(turn for _, turn in batch)
    except InvalidInput as error:
        if len(batch) == 1:
            tally.refuse(batch[0][0], error)
            return
        for one in batch:
            _observe_batch(memory, tally, [one])
        return
    for (number, _), one_id in zip(batch, ids, strict=True):
        tally.took(number, "observed", {"line": number, "id": one_id})


def _tallied(call: Call, doing: str, unit: str, store: Callable[[Tally], None]) -> int:
    """Whatever ends the stream, what came of it until then is said."""
    with progress(doing, unit) as step:
        tally = Tally(call, step)
        try:
            store(tally)
        except KeyboardInterrupt:
            raise Interrupted(tally.stored) from None
        except HoldfastError:
            tally.summary()
            raise
    tally.summary()
    return tally.exit_code()
