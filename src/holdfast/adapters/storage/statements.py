"""Every statement, written once as an expression and compiled ahead of time for each engine.

`compiler.py` turns what is named here in capitals into SQL text; nothing imports this module
while a store is in use. What engines differ in (words, schema) is in their own module.

Parameters that stand for the caller: org, usr, engine, everywhere, spaces.
"""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    String,
    Table,
    and_,
    bindparam,
    cast,
    column,
    delete,
    exists,
    func,
    insert,
    not_,
    null,
    or_,
    select,
    text,
    union_all,
    update,
)

from holdfast.adapters.storage.tables import (
    aliases,
    cursors,
    journal,
    links,
    memories,
    mentions,
    requests,
    topics,
    turns,
    vectors,
)

LIVE = ("proposed", "active", "disputed")
TOPICS_MAX = 7
TOPIC_ITEMS_MAX = 24
CANDIDATES_MAX = 8
"""A constant in the statement: with a parameter for it, SQLite sorts at twice the cost."""

CANDIDATE_COLUMNS = (
    "position",
    "id",
    "text",
    "kind",
    "detail",
    "recorded_at",
    "valid_from",
    "valid_to",
    "pinned",
    "protected",
)
"""What a contradiction is decided from; the rest is read for those that matter."""


def _values(name: str) -> FromClause:
    """The values of a parameter that holds a JSON list."""
    return func.json_each(bindparam(name)).table_valued("value", name=f"each_{name}")


