"""The record: journal, memories, turns, links, and what follows from them."""

from pathlib import Path

from alembic import op

from holdfast.adapters.storage.sqlite_schema import APPLICATION_ID

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SCHEMA = Path(__file__).with_suffix(".sql")
_TABLES = (
    "lexical",
    "cursors",
    "vectors",
    "topics",
    "mentions",
    "requests",
    "aliases",
    "links",
    "turns",
    "memories",
    "journal",
)


def upgrade() -> None:
    for statement in _SCHEMA.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            op.execute(statement)
    op.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def downgrade() -> None:
    for table in _TABLES:
        op.execute(f"DROP TABLE {table}")
