"""What only SQLite has: its table of words, and the marks that make a file a Holdfast store."""

APPLICATION_ID = 0x48464454
"""Written into the file's header, so that no other SQLite file is taken for a store."""

WORDS = """CREATE VIRTUAL TABLE lexical USING fts5(
    text, context, tokenize = 'porter unicode61 remove_diacritics 2'
)"""
SECURE_WORDS = "INSERT INTO lexical(lexical, rank) VALUES ('secure-delete', 1)"
"""Deleted words leave the index at once instead of at some later merge: `erase` needs that."""

WORDS_INSERT = "INSERT INTO lexical(rowid, text, context) VALUES (:item, :text, :context)"
WORDS_DELETE = "DELETE FROM lexical WHERE rowid = :item"
WORDS_OF_ORG = """SELECT rowid, text, context FROM lexical WHERE rowid IN (
    SELECT position FROM memories WHERE org = :org
    UNION ALL SELECT position FROM turns WHERE org = :org
) ORDER BY rowid"""
VECTOR_PUT = "INSERT OR REPLACE INTO vectors(item, model, vector) VALUES (:item, :model, :vector)"

_INDEX_FIGURES = {
    "aliases": {"aliases_entity": "100000 4", "aliases_id": "100000 1"},
    "journal": {"journal_org": "1000000 20000 1", "journal_subject": "1000000 3 1"},
    "links": {"links_id": "1000000 1", "links_source": "1000000 4", "links_target": "1000000 4"},
    "memories": {
        "memories_expiry": "1000000 20000 10",
        "memories_fingerprint": "1000000 1",
        "memories_id": "1000000 1",
        "memories_org": "1000000 20000 1",
        "memories_successor": "1000000 2",
    },
    "mentions": {"mentions": "1000000 50 1"},
    "requests": {"requests_id": "1000000 1", "requests_memory": "1000000 1"},
    "topics": {"topics": "5000000 10 1"},
    "turns": {"turns_id": "1000000 1", "turns_session": "1000000 20000 50 1"},
    "vectors": {"vectors": "1000000 1 1"},
}
FIGURES = (
    "ANALYZE sqlite_schema",
    *(
        f"INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('{table}', '{index}', '{stat}')"
        for table, indexes in _INDEX_FIGURES.items()
        for index, stat in indexes.items()
    ),
    "ANALYZE sqlite_schema",  # the first makes the table, the last has it read
)
"""What the planner shall believe about every index, in a store of any size.

Left alone it takes an org for ten rows, and reads the whole org to find one memory.
"""
