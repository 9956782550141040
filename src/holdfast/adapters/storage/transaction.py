"""One transaction of one caller: every storage call there is, with the org in each of them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from holdfast.adapters.storage import sqlite_schema as words
from holdfast.adapters.storage import sqlite_sql as sql
from holdfast.adapters.storage.driver import Connection
from holdfast.evidence.types import Header, Row, SealedEntry
from holdfast.governance.types import Subject
from holdfast.kernel.clock import optional_micros
from holdfast.memories.types import Between, Filter

GENESIS = bytes(32)
TOPICS_MAX = 7
_JSON = {
    "memories": ("detail", "tags", "evidence", "entities", "redacted"),
    "turns": ("redacted",),
}
_FLAGS = {"memories": ("pinned", "protected")}
_TABLES = {
    "mem": "memories",
    "ev": "turns",
    "lnk": "links",
    "nam": "aliases",
    "req": "requests",
}
_ROW = {
    "memories": (sql.MEMORY_ROW, sql.MEMORY_INSERT, sql.MEMORY_UPDATE),
    "turns": (sql.TURN_ROW, sql.TURN_INSERT, sql.TURN_UPDATE),
    "links": (sql.LINK_ROW, sql.LINK_INSERT, sql.LINK_UPDATE),
    "aliases": (sql.ALIAS_ROW, sql.ALIAS_INSERT, sql.ALIAS_UPDATE),
    "requests": (sql.REQUEST_ROW, sql.REQUEST_INSERT, sql.REQUEST_UPDATE),
}
_DELETE = {
    "links": sql.LINK_DELETE,
    "aliases": sql.ALIAS_DELETE,
    "requests": sql.REQUEST_DELETE,
}
_ALL = {
    "memories": sql.ALL_MEMORIES,
    "turns": sql.ALL_TURNS,
    "links": sql.ALL_LINKS,
    "aliases": sql.ALL_ALIASES,
    "requests": sql.ALL_REQUESTS,
    "topics": sql.ALL_TOPICS,
    "mentions": sql.ALL_MENTIONS,
    "lexical": words.WORDS_OF_ORG,
}
TABLES_COMPARED = tuple(_ALL)


def _table_of(subject: str) -> str:
    return _TABLES[subject.partition("_")[0]]


def _listed(values: Sequence[Any]) -> str | None:
    """A list as a parameter; an empty one asks for everything where a statement allows it."""
    return json.dumps(list(values)) if values else None


def _encoded(table: str, row: Row) -> dict[str, Any]:
    """A row as parameters. An empty list is by far the commonest value."""
    encoded = dict(row)
    for name in _JSON.get(table, ()):
        value = row[name]
        if value is not None:
            encoded[name] = json.dumps(value, ensure_ascii=False) if value else "[]"
    return encoded


def _decoder(table: str, *more: str) -> Callable[[tuple[Any, ...]], Row]:
    columns = (*sql.COLUMNS[table], *more)
    encoded, flags = _JSON.get(table, ()), _FLAGS.get(table, ())

    def decode(values: tuple[Any, ...]) -> Row:
        row = dict(zip(columns, values, strict=True))
        for name in encoded:
            value = row[name]
            if value is not None:
                row[name] = [] if value == "[]" else json.loads(value)
        for name in flags:
            row[name] = bool(row[name])
        return row

    return decode


_memory = _decoder("memories", "embedded")
_decode = {table: _decoder(table) for table in _ROW}


def _candidate(values: tuple[Any, ...]) -> Row:
    row = dict(zip(sql.CANDIDATE_COLUMNS, values, strict=True))
    row["detail"] = None if row["detail"] is None else json.loads(row["detail"])
    return row


def _sealed(values: tuple[Any, ...]) -> SealedEntry:
    return SealedEntry(Header(*values[:11]), *values[11:])


class SqlTransaction:
    """Implements the transactions that the rooms ask for, on one connection of one engine."""

    def __init__(self, connection: Connection, subject: Subject, who: Mapping[str, Any]) -> None:
        self._connection = connection
        self._execute = connection.execute
        self._who = who
        self._head: tuple[int, bytes] | None = None
        self.subject = subject

    def _rows(self, statement: str, **params: Any) -> list[tuple[Any, ...]]:
        return self._execute(statement, {**self._who, **params}).fetchall()

    def _one(self, statement: str, **params: Any) -> tuple[Any, ...] | None:
        found: tuple[Any, ...] | None = self._execute(statement, {**self._who, **params}).fetchone()
        return found

    def _memories(self, statement: str, **params: Any) -> list[Row]:
        return [_memory(values) for values in self._rows(statement, **params)]

    def _table(self, table: str, statement: str, **params: Any) -> list[Row]:
        return [_decode[table](values) for values in self._rows(statement, **params)]

    # --- the journal

    def journal_head(self) -> tuple[int, bytes]:
        if self._head is None:
            last = self._execute(sql.JOURNAL_LAST).fetchone()[0] or 0
            chain = self._one(sql.JOURNAL_CHAIN)
            self._head = (last, GENESIS if chain is None else chain[0])
        return self._head

    def insert_entries(self, entries: Sequence[SealedEntry]) -> None:
        self._connection.executemany(
            sql.JOURNAL_INSERT,
            [
                {
                    **entry.header._asdict(),
                    "salt": entry.salt,
                    "body": entry.body,
                    "digest": entry.digest,
                    "hash": entry.hash,
                }
                for entry in entries
            ],
        )
        self._head = (entries[-1].header.position, entries[-1].hash)

    def entries(self, *, after: int, limit: int, subjects: Sequence[str] = ()) -> list[SealedEntry]:
        if not subjects:
            rows = self._rows(sql.JOURNAL_AFTER, after=after, limit=limit)
        else:
            rows = self._rows(
                sql.JOURNAL_OF,
                after=after,
                limit=limit,
                subjects=_listed(subjects),
            )
        return [_sealed(values) for values in rows]

    def touched(self, *, after: int, limit: int) -> list[tuple[int, str]]:
        return self._rows(sql.JOURNAL_TOUCHED, after=after, limit=limit)

    def all_entries(self, subjects: Sequence[str], *, after: int = 0) -> list[SealedEntry]:
        asked = {"subjects": _listed(subjects) or "[]", "after": after}
        return [_sealed(values) for values in self._rows(sql.JOURNAL_ABOUT, **asked)]

    def entries_back(self, *, before: int, limit: int) -> list[SealedEntry]:
        return [_sealed(row) for row in self._rows(sql.JOURNAL_BACK, before=before, limit=limit)]

    def operation_entries(self, operation: int) -> list[SealedEntry]:
        return [_sealed(row) for row in self._rows(sql.JOURNAL_OPERATION, operation=operation)]

    def headers(self, *, after: int, limit: int) -> list[tuple[Header, bytes, bytes]]:
        rows = self._rows(sql.JOURNAL_HEADERS, after=after, limit=limit)
        return [(Header(*values[:11]), *values[11:]) for values in rows]

    def erase_bodies(self, positions: Sequence[int]) -> None:
        for position in positions:
            self._execute(sql.JOURNAL_ERASE, {**self._who, "erased": position})

    def position_at(self, at: int) -> int:
        found = self._one(sql.JOURNAL_AT, moment=at)
        return 0 if found is None else int(found[0])

    def cursor(self, reader: str) -> int:
        found = self._one(sql.CURSOR, reader=reader)
        return 0 if found is None else int(found[0])

    def move_cursor(self, reader: str, position: int) -> None:
        params = {**self._who, "reader": reader, "position": position}
        if self._execute(sql.CURSOR_MOVE, params).rowcount == 0:
            self._execute(sql.CURSOR_INSERT, params)

    # --- rows

    def row(self, subject: str) -> Row | None:
        table = _table_of(subject)
        values = self._one(_ROW[table][0], id=subject)
        return None if values is None else _decode[table](values)

    def blank_row(self, subject: str) -> Row:
        return dict.fromkeys(sql.COLUMNS[_table_of(subject)])

    def put_row(self, subject: str, before: Row | None, after: Row) -> None:
        table = _table_of(subject)
        statement = _ROW[table][1 if before is None else 2]
        self._execute(statement, _encoded(table, after))

    def delete_row(self, subject: str) -> None:
        self._execute(_DELETE[_table_of(subject)], {**self._who, "id": subject})

    def table_rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        return iter(self._execute(_ALL[table], self._who))

    # --- memories

    def memory(self, memory_id: str) -> Row | None:
        found = self._memories(sql.MEMORY, id=memory_id)
        return found[0] if found else None

    def memories(self, ids: Sequence[str]) -> list[Row]:
        return self._memories(sql.MEMORIES, ids=_listed(ids)) if ids else []

    def memory_ids(self, prefix: str, limit: int) -> list[str]:
        rows = self._rows(sql.MEMORY_IDS, prefix=prefix, prefix_end=prefix + "~", limit=limit)
        return [row[0] for row in rows]

    def list_memories(
        self, wanted: Filter, *, entities: Sequence[str], before: int, limit: int
    ) -> list[Row]:
        return self._memories(
            sql.MEMORY_LIST,
            space=wanted.space,
            statuses=json.dumps(wanted.statuses),
            kinds=_listed(wanted.kinds),
            tags=_listed(wanted.tags),
            entities=_listed(entities),
            ended=wanted.ended,
            pinned=wanted.pinned,
            author=wanted.author,
            since=optional_micros(wanted.since, field="since"),
            until=optional_micros(wanted.until, field="until"),
            before=before,
            limit=limit,
        )

    def memory_with(self, fingerprint: str) -> Row | None:
        found = self._memories(sql.MEMORY_WITH, fingerprint=fingerprint)
        return found[0] if found else None

    def candidates(self, topics: Sequence[int]) -> list[Row]:
        if not topics:
            return []
        padded = [*topics[:TOPICS_MAX], *[None] * (TOPICS_MAX - len(topics))]
        params = {f"topic_{number}": topic for number, topic in enumerate(padded)}
        return [_candidate(values) for values in self._rows(sql.MEMORY_CANDIDATES, **params)]

    def expired(self, now: int, after: int, limit: int) -> list[Row]:
        return self._memories(sql.MEMORY_EXPIRED, now=now, after=after, limit=limit)

    def memories_by_words(self, given: Sequence[str], space: str, limit: int) -> list[Row]:
        """Every word quoted, so that nothing in it is an operator."""
        if not given:
            return []
        query = " AND ".join('"' + word.replace('"', '""') + '"' for word in given)
        return self._memories(sql.MEMORIES_BY_WORDS, words=query, space=space, limit=limit)

    def merged_into(self, memory_id: str) -> list[Row]:
        return self._memories(sql.MEMORY_MERGED, id=memory_id)

    def citing(self, evidence_id: str) -> list[Row]:
        return self._table("memories", sql.MEMORY_CITING, id=evidence_id)

    def memories_between(self, between: Between) -> list[Row]:
        return self._memories(sql.MEMORY_BETWEEN, **asdict(between))

    # --- what was observed

    def evidence(self, ids: Sequence[str]) -> list[Row]:
        return self._table("turns", sql.TURNS, ids=_listed(ids)) if ids else []

    def session_neighbours(
        self, session: str, space: str, position: int, count: int
    ) -> tuple[list[Row], list[Row]]:
        asked = {"session": session, "space": space, "position": position, "limit": count}
        before = self._table("turns", sql.TURNS_BEFORE, **asked)
        return before[::-1], self._table("turns", sql.TURNS_AFTER, **asked)

    def turns_between(self, between: Between) -> list[Row]:
        return self._table("turns", sql.TURNS_BETWEEN, **asdict(between))

    # --- what follows from rows

    def put_lexical(self, item: int, text: str, context: str) -> None:
        self._execute(words.WORDS_INSERT, {"item": item, "text": text, "context": context})

    def delete_lexical(self, item: int) -> None:
        self._execute(words.WORDS_DELETE, {"item": item})

    def put_vectors(self, model: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        rows = [{"item": item, "model": model, "vector": blob} for item, blob in vectors]
        self._connection.executemany(words.VECTOR_PUT, rows)

    def vectors(self, items: Sequence[int]) -> Mapping[int, bytes]:
        """What is no vector was put there from outside: then there is none."""
        rows = self._rows(sql.VECTORS, items=json.dumps(list(items)))
        return {item: blob for item, blob in rows if isinstance(blob, bytes)}

    def delete_vectors(self, item: int) -> None:
        self._execute(sql.VECTOR_DELETE, {"item": item})

    def items_without_vector(self, ids: Sequence[str]) -> list[tuple[int, Row]]:
        if not ids:
            return []
        asked = _listed(ids)
        rows = [
            *self._table("memories", sql.MEMORY_WITHOUT_VECTOR, ids=asked),
            *self._table("turns", sql.TURNS_WITHOUT_VECTOR, ids=asked),
        ]
        return [(row["position"], row) for row in rows]

    def put_topics(self, item: int, topics: Sequence[int]) -> None:
        rows = [{"topic": topic, "item": item} for topic in topics]
        self._connection.executemany(sql.TOPIC_INSERT, rows)

    def delete_topics(self, item: int, topics: Sequence[int]) -> None:
        rows = [{"topic": topic, "item": item} for topic in topics]
        self._connection.executemany(sql.TOPIC_DELETE, rows)

    def put_mentions(self, item: int, mentions: Sequence[tuple[str, str, str]]) -> None:
        self._connection.executemany(
            sql.MENTION_INSERT,
            [
                {"entity": entity, "item": item, "name": name, "sort": sort}
                for entity, name, sort in mentions
            ],
        )

    def delete_mentions(self, item: int, entities: Sequence[str]) -> None:
        rows = [{"entity": entity, "item": item} for entity in entities]
        self._connection.executemany(sql.MENTION_DELETE, rows)

    # --- links and entities

    def links_at(self, ids: Sequence[str], *, at: int | None) -> list[Row]:
        return self._table("links", sql.LINKS_AT, ids=_listed(ids), moment=at) if ids else []

    def linked_requests(self, memory_id: str) -> list[Row]:
        return self._table("requests", sql.REQUESTS_OF, id=memory_id)

    def links_of(self, thing_id: str) -> list[Row]:
        return self._table("links", sql.LINKS_OF, id=thing_id)

    def same_entities(self, entity_id: str) -> tuple[str, ...]:
        row = self.row(entity_id)
        canonical = entity_id if row is None else row["entity"]
        others = self._table("aliases", sql.ALIASES_OF, entities=json.dumps([canonical]))
        return (canonical, *(other["id"] for other in others))

    def entity_aliases(self, entity_ids: Sequence[str]) -> list[Row]:
        return self._table("aliases", sql.ALIASES_OF, entities=json.dumps(list(entity_ids)))

    def entities(self, *, like: str, after: str, limit: int) -> list[Row]:
        rows = self._rows(sql.ENTITIES, like=like.lower(), after=after, limit=limit)
        return [dict(zip(("entity", "name", "sort", "mentions"), row, strict=True)) for row in rows]

    def entity_names(self, ids: Sequence[str]) -> list[Row]:
        if not ids:
            return []
        rows = self._rows(sql.ENTITY_NAMES, ids=_listed(ids))
        return [{"entity": entity, "name": name} for entity, name in rows]

    def visible_ids(self, ids: Sequence[str], *, held: bool = False) -> set[str]:
        if not ids:
            return set()
        asked = {"ids": _listed(ids), "held": int(held)}
        statements = (sql.VISIBLE_MEMORY_IDS, sql.VISIBLE_TURN_IDS, sql.ENTITY_NAMES)
        return {row[0] for statement in statements for row in self._rows(statement, **asked)}

    # --- counts

    def counts(self) -> Mapping[str, Mapping[str, int]]:
        def total(statement: str) -> int:
            found = self._one(statement)
            return 0 if found is None else int(found[0])

        return {
            "statuses": dict(self._rows(sql.COUNT_STATUSES)),
            "kinds": dict(self._rows(sql.COUNT_KINDS)),
            "whole": {
                "turns": total(sql.COUNT_TURNS),
                "links": total(sql.COUNT_LINKS),
                "entities": total(sql.COUNT_ENTITIES),
                "entries": total(sql.COUNT_ENTRIES),
                "pending_vectors": total(sql.COUNT_WITHOUT_VECTOR),
            },
        }
