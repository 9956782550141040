"""A second version for tests: a column, an index and a table more."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE memories ADD COLUMN mood TEXT")
    op.execute("CREATE INDEX memories_mood ON memories (mood)")
    op.execute("CREATE TABLE moods (name TEXT PRIMARY KEY)")
    op.execute("INSERT INTO moods SELECT DISTINCT 'mood of ' || kind FROM memories")


def downgrade() -> None:
    op.execute("DROP TABLE moods")
    op.execute("DROP INDEX memories_mood")
    op.execute("ALTER TABLE memories DROP COLUMN mood")
