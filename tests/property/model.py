"""What the engine should do, in plain Python: dicts, and a list of what each operation changed.

It knows nothing of journals, tables or SQL. Texts are of two families: `Word7q stands alone`,
which has to do with no other, and `Service3q uses PostgreSQL 15`, of which a new version takes
the place of the old one, or disputes it when somebody has pinned or protected that.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]

LIVE = ("proposed", "active", "disputed")
RETENTIONS = ("short", "mid", "long")
COUNTERS = ("uses", "retention", "expires")
_SERVICE = re.compile(r"(Service\d+q) uses PostgreSQL \d+")


class Refusal(Exception):
    """The engine should refuse this."""


@dataclass
class Operation:
    """What one operation changed: each row before and after, None where there is no row."""

    changes: list[tuple[str, Row | None, Row | None]]
    destroys: bool = False
    undoes: "Operation | None" = None
    name: str = ""

    @property
    def is_use(self) -> bool:
        return any(
            before is not None and after is not None and before.get("uses") != after.get("uses")
            for _, before, after in self.changes
        )


def memory_row(text: str, space: str, **more: Any) -> Row:
    return {
        "text": text,
        "space": space,
        "status": "active",
        "ended": None,
        "by": None,
        "pinned": False,
        "protected": False,
        "helped": 0,
        "hurt": 0,
        "uses": 0,
        "retention": "long",
        "expires": None,
        "evidence": (),
        "revised": 0,
        "replaced": None,
        **more,
    }


class Model:
    """One org."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        self.operations: list[Operation] = []
        self.moments: list[tuple[Any, dict[str, Row]]] = []
        self._stamp = 0

    # --- looking

    def memories(self, *statuses: str) -> dict[str, Row]:
        return {
            key: row
            for key, row in self.rows.items()
            if key.startswith("mem_") and (not statuses or row["status"] in statuses)
        }

    def links(self) -> dict[str, Row]:
        return {key: row for key, row in self.rows.items() if key.startswith("lnk_")}

    def turns(self) -> dict[str, Row]:
        return {key: row for key, row in self.rows.items() if key.startswith("ev_")}

    def saying(self, text: str, space: str) -> str | None:
        said = [
            key
            for key, row in self.memories(*LIVE).items()
            if (row["text"], row["space"]) == (text, space)
        ]
        return said[0] if said else None

    def open_links(self, source: str, relation: str) -> list[str]:
        return [
            link["target"]
            for link in self.links().values()
            if (link["source"], link["relation"]) == (source, relation)
            and link["status"] == "active"
            and link["closed"] is None
        ]

    # --- operations

    def operate(self, change: Callable[[], None], **facts: Any) -> bool:
        """Runs the change, and keeps what it did as one operation; says whether it did anything."""
        before = deepcopy(self.rows)
        self._stamp += 1
        try:
            change()
        except Refusal:
            self.rows = before
            raise
        changes = [
            (key, before.get(key), deepcopy(self.rows.get(key)))
            for key in dict.fromkeys([*before, *self.rows])
            if before.get(key) != self.rows.get(key)
        ]
        if changes:
            self.operations.append(Operation(changes, **facts))
        return bool(changes)

    def born(self, key: str, row: Row) -> None:
        self.rows[key] = row

    def changed(self, key: str, **fields: Any) -> None:
        self.rows[key] = {**self.rows[key], **fields}

    def ended(self, key: str, status: str, ended: str, by: str | None = None) -> None:
        more = {} if by is None else {"by": by}
        self.changed(key, status=status, ended=ended, replaced=self._stamp, **more)

    def current(self, key: str) -> None:
        self.changed(key, status="active", ended=None, by=None, replaced=None)

    def require(self, holds: bool) -> None:
        if not holds:
            raise Refusal

    # --- verbs

    def contradicted(self, text: str, space: str) -> tuple[list[str], list[str]]:
        """The active memories that a new one contradicts: those that stand firm, and the others."""
        service = _SERVICE.fullmatch(text)
        rivals = [
            key
            for key, row in self.memories("active").items()
            if service is not None
            and row["space"] == space
            and row["text"].startswith(f"{service[1]} uses ")
        ]
        firm = [key for key in rivals if self.rows[key]["pinned"] or self.rows[key]["protected"]]
        return firm, [key for key in rivals if key not in firm]

    def outcome(self, text: str, space: str) -> str:
        if self.saying(text, space) is not None:
            return "existing"
        firm, others = self.contradicted(text, space)
        return "disputed" if firm else "superseding" if others else "stored"

    def remembered(self, key: str, row: Row, links: Mapping[str, str]) -> None:
        """A new memory under the id that the engine gave it, its new links by target."""
        firm, others = self.contradicted(row["text"], row["space"])
        self.born(key, {**row, "revised": self._stamp})
        if firm:
            self.changed(key, status="disputed")
            for old in firm:
                self.linked(links[old], key, old, "contradicts")
            return
        for old in others:
            self.ended(old, "superseded", "superseded", by=key)
            self.linked(links[old], key, old, "supersedes")

    def said_again(
        self, key: str, expires: Any, evidence: Iterable[str] = (), retention: str = "long"
    ) -> None:
        """A known statement gains the evidence, and the longer of the two lives."""
        row = self.rows[key]
        more = tuple(one for one in evidence if one not in row["evidence"])
        longer = max(row["retention"], retention, key=RETENTIONS.index)
        assert (expires is None) == (longer == "long")
        self.changed(key, evidence=row["evidence"] + more, retention=longer, expires=expires)

    def linked(self, key: str, source: str, target: str, relation: str) -> None:
        link = {"source": source, "target": target, "relation": relation}
        self.born(key, {**link, "closed": None, "status": "active"})

    def unlinked(self, key: str) -> None:
        row = self.rows[key]
        self.require(row["closed"] is None and row["status"] == "active")
        self.changed(key, closed=True)

    def revised(self, key: str, text: str) -> None:
        row = self.rows[key]
        self.require(row["status"] != "erased")
        self.require(self.saying(text, row["space"]) in (None, key))
        self.changed(key, text=text, revised=self._stamp)

    def superseded_by_text(self, old: str, key: str, text: str, link: str) -> None:
        row = self.rows[old]
        guards = {"pinned": row["pinned"], "protected": row["protected"]}
        self.born(
            key,
            memory_row(
                text,
                row["space"],
                retention=row["retention"],
                revised=self._stamp,
                **guards,
            ),
        )
        self.ended(old, "superseded", "superseded", by=key)
        self.linked(link, key, old, "supersedes")

    def require_supersedable(self, old: str, text: str) -> None:
        self.require(self.rows[old]["status"] in LIVE)
        self.require(self.saying(text, self.rows[old]["space"]) is None)

    def superseded_by_memory(self, old: str, new: str, link: str) -> None:
        self.ended(old, "superseded", "superseded", by=new)
        self.linked(link, new, old, "supersedes")

    def disputed(self, key: str) -> None:
        self.require(self.rows[key]["status"] in ("active", "proposed"))
        self.changed(key, status="disputed")

    def opposed(self, key: str) -> list[str]:
        """What an accepted dispute ends."""
        targets = dict.fromkeys(self.open_links(key, "contradicts"))
        return [one for one in targets if self.rows[one]["status"] in LIVE]

    def decided(self, key: str, verdict: str, links: Mapping[str, str]) -> None:
        self.require(self.rows[key]["status"] == "disputed")
        if verdict == "reject":
            self.ended(key, "retired", "rejected")
            return
        opposed = self.opposed(key)
        self.current(key)
        if verdict == "accept":
            for old in opposed:
                self.superseded_by_memory(old, key, links[old])

    def retired(self, key: str, ended: str) -> None:
        self.require(self.rows[key]["status"] in LIVE)
        self.ended(key, "retired", ended)

    def fitting(self, word: str) -> list[str]:
        return [key for key, row in self.memories(*LIVE).items() if word in row["text"].split()]

    def restored(self, key: str) -> None:
        row = self.rows[key]
        if row["ended"] == "superseded":
            self.require(self.rows[row["by"]]["status"] not in LIVE)
        else:
            self.require(row["status"] == "retired")
        self.changed(key, **self._before_ending(key))
        self.require_no_twins()

    def _before_ending(self, key: str) -> Row:
        """How it was before the operation that ended it."""
        ended = self.rows[key]["status"]
        ways = (
            before
            for operation in reversed(self.operations)
            for changed, before, after in operation.changes
            if changed == key
            and before is not None
            and after is not None
            and before["status"] in LIVE
            and after["status"] == ended
        )
        before = next(ways)
        return {name: before[name] for name in ("status", "ended", "by", "replaced")}

    def merged(self, sources: list[str], target: str) -> None:
        self.require(self.rows[target]["status"] in LIVE)
        self.require(all(self.rows[one]["status"] in LIVE for one in sources))
        for one in sources:
            self.ended(one, "superseded", "merged", by=target)

    def unmerged(self, key: str) -> str:
        """Gives the memory that they are parted from."""
        row = self.rows[key]
        into = [
            one
            for one, other in self.memories("superseded").items()
            if other["ended"] == "merged" and other["by"] == key
        ]
        parting = [key] if row["ended"] == "merged" else into
        self.require(bool(parting))
        target = self.rows[parting[0]]["by"]
        self.require(self.rows[target]["status"] != "erased")
        for one in parting:
            self.changed(one, **self._before_ending(one))
        self.require_no_twins()
        return str(target)

    def require_no_twins(self) -> None:
        said = [(row["text"], row["space"]) for row in self.memories(*LIVE).values()]
        self.require(len(said) == len(set(said)))

    def erased(self, key: str) -> None:
        """With it goes what was merged into it, its links, its requests and its own evidence."""
        self.require(self.rows[key]["status"] != "erased")
        gone = [key, *self._merged_into(key)]
        for one in gone:
            evidence = self.rows[one]["evidence"]
            self.changed(
                one,
                status="erased",
                text="",
                ended=None,
                by=None,
                evidence=(),
                replaced=self._stamp,
            )
            self._erase_evidence(evidence)
        for other, row in list(self.rows.items()):
            touches = {row.get("source"), row.get("target"), row.get("memory")}
            if touches & set(gone):
                del self.rows[other]

    def _merged_into(self, key: str) -> Iterator[str]:
        """What was merged into it, and what had been merged into that."""
        for one, row in self.memories("superseded").items():
            if row["ended"] == "merged" and row["by"] == key:
                yield one
                yield from self._merged_into(one)

    def _erase_evidence(self, evidence: Iterable[str]) -> None:
        for turn in evidence:
            if not any(turn in row["evidence"] for row in self.memories().values()):
                self.changed(turn, status="erased", text="")

    def swept(self, now: Any) -> None:
        for key, row in self.memories(*LIVE).items():
            due = row["expires"] is not None and row["expires"] <= now
            if due and not (row["pinned"] or row["protected"]):
                self.ended(key, "retired", "expired")

    def undone(self, operation: Operation) -> None:
        """Backwards through what it changed; nothing of it may have been changed since."""
        if self._destroyed_since(operation):
            raise Refusal
        for key, before, after in reversed(operation.changes):
            current = self.rows.get(key)
            self.require(_is_unchanged(current, before, after))
            if before is None:
                self._unmake(key)
            elif current is None or after is None:
                self.rows[key] = deepcopy(before)
            else:
                changed = [name for name in after if before[name] != after[name]]
                self.changed(key, **{name: before[name] for name in changed})
        self.require_no_twins()

    def last_in_force(self) -> Operation | None:
        """The newest operation that is no undo and is not undone; an undone undo undid nothing."""
        undone: list[Operation] = []
        for operation in reversed(self.operations):
            if any(operation is one for one in undone):
                continue
            if operation.undoes is not None:
                undone.append(operation.undoes)
            elif not operation.is_use:
                return operation
        return None

    def _destroyed_since(self, operation: Operation) -> bool:
        place = next(n for n, one in enumerate(self.operations) if one is operation)
        later = self.operations[place:]
        destroyed = {key for one in later if one.destroys for key, _, _ in one.changes}
        return operation.destroys or any(key in destroyed for key, _, _ in operation.changes)

    def _unmake(self, key: str) -> None:
        if key.startswith("mem_"):
            self.ended(key, "retired", "undone")
        elif key.startswith(("lnk_", "ev_")):
            self.changed(key, status="retired")
        else:
            del self.rows[key]


def _is_unchanged(current: Row | None, before: Row | None, after: Row | None) -> bool:
    if current is None or after is None:
        return current is after is None
    if before is None:
        names = [name for name in after if name not in COUNTERS and after[name] is not None]
    else:
        names = [name for name in after if before[name] != after[name]]
    return all(current[name] == after[name] for name in names)
