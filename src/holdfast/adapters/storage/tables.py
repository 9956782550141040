"""Every table, once, for all engines. The way in which they are made is `migrations/`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

metadata = MetaData()


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _optional_text(name: str) -> Column[str]:
    return Column(name, Text)


def _time(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _optional_time(name: str) -> Column[int]:
    return Column(name, BigInteger)


def _position() -> Column[int]:
    return Column("position", Integer, primary_key=True, autoincrement=False)


def _partial(name: str, *columns: str, where: str) -> Index:
    """An index of the few rows that have a value: most writes then leave it alone."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


journal = Table(
    "journal",
    metadata,
    _position(),
    _time("at"),
    _text("org"),
    _text("space"),
    _text("audience"),
    _optional_text("session"),
    _text("actor"),
    _text("surface"),
    _text("name"),
    _text("subject"),
    Column("operation", Integer, nullable=False),
    Column("salt", LargeBinary),
    _optional_text("body"),
    Column("digest", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Index("journal_org", "org", "position"),
    Index("journal_subject", "subject", "position"),
)

memories = Table(
    "memories",
    metadata,
    _position(),
    _text("id"),
    _text("org"),
    _text("space"),
    _text("visibility"),
    _text("kind"),
    _optional_text("title"),
    _text("text"),
    _optional_text("detail"),
    _text("status"),
    _optional_text("ended"),
    _optional_text("superseded_by"),
    Column("confidence", Float, nullable=False),
    Column("importance", Float, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("protected", Boolean, nullable=False),
    _text("retention"),
    _optional_time("expires_at"),
    _optional_time("valid_from"),
    _optional_time("valid_to"),
    _time("recorded_at"),
    _time("revised_at"),
    _optional_time("replaced_at"),
    _text("author"),
    _optional_text("agent"),
    _optional_text("source"),
    _optional_text("ref"),
    Column("uses", Integer, nullable=False),
    _optional_time("last_used"),
    Column("helped", Integer, nullable=False),
    Column("hurt", Integer, nullable=False),
    _optional_text("fingerprint"),
    _text("tags"),
    _text("evidence"),
    _text("entities"),
    _text("redacted"),
    Column("risk", Float, nullable=False),
    Index("memories_id", "id", unique=True),
    Index("memories_fingerprint", "fingerprint"),
    Index("memories_org", "org", "position"),
    _partial("memories_expiry", "org", "expires_at", where="expires_at IS NOT NULL"),
    _partial("memories_successor", "superseded_by", where="superseded_by IS NOT NULL"),
)

turns = Table(
    "turns",
    metadata,
    _position(),
    _text("id"),
    _text("org"),
    _text("space"),
    _optional_text("session"),
    _text("role"),
    _optional_text("speaker"),
    _text("text"),
    _time("at"),
    _optional_text("ref"),
    _text("status"),
    Column("risk", Float, nullable=False),
    _text("redacted"),
    _text("author"),
    _text("surface"),
    _time("recorded_at"),
    Index("turns_id", "id", unique=True),
    Index("turns_session", "org", "session", "position"),
)

links = Table(
    "links",
    metadata,
    _position(),
    _text("id"),
    _text("org"),
    _text("source"),
    _text("target"),
    _text("relation"),
    Column("confidence", Float, nullable=False),
    _time("valid_from"),
    _optional_time("valid_to"),
    _text("status"),
    _text("author"),
    _time("recorded_at"),
    Index("links_id", "id", unique=True),
    Index("links_source", "source"),
    Index("links_target", "target"),
)

aliases = Table(
    "aliases",
    metadata,
    _position(),
    _text("id"),
    _text("org"),
    _text("name"),
    _text("entity"),
    _text("author"),
    Index("aliases_id", "id", unique=True),
    Index("aliases_entity", "entity"),
)

requests = Table(
    "requests",
    metadata,
    _position(),
    _text("id"),
    _text("org"),
    _text("digest"),
    _text("memory"),
    _text("outcome"),
    Index("requests_id", "id", unique=True),
    Index("requests_memory", "memory"),
)

mentions = Table(
    "mentions",
    metadata,
    _text("entity"),
    Column("item", Integer, nullable=False),
    _text("name"),
    _text("sort"),
    PrimaryKeyConstraint("entity", "item"),
    sqlite_with_rowid=False,
)

topics = Table(
    "topics",
    metadata,
    Column("topic", BigInteger, nullable=False),
    Column("item", Integer, nullable=False),
    PrimaryKeyConstraint("topic", "item"),
    sqlite_with_rowid=False,
)

vectors = Table(
    "vectors",
    metadata,
    Column("item", Integer, nullable=False),
    _text("model"),
    Column("vector", LargeBinary, nullable=False),
    PrimaryKeyConstraint("item", "model"),
    sqlite_with_rowid=False,
)

cursors = Table(
    "cursors",
    metadata,
    _text("reader"),
    _text("org"),
    Column("position", Integer, nullable=False),
    PrimaryKeyConstraint("reader", "org"),
)