def _one_of(what: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    return what.in_(select(_values(name).c.value))


def _one_of_or_any(what: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    return or_(bindparam(name).is_(null()), _one_of(what, name))


def _equals_or_any(what: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    return or_(bindparam(name).is_(null()), what == bindparam(name))


def _within(space: ColumnElement[str], above: ColumnElement[str]) -> ColumnElement[bool]:
    """Space paths hold no character between '/' and '0', so a range finds all below."""
    return or_(
        above == "",
        space == above,
        and_(space > above.concat("/"), space < above.concat("0")),
    )


def _readable(space: ColumnElement[str]) -> ColumnElement[bool]:
    granted = _values("spaces")
    value = cast(granted.c.value, String)
    return or_(
        bindparam("everywhere") == 1,
        exists(select(1).select_from(granted).where(_within(space, value))),
    )


def _is_live(table: Table) -> ColumnElement[bool]:
    return or_(*(table.c.status == status for status in LIVE))


def _visible_memory() -> ColumnElement[bool]:
    own = and_(memories.c.visibility == "private", memories.c.author == bindparam("usr"))
    shared = and_(memories.c.visibility == "space", _readable(memories.c.space))
    return and_(
        memories.c.org == bindparam("org"),
        or_(bindparam("engine") == 1, memories.c.visibility == "org", own, shared),
    )


def _visible_turn() -> ColumnElement[bool]:
    return and_(turns.c.org == bindparam("org"), _readable(turns.c.space))


def _visible_entry() -> ColumnElement[bool]:
    return and_(
        journal.c.org == bindparam("org"),
        or_(
            bindparam("engine") == 1,
            journal.c.audience == "*",
            journal.c.audience == bindparam("usr_audience"),
            and_(journal.c.audience == "", _readable(journal.c.space)),
        ),
    )


_embedded = exists(
    select(1).where(vectors.c.item == memories.c.position, vectors.c.model == bindparam("model"))
).label("embedded")


def _memories() -> Select[Any]:
    return select(memories, _embedded).where(_visible_memory())


def _names(table: Table) -> list[str]:
    return [column.name for column in table.c]


def _insert(table: Table) -> Any:
    return insert(table).values({name: bindparam(name) for name in _names(table)})


def _update(table: Table) -> Any:
    kept = ("position", "id", "org")
    changed: dict[str, Any] = {name: bindparam(name) for name in _names(table) if name not in kept}
    return (
        update(table)
        .where(table.c.id == bindparam("id"), table.c.org == bindparam("org"))
        .values(changed)
    )


def _row(table: Table) -> Select[Any]:
    return select(table).where(table.c.id == bindparam("id"), table.c.org == bindparam("org"))


def _delete(table: Table) -> Any:
    return delete(table).where(table.c.id == bindparam("id"), table.c.org == bindparam("org"))


# --- the journal ---------------------------------------------------------------------------

JOURNAL_INSERT = _insert(journal)
JOURNAL_LAST = select(func.max(journal.c.position))
JOURNAL_CHAIN = (
    select(journal.c.hash)
    .where(journal.c.org == bindparam("org"))
    .order_by(journal.c.position.desc())
    .limit(1)
)
JOURNAL_AFTER = (
    select(journal)
    .where(_visible_entry(), journal.c.position > bindparam("after"))
    .order_by(journal.c.position)
    .limit(bindparam("limit"))
)
JOURNAL_OF = (
    select(journal)
    .where(
        _visible_entry(),
        journal.c.position > bindparam("after"),
        _one_of(journal.c.subject, "subjects"),
    )
    .order_by(journal.c.position)
    .limit(bindparam("limit"))
)
JOURNAL_TOUCHED = (
    select(journal.c.position, journal.c.subject)
    .where(journal.c.org == bindparam("org"), journal.c.position > bindparam("after"))
    .order_by(journal.c.position)
    .limit(bindparam("limit"))
)
JOURNAL_ABOUT = (
    select(journal)
    .where(
        journal.c.org == bindparam("org"),
        journal.c.position > bindparam("after"),
        _one_of(journal.c.subject, "subjects"),
    )
    .order_by(journal.c.position)
)
JOURNAL_BACK = (
    select(journal)
    .where(_visible_entry(), journal.c.position < bindparam("before"))
    .order_by(journal.c.position.desc())
    .limit(bindparam("limit"))
)
JOURNAL_OPERATION = (
    select(journal)
    .where(
        _visible_entry(),
        journal.c.position >= bindparam("operation"),
        journal.c.operation == bindparam("operation"),
    )
    .order_by(journal.c.position)
)
JOURNAL_HEADERS = (
    select(*(column for column in journal.c if column.name not in ("salt", "body")))
    .where(bindparam("engine") == 1, journal.c.position > bindparam("after"))
    .order_by(journal.c.position)
    .limit(bindparam("limit"))
)
JOURNAL_ERASE = (
    update(journal)
    .where(journal.c.org == bindparam("org"), journal.c.position == bindparam("erased"))
    .values(body=null(), salt=null())
)
JOURNAL_AT = (
    select(journal.c.position)
    .where(journal.c.org == bindparam("org"), journal.c.at <= bindparam("moment"))
    .order_by(journal.c.position.desc())
    .limit(1)
)
CURSOR = select(cursors.c.position).where(
    cursors.c.reader == bindparam("reader"), cursors.c.org == bindparam("org")
)
CURSOR_MOVE = (
    update(cursors)
    .where(cursors.c.reader == bindparam("reader"), cursors.c.org == bindparam("org"))
    .values(position=bindparam("position"))
)
CURSOR_INSERT = _insert(cursors)

# --- rows of any kind ----------------------------------------------------------------------

MEMORY_ROW, MEMORY_INSERT, MEMORY_UPDATE = _row(memories), _insert(memories), _update(memories)
TURN_ROW, TURN_INSERT, TURN_UPDATE = _row(turns), _insert(turns), _update(turns)
LINK_ROW, LINK_INSERT, LINK_UPDATE = _row(links), _insert(links), _update(links)
ALIAS_ROW, ALIAS_INSERT, ALIAS_UPDATE = _row(aliases), _insert(aliases), _update(aliases)
REQUEST_ROW, REQUEST_INSERT = _row(requests), _insert(requests)
REQUEST_UPDATE = _update(requests)
ALIAS_DELETE, REQUEST_DELETE = _delete(aliases), _delete(requests)
LINK_DELETE = _delete(links)

# --- memories ------------------------------------------------------------------------------

MEMORY = _memories().where(memories.c.id == bindparam("id"))
MEMORIES = _memories().where(_one_of(memories.c.id, "ids")).order_by(memories.c.position)
MEMORIES_BY_WORDS = (
    _memories()
    .where(
        memories.c.position.in_(
            select(column("rowid")).select_from(text("lexical")).where(text("lexical MATCH :words"))
        ),
        _within(memories.c.space, bindparam("space")),
        _is_live(memories),
    )
    .order_by(memories.c.position.desc())
    .limit(bindparam("limit"))
)
MEMORY_IDS = (
    select(memories.c.id)
    .where(
        _visible_memory(),
        memories.c.id >= bindparam("prefix"),
        memories.c.id < bindparam("prefix_end"),
    )
    .order_by(memories.c.id)
    .limit(bindparam("limit"))
)


def _has_tags() -> ColumnElement[bool]:
    wanted = _values("tags")
    held = func.json_each(memories.c.tags).table_valued("value", name="held")
    return not_(
        exists(
            select(1)
            .select_from(wanted)
            .where(wanted.c.value.not_in(select(held.c.value).correlate(memories)))
        )
    )


MEMORY_LIST = (
    _memories()
    .where(
        memories.c.position < bindparam("before"),
        _within(memories.c.space, bindparam("space")),
        _one_of(memories.c.status, "statuses"),
        _one_of_or_any(memories.c.kind, "kinds"),
        _equals_or_any(memories.c.ended, "ended"),
        _equals_or_any(memories.c.pinned, "pinned"),
        _equals_or_any(memories.c.author, "author"),
        or_(bindparam("since").is_(null()), memories.c.recorded_at >= bindparam("since")),
        or_(bindparam("until").is_(null()), memories.c.recorded_at < bindparam("until")),
        or_(bindparam("tags").is_(null()), _has_tags()),
        or_(
            bindparam("entities").is_(null()),
            memories.c.position.in_(
                select(mentions.c.item).where(_one_of(mentions.c.entity, "entities"))
            ),
        ),
    )
    .order_by(memories.c.position.desc())
    .limit(bindparam("limit"))
)
MEMORY_WITH = (
    _memories()
    .where(
        memories.c.fingerprint == bindparam("fingerprint"),
        or_(_is_live(memories), memories.c.status == "quarantined"),
    )
    .order_by(memories.c.position)
    .limit(1)
)


def _topic_items(number: int) -> Any:
    """The newest items of one topic: a topic that everything has must not cost more."""
    newest = (
        select(topics.c.item)
        .where(topics.c.topic == bindparam(f"topic_{number}"))
        .order_by(topics.c.item.desc())
        .limit(TOPIC_ITEMS_MAX)
        .subquery(f"newest_{number}")
    )
    return select(newest.c.item)


_shared = union_all(*(_topic_items(number) for number in range(TOPICS_MAX))).subquery("shared")
_counted = (
    select(_shared.c.item, func.count().label("topics"))
    .group_by(_shared.c.item)
    .order_by(func.count().desc(), _shared.c.item.desc())
    .limit(CANDIDATES_MAX)
    .subquery("counted")
)
MEMORY_CANDIDATES = (
    select(*(memories.c[name] for name in CANDIDATE_COLUMNS))
    .select_from(_counted.join(memories, memories.c.position == _counted.c.item))
    .where(_visible_memory(), memories.c.status == "active")
    .order_by(_counted.c.topics.desc(), memories.c.position.desc())
)
MEMORY_EXPIRED = (
    _memories()
    .where(
        memories.c.expires_at <= bindparam("now"),
        memories.c.position > bindparam("after"),
        _is_live(memories),
    )
    .order_by(memories.c.position)
    .limit(bindparam("limit"))
)
MEMORY_MERGED = (
    _memories()
    .where(
        memories.c.superseded_by == bindparam("id"),
        memories.c.ended == "merged",
    )
    .order_by(memories.c.position)
)


def _cites(evidence: ColumnElement[str]) -> ColumnElement[bool]:
    cited = func.json_each(memories.c.evidence).table_valued("value", name="cited")
    return exists(select(1).select_from(cited).where(cited.c.value == evidence))


MEMORY_CITING = select(memories).where(
    memories.c.org == bindparam("org"),
    memories.c.evidence != "[]",
    memories.c.status != "erased",
    _cites(bindparam("id")),
)
_memory_at = func.coalesce(memories.c.valid_from, memories.c.recorded_at)
MEMORY_BETWEEN = (
    _memories()
    .where(
        _within(memories.c.space, bindparam("space")),
        _is_live(memories),
        _memory_at >= bindparam("since"),
        _memory_at < bindparam("until"),
    )
    .order_by(_memory_at, memories.c.position)
    .limit(bindparam("limit"))
)
MEMORY_WITHOUT_VECTOR = (
    select(memories)
    .where(
        memories.c.org == bindparam("org"),
        _one_of(memories.c.id, "ids"),
        memories.c.status != "erased",
        not_(_embedded.element),
    )
    .order_by(memories.c.position)
)

# --- what was observed ---------------------------------------------------------------------

TURNS = select(turns).where(_visible_turn(), _one_of(turns.c.id, "ids")).order_by(turns.c.position)


def _session(*where: ColumnElement[bool]) -> Select[Any]:
    return (
        select(turns)
        .where(
            turns.c.org == bindparam("org"),
            turns.c.session == bindparam("session"),
            turns.c.space == bindparam("space"),
            *where,
        )
        .limit(bindparam("limit"))
    )


TURNS_BEFORE = _session(turns.c.position < bindparam("position")).order_by(turns.c.position.desc())
TURNS_AFTER = _session(turns.c.position > bindparam("position")).order_by(turns.c.position)
TURNS_BETWEEN = (
    select(turns)
    .where(
        _visible_turn(),
        _within(turns.c.space, bindparam("space")),
        turns.c.status == "active",
        turns.c.at >= bindparam("since"),
        turns.c.at < bindparam("until"),
    )
    .order_by(turns.c.at, turns.c.position)
    .limit(bindparam("limit"))
)
TURNS_WITHOUT_VECTOR = (
    select(turns)
    .where(
        turns.c.org == bindparam("org"),
        _one_of(turns.c.id, "ids"),
        turns.c.status != "erased",
        not_(
            exists(
                select(1).where(
                    vectors.c.item == turns.c.position, vectors.c.model == bindparam("model")
                )
            )
        ),
    )
    .order_by(turns.c.position)
)

# --- what follows from rows ----------------------------------------------------------------

VECTORS = select(vectors.c.item, vectors.c.vector).where(
    vectors.c.model == bindparam("model"), _one_of(vectors.c.item, "items")
)
VECTOR_DELETE = delete(vectors).where(vectors.c.item == bindparam("item"))
TOPIC_INSERT = _insert(topics)
TOPIC_DELETE = delete(topics).where(
    topics.c.topic == bindparam("topic"), topics.c.item == bindparam("item")
)
MENTION_INSERT = _insert(mentions)
MENTION_DELETE = delete(mentions).where(
    mentions.c.entity == bindparam("entity"), mentions.c.item == bindparam("item")
)

# --- links and entities --------------------------------------------------------------------

LINKS_AT = (
    select(links)
    .where(
        links.c.org == bindparam("org"),
        links.c.status == "active",
        or_(_one_of(links.c.source, "ids"), _one_of(links.c.target, "ids")),
        or_(
            bindparam("moment").is_(null()),
            and_(
                links.c.valid_from <= bindparam("moment"),
                or_(links.c.valid_to.is_(null()), links.c.valid_to > bindparam("moment")),
            ),
        ),
    )
    .order_by(links.c.position)
)
LINKS_OF = (
    select(links)
    .where(
        links.c.org == bindparam("org"),
        or_(links.c.source == bindparam("id"), links.c.target == bindparam("id")),
    )
    .order_by(links.c.position)
)
REQUESTS_OF = select(requests).where(
    requests.c.org == bindparam("org"), requests.c.memory == bindparam("id")
)
ALIASES_OF = (
    select(aliases)
    .where(aliases.c.org == bindparam("org"), _one_of(aliases.c.entity, "entities"))
    .order_by(aliases.c.id)
)
_canonical = func.coalesce(aliases.c.entity, mentions.c.entity)
_named = mentions.join(memories, memories.c.position == mentions.c.item).outerjoin(
    aliases, aliases.c.id == mentions.c.entity
)
_visible_mention = and_(
    _visible_memory(), or_(_is_live(memories), memories.c.status == "superseded")
)
ENTITIES = (
    select(
        _canonical.label("entity"),
        func.min(mentions.c.name).label("name"),
        func.min(mentions.c.sort).label("sort"),
        func.count(mentions.c.item.distinct()).label("mentions"),
    )
    .select_from(_named)
    .where(
        _visible_mention,
        or_(
            bindparam("like") == "", func.instr(func.lower(mentions.c.name), bindparam("like")) > 0
        ),
        _canonical > bindparam("after"),
    )
    .group_by(_canonical)
    .order_by(_canonical)
    .limit(bindparam("limit"))
)
ENTITY_NAMES = (
    select(mentions.c.entity, func.min(mentions.c.name).label("name"))
    .select_from(_named)
    .where(_visible_mention, _one_of(mentions.c.entity, "ids"))
    .group_by(mentions.c.entity)
)
VISIBLE_MEMORY_IDS = select(memories.c.id).where(
    _visible_memory(),
    _one_of(memories.c.id, "ids"),
    memories.c.status != "erased",
    or_(bindparam("held") == 0, _is_live(memories), memories.c.status == "superseded"),
)
VISIBLE_TURN_IDS = select(turns.c.id).where(
    _visible_turn(),
    _one_of(turns.c.id, "ids"),
    turns.c.status != "erased",
    or_(bindparam("held") == 0, turns.c.status == "active"),
)

# --- counts --------------------------------------------------------------------------------

COUNT_STATUSES = (
    select(memories.c.status, func.count()).where(_visible_memory()).group_by(memories.c.status)
)
COUNT_KINDS = (
    select(memories.c.kind, func.count())
    .where(_visible_memory(), _is_live(memories))
    .group_by(memories.c.kind)
)
COUNT_TURNS = select(func.count()).where(_visible_turn(), turns.c.status == "active")


def _is_visible_end(end: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the caller may see what a link ends at: a memory, a turn, or an entity."""
    named = exists(select(1).select_from(_named).where(_visible_mention, mentions.c.entity == end))
    return or_(
        exists(select(1).where(memories.c.id == end, _visible_memory())),
        exists(select(1).where(turns.c.id == end, _visible_turn())),
        named,
    )


COUNT_LINKS = select(func.count()).where(
    links.c.org == bindparam("org"),
    links.c.status == "active",
    _is_visible_end(links.c.source),
    _is_visible_end(links.c.target),
)
COUNT_ENTITIES = (
    select(func.count(_canonical.distinct())).select_from(_named).where(_visible_mention)
)
COUNT_ENTRIES = select(func.count()).where(_visible_entry())
COUNT_WITHOUT_VECTOR = select(
    select(func.count())
    .where(
        _visible_memory(),
        memories.c.status != "erased",
        not_(_embedded.element),
    )
    .scalar_subquery()
    + select(func.count())
    .where(
        _visible_turn(),
        turns.c.status != "erased",
        not_(
            exists(
                select(1).where(
                    vectors.c.item == turns.c.position, vectors.c.model == bindparam("model")
                )
            )
        ),
    )
    .scalar_subquery()
)

# --- comparing two stores ------------------------------------------------------------------


def _all(table: Table) -> Select[Any]:
    return select(table).where(table.c.org == bindparam("org")).order_by(table.c.position)


def _all_of_items(table: Table) -> Select[Any]:
    """The item first: rows of every compared table begin with a position, and are in its order."""
    owned = union_all(
        select(memories.c.position).where(memories.c.org == bindparam("org")),
        select(turns.c.position).where(turns.c.org == bindparam("org")),
    )
    rest = [column for column in table.c if column is not table.c.item]
    return (
        select(table.c.item, *rest)
        .where(table.c.item.in_(owned))
        .order_by(table.c.item, *table.primary_key.columns)
    )


ALL_MEMORIES, ALL_TURNS, ALL_LINKS = _all(memories), _all(turns), _all(links)
ALL_ALIASES, ALL_REQUESTS = _all(aliases), _all(requests)
ALL_TOPICS, ALL_MENTIONS = _all_of_items(topics), _all_of_items(mentions)
