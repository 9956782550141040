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
WORDS_ALL_OF = "SELECT rowid FROM lexical WHERE lexical MATCH :words ORDER BY rowid DESC LIMIT 2000"
