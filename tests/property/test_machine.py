"""The engine against a model of it: every verb, undo of undo, as-of, replay, three orgs."""

import tempfile
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from holdfast import Conflict, Draft, Entry, Holdfast, NotFound, Stored, Subject, Turn
from holdfast.surfaces.library import Profile
from tests.fixtures.library import SteppingClock, every_memory, opened
from tests.property.model import (
    LIVE,
    RETENTIONS,
    Model,
    Operation,
    Refusal,
    Row,
    memory_row,
)

ORGS = tuple(Subject(org=org, user="ann") for org in ("acme", "globex", "initech"))
SPACES = ("", "team", "team/core")
_STRIDE = 7_919
COMPARED = ("text", "status", "ended", "pinned", "protected", "helped", "hurt", "uses", "retention")

# The first org lives longer than the others, so that operations meet one another.
orgs = st.sampled_from([0, 0, 0, 0, 1, 2])
picks = st.integers(0, 1_000)
spaces = st.sampled_from(SPACES)
words = st.builds("Word{}q stands alone".format, st.integers(0, 9))
versions = st.builds("Service{}q uses PostgreSQL {}".format, st.integers(0, 3), st.integers(14, 17))
texts = words | versions


class Org:
    """One org's handle on the engine, and the model of what it should hold."""

    def __init__(self, store: Holdfast, clock: SteppingClock) -> None:
        self.store = store
        self.clock = clock
        self.model = Model()
        self.read_to = 0

    def news(self) -> tuple[Entry, ...]:
        """What the journal has gained since it was last looked at."""
        news = self.store.read(self.read_to, limit=1_000)
        if news:
            self.read_to = news[-1].position
        return news

    def look_back(self) -> None:
        """A moment of before looks as it looked then, but for what was erased since."""
        moments = self.model.moments
        moments.append((self.clock.now, dict(self.model.rows)))
        at, then = moments[_STRIDE * len(moments) ** 2 // 7 % len(moments)]
        erased = self.model.memories("erased")
        expected = {
            key: (row["text"], row["status"], row["pinned"], row["uses"])
            for key, row in then.items()
            if key.startswith("mem_") and row["status"] in LIVE and key not in erased
        }
        shown = {
            memory.id: (memory.text, memory.status, memory.pinned, memory.uses)
            for memory in self.store.list(as_of=at, limit=1_000)
        }
        assert shown == expected

    def a_memory(self, pick: int, *statuses: str) -> str | None:
        keys = sorted(self.model.memories(*statuses), key=list(self.model.rows).index)
        return keys[pick % len(keys)] if keys else None

    def do(
        self,
        call: Callable[[], Any],
        change: Callable[[Any, Mapping[str, str]], None],
        **facts: Any,
    ) -> Any:
        """Does it to the engine, then to the model with the answer and the ids of new links."""
        answer = call()
        news = self.news()
        links = {
            entry.after["target"]: entry.subject
            for entry in news
            if entry.name == "link.added" and entry.after is not None
        }
        changed = self.model.operate(lambda: change(answer, links), **facts)
        assert len({entry.operation for entry in news}) == int(bool(news))
        assert not changed or news, "something changed without an entry in the journal"
        if changed:
            operation = self.model.operations[-1]
            operation.name = news[0].operation
            self._require_same_subjects(operation, news)
        return answer

    def _require_same_subjects(self, operation: Operation, news: tuple[Entry, ...]) -> None:
        told = {entry.subject for entry in news if not entry.subject.startswith("req_")}
        changed = {key for key, _, _ in operation.changes if not key.startswith("req:")}
        assert changed <= told
        assert told - changed <= {entry.subject for entry in news if "joined" in entry.name} | (
            told if operation.undoes else set()
        )

    def try_both(
        self,
        call: Callable[[], Any],
        change: Callable[[Any, Mapping[str, str]], None],
        **facts: Any,
    ) -> None:
        """For verbs whose change needs nothing from the answer: both do it, or both refuse."""
        kept = dict(self.model.rows)
        try:
            self.model.operate(lambda: change(None, {}))
        except Refusal:
            self.require_refused(call)
            return
        if self.model.rows != kept:
            self.model.operations.pop()
        self.model.rows = kept
        self.do(call, change, **facts)

    def has_the_life_of(self, memory: str) -> None:
        """How long a memory lives that was joined or parted is taken over from the engine."""
        now = self.store.get(memory)
        self.model.changed(memory, retention=now.retention, expires=now.expires_at)

    def require_refused(self, call: Callable[[], Any]) -> None:
        try:
            answer = call()
        except (Conflict, NotFound):
            assert self.news() == (), "what was refused left an entry in the journal"
        else:
            raise AssertionError(f"it was not refused, and answered {answer!r}")


class Engine(RuleBasedStateMachine):
    """Random verbs by three orgs on one store; the model follows, and both must agree."""

    profile: Profile = "keyword"

    def __init__(self) -> None:
        super().__init__()
        self.clock = SteppingClock()
        self.store = self.open()
        self.orgs = [Org(self.store.as_subject(subject), self.clock) for subject in ORGS]
        self.touched = 0

    def open(self) -> Holdfast:
        return opened(clock=self.clock, subject=ORGS[0], seed=7, profile=self.profile)

    def teardown(self) -> None:
        for org in self.orgs:
            assert org.store.verify().ok
        self.store.close()

    def org(self, number: int) -> Org:
        self.touched = number
        return self.orgs[number]

    # --- writing

    @rule(org=orgs, text=texts, space=spaces, retention=st.sampled_from(RETENTIONS))
    def remember(self, org: int, text: str, space: str, retention: Any) -> None:
        here = self.org(org)
        expected = here.model.outcome(text, space)

        def change(answer: Stored, links: Mapping[str, str]) -> None:
            assert answer.outcome == expected
            if expected == "existing":
                known = here.model.saying(text, space)
                assert answer.memory.id == known
                longer = max(here.model.rows[known]["retention"], retention, key=RETENTIONS.index)
                expires = answer.memory.expires_at
                here.model.changed(known, retention=longer, expires=expires)
                return
            row = memory_row(text, space, retention=retention, expires=answer.memory.expires_at)
            here.model.remembered(answer.memory.id, row, links)

        here.do(lambda: here.store.remember(text, space=space, retention=retention), change)

    remember_again = remember

    @rule(org=orgs, text=texts, key=st.integers(0, 1))
    def remember_with_a_key(self, org: int, text: str, key: int) -> None:
        here = self.org(org)
        request = here.model.rows.get(f"req:{key}")
        if request is not None:
            self._repeat_a_key(here, key, text, request)
            return
        expected = here.model.outcome(text, "")

        def change(answer: Stored, links: Mapping[str, str]) -> None:
            assert answer.outcome == expected
            if expected == "existing":
                here.model.said_again(answer.memory.id, answer.memory.expires_at)
            else:
                here.model.remembered(answer.memory.id, memory_row(text, ""), links)
            here.model.born(f"req:{key}", {"memory": answer.memory.id, "text": text})

        here.do(lambda: here.store.remember(text, idempotency_key=f"key-{key}"), change)

    def _repeat_a_key(self, here: Org, key: int, text: str, request: Row) -> None:
        if request["text"] != text:
            here.require_refused(lambda: here.store.remember(text, idempotency_key=f"key-{key}"))
            return
        answer = here.store.remember(text, idempotency_key=f"key-{key}")
        assert (answer.outcome, answer.memory.id) == ("existing", request["memory"])
        assert here.news() == ()

    @rule(org=orgs, numbers=st.lists(st.integers(0, 9), min_size=1, max_size=6))
    def remember_many(self, org: int, numbers: list[int]) -> None:
        here = self.org(org)
        drafts = [Draft(text=f"Word{number}q stands alone", space="team") for number in numbers]

        def change(answers: list[Stored], links: Mapping[str, str]) -> None:
            for draft, answer in zip(drafts, answers, strict=True):
                known = here.model.saying(draft.text, draft.space)
                assert (answer.outcome == "existing") == (known is not None)
                if known is None:
                    row = memory_row(draft.text, draft.space)
                    here.model.remembered(answer.memory.id, row, links)
                else:
                    here.model.said_again(known, answer.memory.expires_at)

        here.do(lambda: list(here.store.remember_many(drafts)), change)

    @rule(org=orgs, count=st.integers(1, 3))
    def observe(self, org: int, count: int) -> None:
        here = self.org(org)

        def change(ids: tuple[str, ...], links: Mapping[str, str]) -> None:
            for turn in ids:
                here.model.born(turn, {"text": "It was said", "status": "active"})

        turns = [Turn("user", "It was said", session="s1") for _ in range(count)]
        here.do(lambda: here.store.observe(turns), change)

    @rule(org=orgs, text=words, pick=picks)
    def remember_with_evidence(self, org: int, text: str, pick: int) -> None:
        here = self.org(org)
        turns = [key for key, row in here.model.turns().items() if row["status"] != "erased"]
        if not turns:
            return
        turn = turns[pick % len(turns)]
        known = here.model.saying(text, "")

        def change(answer: Stored, links: Mapping[str, str]) -> None:
            if known is None:
                here.model.remembered(
                    answer.memory.id, memory_row(text, "", evidence=(turn,)), links
                )
            else:
                here.model.said_again(known, answer.memory.expires_at, [turn])

        here.do(lambda: here.store.remember(text, evidence=[turn]), change)

    # --- changing one memory

    @rule(org=orgs, pick=picks, text=texts)
    def revise(self, org: int, pick: int, text: str) -> None:
        here = self.org(org)
        if memory := here.a_memory(pick):
            here.try_both(
                lambda: here.store.revise(memory, text),
                lambda _, links: here.model.revised(memory, text),
            )

    @rule(org=orgs, pick=picks, text=texts)
    def supersede(self, org: int, pick: int, text: str) -> None:
        here = self.org(org)
        if not (memory := here.a_memory(pick)):
            return
        try:
            here.model.require_supersedable(memory, text)
        except Refusal:
            here.require_refused(lambda: here.store.supersede(memory, text))
            return

        def change(answer: Stored, links: Mapping[str, str]) -> None:
            here.model.superseded_by_text(memory, answer.memory.id, text, links[memory])
            here.model.changed(answer.memory.id, expires=answer.memory.expires_at)

        here.do(lambda: here.store.supersede(memory, text), change)

    @rule(org=orgs, old=picks, new=picks)
    def supersede_by(self, org: int, old: int, new: int) -> None:
        here = self.org(org)
        one, two = here.a_memory(old, *LIVE), here.a_memory(new, *LIVE)
        if one and two and one != two:
            here.do(
                lambda: here.store.supersede(one, by=two),
                lambda _, links: here.model.superseded_by_memory(one, two, links[one]),
            )

    @rule(org=orgs, pick=picks, other=picks)
    def dispute(self, org: int, pick: int, other: int) -> None:
        here = self.org(org)
        memory, against = here.a_memory(pick), here.a_memory(other, *LIVE)
        if not memory:
            return
        if here.model.rows[memory]["status"] != "active" or against in (None, memory):
            here.try_both(
                lambda: here.store.dispute(memory), lambda _, links: here.model.disputed(memory)
            )
            return

        def change(answer: Any, links: Mapping[str, str]) -> None:
            here.model.disputed(memory)
            here.model.linked(links[against], memory, against, "contradicts")

        here.do(lambda: here.store.dispute(memory, against=against), change)

    @rule(org=orgs, pick=picks, verdict=st.sampled_from(["accept", "reject", "both"]))
    def decide(self, org: int, pick: int, verdict: Any) -> None:
        here = self.org(org)
        if memory := here.a_memory(pick, "disputed"):
            here.do(
                lambda: here.store.decide(memory, verdict),
                lambda _, links: here.model.decided(memory, verdict, links),
            )

    @rule(org=orgs, pick=picks)
    def decide_what_is_not_disputed(self, org: int, pick: int) -> None:
        here = self.org(org)
        if memory := here.a_memory(pick, "active", "retired", "superseded"):
            here.require_refused(lambda: here.store.decide(memory, "both"))

    @rule(org=orgs, pick=picks, verb=st.sampled_from(["retire", "forget"]))
    def end(self, org: int, pick: int, verb: str) -> None:
        here = self.org(org)
        ended = {"retire": "retired", "forget": "forgotten"}[verb]
        if memory := here.a_memory(pick):
            here.try_both(
                lambda: getattr(here.store, verb)(memory),
                lambda _, links: here.model.retired(memory, ended),
            )

    @rule(org=orgs, number=st.integers(0, 9))
    def forget_by_words(self, org: int, number: int) -> None:
        here = self.org(org)
        word = f"Word{number}q"
        fitting = here.model.fitting(word)
        if len(fitting) != 1:
            here.require_refused(lambda: here.store.forget(f"the one of {word}"))
            return
        here.do(
            lambda: here.store.forget(f"the one of {word}".replace("one of ", "")),
            lambda _, links: here.model.retired(fitting[0], "forgotten"),
        )

    @rule(org=orgs, pick=picks)
    def restore(self, org: int, pick: int) -> None:
        here = self.org(org)
        if not (memory := here.a_memory(pick)):
            return
        expires = here.model.rows[memory]["expires"]
        if here.model.rows[memory]["ended"] == "superseded":
            return  # what comes back when a successor is gone is shown by tests of its own
        here.try_both(
            lambda: here.store.restore(memory),
            lambda answer, links: self._restored(here, memory, answer, expires),
        )

    @rule(org=orgs, pick=picks, verb=st.sampled_from(["retire", "forget"]))
    def end_what_is_in_doubt_and_restore_it(self, org: int, pick: int, verb: str) -> None:
        here = self.org(org)
        doubted = list(here.model.memories("disputed"))
        if doubted:
            memory = doubted[pick % len(doubted)]
            place = sorted(here.model.memories(), key=list(here.model.rows).index).index(memory)
            self.end(org, place, verb)
            self.restore(org, place)

    def _restored(self, here: Org, memory: str, answer: Any, expires: Any) -> None:
        here.model.restored(memory)
        if answer is not None and expires is not None and expires <= self.clock.now:
            here.model.changed(memory, expires=answer.expires_at)
            assert answer.expires_at > self.clock.now

    @rule(
        org=orgs,
        pick=picks,
        flag=st.sampled_from(["pinned", "protected"]),
        on=st.booleans(),
    )
    def guard(self, org: int, pick: int, flag: str, on: bool) -> None:
        here = self.org(org)
        verb = {"pinned": "pin", "protected": "protect"}[flag]
        if memory := here.a_memory(pick, *LIVE, "retired", "superseded"):
            here.do(
                lambda: getattr(here.store, verb)(memory, on=on),
                lambda _, links: here.model.changed(memory, **{flag: on}),
            )

    @rule(org=orgs, pick=picks, helped=st.booleans())
    def feedback(self, org: int, pick: int, helped: bool) -> None:
        here = self.org(org)
        counted = "helped" if helped else "hurt"
        if memory := here.a_memory(pick, *LIVE):
            count = here.model.rows[memory][counted] + 1
            here.do(
                lambda: here.store.feedback(memory, helped),
                lambda _, links: here.model.changed(memory, **{counted: count}),
            )

    @rule(org=orgs, pick=picks, times=st.sampled_from([1, 2, 5]))
    def use(self, org: int, pick: int, times: int) -> None:
        here = self.org(org)
        live = here.model.memories(*LIVE)
        mid = [key for key, row in live.items() if row["retention"] == "mid"]
        memory = mid[pick % len(mid)] if mid else here.a_memory(pick, *LIVE)
        if not memory:
            return

        def change(answer: Any, links: Mapping[str, str]) -> None:
            row = here.model.rows[memory]
            lifted = row["retention"] == "mid" and row["uses"] + times >= 5
            here.model.changed(
                memory,
                uses=row["uses"] + times,
                retention="long" if lifted else row["retention"],
                expires=here.store.get(memory).expires_at,
            )

        here.do(lambda: here.store.use([memory] * times), change)

    # --- several at once

    @rule(org=orgs, one=picks, two=picks, into=picks)
    def merge(self, org: int, one: int, two: int, into: int) -> None:
        here = self.org(org)
        live = here.model.memories(*LIVE)
        plain = [
            key
            for key, row in live.items()
            if not row["evidence"] and row["retention"] == "long" and row["expires"] is None
        ]
        if len(plain) < 2:
            return
        target = plain[into % len(plain)]
        chosen = dict.fromkeys(plain[pick % len(plain)] for pick in (one, two))
        sources = [key for key in chosen if key != target]
        if sources:

            def change(answer: Any, links: Mapping[str, str]) -> None:
                here.model.merged(sources, target)
                here.has_the_life_of(target)

            here.do(lambda: here.store.merge(sources, into=target), change)

    @rule(org=orgs, pick=picks)
    def unmerge(self, org: int, pick: int) -> None:
        here = self.org(org)
        if memory := here.a_memory(pick):
            here.try_both(
                lambda: here.store.unmerge(memory),
                lambda _, links: here.has_the_life_of(here.model.unmerged(memory)),
            )

    @rule(org=orgs, one=picks, two=picks)
    def link(self, org: int, one: int, two: int) -> None:
        here = self.org(org)
        statuses = (*LIVE, "superseded", "retired")
        source, target = here.a_memory(one, *statuses), here.a_memory(two, *statuses)
        if source and target and source != target:
            known = target in here.model.open_links(source, "about")

            def change(answer: Any, links: Mapping[str, str]) -> None:
                assert len(links) == int(not known)
                if not known:
                    here.model.linked(answer.id, source, target, "about")

            here.do(lambda: here.store.link(source, target, "about"), change)

    @rule(org=orgs, pick=picks)
    def unlink(self, org: int, pick: int) -> None:
        here = self.org(org)
        if links := list(here.model.links()):
            link = links[pick % len(links)]
            here.try_both(
                lambda: here.store.unlink(link), lambda _, made: here.model.unlinked(link)
            )

    @rule(org=orgs, pick=picks)
    def erase(self, org: int, pick: int) -> None:
        here = self.org(org)
        if memory := here.a_memory(pick):
            here.try_both(
                lambda: here.store.erase(memory),
                lambda _, links: here.model.erased(memory),
                destroys=True,
            )

    # --- time

    @rule(hours=st.sampled_from([1, 7, 100, 200]))
    def wait(self, hours: int) -> None:
        self.clock.leap(timedelta(hours=hours))

    @rule(org=orgs)
    def sweep(self, org: int) -> None:
        here = self.org(org)
        here.do(lambda: here.store.sweep(), lambda _, links: here.model.swept(self.clock.now))

    # --- taking back

    @precondition(lambda self: any(org.model.operations for org in self.orgs))
    @rule(org=orgs, pick=picks, recent=st.booleans())
    def undo(self, org: int, pick: int, recent: bool) -> None:
        """Any operation by its name: its undo too, and the undo of that."""
        here = self.org(org)
        if not (operations := here.model.operations):
            return
        chosen = operations[-1 - pick % min(4, len(operations))] if recent else None
        operation = chosen or operations[pick % len(operations)]
        here.try_both(
            lambda: here.store.undo(operation.name),
            lambda _, links: here.model.undone(operation),
            undoes=operation,
        )

    @rule(org=orgs)
    def undo_the_last(self, org: int) -> None:
        here = self.org(org)
        operation = here.model.last_in_force()
        if operation is None:
            here.require_refused(here.store.undo)
            return
        here.try_both(
            here.store.undo,
            lambda _, links: here.model.undone(operation),
            undoes=operation,
        )

    @rule(org=orgs)
    def undo_and_redo(self, org: int) -> None:
        self.undo_the_last(org)
        here = self.org(org)
        if here.model.operations and here.model.operations[-1].undoes is not None:
            self.undo(org, 0, True)

    # --- agreement

    @invariant()
    def engine_and_model_agree(self) -> None:
        here = self.orgs[self.touched]
        require_alike(here.model, here.store)
        assert here.news() == (), "somebody wrote into the journal without being asked"
        here.look_back()

    @rule()
    def every_org_agrees_and_verifies(self) -> None:
        for here in self.orgs:
            require_alike(here.model, here.store)
            assert here.store.verify().ok

    @rule(org=orgs)
    def replay(self, org: int) -> None:
        here = self.org(org)
        with opened(subject=ORGS[org], profile=self.profile) as again:
            here.store.replay(again)
            require_alike(here.model, again)
            assert every_memory(again) == every_memory(here.store)
            assert again.read(limit=1_000) == here.store.read(limit=1_000)


def require_alike(model: Model, store: Holdfast) -> None:
    shown = {
        memory.id: (
            memory.superseded_by,
            memory.evidence,
            *(getattr(memory, name) for name in COMPARED),
        )
        for memory in every_memory(store)
    }
    expected = {
        key: (row["by"], row["evidence"], *(row[name] for name in COMPARED))
        for key, row in model.memories().items()
    }
    assert shown == expected
    stats = store.stats()
    assert stats.links == sum(row["status"] == "active" for row in model.links().values())
    assert stats.turns == sum(row["status"] == "active" for row in model.turns().values())


class EngineOnAFile(Engine):
    """The same with vectors, on a file that is closed and opened in between."""

    profile = "semantic"

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        super().__init__()

    def open(self) -> Holdfast:
        return opened(
            Path(self.folder.name), clock=self.clock, subject=ORGS[0], profile=self.profile
        )

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = self.open()
        for org, subject in zip(self.orgs, ORGS, strict=True):
            org.store = self.store.as_subject(subject)

    def teardown(self) -> None:
        super().teardown()
        self.folder.cleanup()


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
# A failure is told as found: to shorten it may take minutes, and is left to the thorough run.
QUICK = settings(
    max_examples=12,
    stateful_step_count=100,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=QUIET,
)
THOROUGH = settings(max_examples=25, stateful_step_count=200, suppress_health_check=QUIET)


@pytest.mark.timeout(300)
def test_the_engine_in_memory_does_what_the_model_does() -> None:
    run_state_machine_as_test(Engine, settings=QUICK)


@pytest.mark.timeout(300)
def test_the_engine_on_a_file_does_what_the_model_does() -> None:
    run_state_machine_as_test(EngineOnAFile, settings=settings(QUICK, max_examples=4))


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("engine", [Engine, EngineOnAFile])
def test_five_thousand_operations_end_as_the_model_says(
    engine: type[RuleBasedStateMachine],
) -> None:
    run_state_machine_as_test(engine, settings=THOROUGH)
