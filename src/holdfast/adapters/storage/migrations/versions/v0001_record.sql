CREATE TABLE aliases (
position INTEGER NOT NULL,
id TEXT NOT NULL,
org TEXT NOT NULL,
name TEXT NOT NULL,
entity TEXT NOT NULL,
author TEXT NOT NULL,
PRIMARY KEY (position)
);

CREATE INDEX aliases_entity ON aliases (entity);

CREATE UNIQUE INDEX aliases_id ON aliases (id);

CREATE TABLE cursors (
reader TEXT NOT NULL,
org TEXT NOT NULL,
position INTEGER NOT NULL,
PRIMARY KEY (reader, org)
);

CREATE TABLE journal (
position INTEGER NOT NULL,
at BIGINT NOT NULL,
org TEXT NOT NULL,
space TEXT NOT NULL,
audience TEXT NOT NULL,
session TEXT,
actor TEXT NOT NULL,
surface TEXT NOT NULL,
name TEXT NOT NULL,
subject TEXT NOT NULL,
operation INTEGER NOT NULL,
salt BLOB,
body TEXT,
digest BLOB NOT NULL,
hash BLOB NOT NULL,
PRIMARY KEY (position)
);

CREATE INDEX journal_org ON journal (org, position);

CREATE INDEX journal_subject ON journal (subject, position);

CREATE TABLE links (
position INTEGER NOT NULL,
id TEXT NOT NULL,
org TEXT NOT NULL,
source TEXT NOT NULL,
target TEXT NOT NULL,
relation TEXT NOT NULL,
confidence FLOAT NOT NULL,
valid_from BIGINT NOT NULL,
valid_to BIGINT,
status TEXT NOT NULL,
author TEXT NOT NULL,
recorded_at BIGINT NOT NULL,
PRIMARY KEY (position)
);

CREATE UNIQUE INDEX links_id ON links (id);

CREATE INDEX links_source ON links (source);

CREATE INDEX links_target ON links (target);

CREATE TABLE memories (
position INTEGER NOT NULL,
id TEXT NOT NULL,
org TEXT NOT NULL,
space TEXT NOT NULL,
visibility TEXT NOT NULL,
kind TEXT NOT NULL,
title TEXT,
text TEXT NOT NULL,
detail TEXT,
status TEXT NOT NULL,
ended TEXT,
superseded_by TEXT,
confidence FLOAT NOT NULL,
importance FLOAT NOT NULL,
pinned BOOLEAN NOT NULL,
protected BOOLEAN NOT NULL,
retention TEXT NOT NULL,
expires_at BIGINT,
valid_from BIGINT,
valid_to BIGINT,
recorded_at BIGINT NOT NULL,
revised_at BIGINT NOT NULL,
replaced_at BIGINT,
author TEXT NOT NULL,
agent TEXT,
source TEXT,
ref TEXT,
uses INTEGER NOT NULL,
last_used BIGINT,
helped INTEGER NOT NULL,
hurt INTEGER NOT NULL,
fingerprint TEXT,
tags TEXT NOT NULL,
evidence TEXT NOT NULL,
entities TEXT NOT NULL,
redacted TEXT NOT NULL,
risk FLOAT NOT NULL,
PRIMARY KEY (position)
);

CREATE INDEX memories_expiry ON memories (org, expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX memories_fingerprint ON memories (fingerprint);

CREATE UNIQUE INDEX memories_id ON memories (id);

CREATE INDEX memories_org ON memories (org, position);

CREATE INDEX memories_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE mentions (
entity TEXT NOT NULL,
item INTEGER NOT NULL,
name TEXT NOT NULL,
sort TEXT NOT NULL,
PRIMARY KEY (entity, item)
)
WITHOUT ROWID;

CREATE TABLE requests (
position INTEGER NOT NULL,
id TEXT NOT NULL,
org TEXT NOT NULL,
digest TEXT NOT NULL,
memory TEXT NOT NULL,
outcome TEXT NOT NULL,
PRIMARY KEY (position)
);

CREATE UNIQUE INDEX requests_id ON requests (id);

CREATE INDEX requests_memory ON requests (memory);

CREATE TABLE topics (
topic BIGINT NOT NULL,
item INTEGER NOT NULL,
PRIMARY KEY (topic, item)
)
WITHOUT ROWID;

CREATE TABLE turns (
position INTEGER NOT NULL,
id TEXT NOT NULL,
org TEXT NOT NULL,
space TEXT NOT NULL,
session TEXT,
role TEXT NOT NULL,
speaker TEXT,
text TEXT NOT NULL,
at BIGINT NOT NULL,
ref TEXT,
status TEXT NOT NULL,
risk FLOAT NOT NULL,
redacted TEXT NOT NULL,
author TEXT NOT NULL,
surface TEXT NOT NULL,
recorded_at BIGINT NOT NULL,
PRIMARY KEY (position)
);

CREATE UNIQUE INDEX turns_id ON turns (id);

CREATE INDEX turns_session ON turns (org, session, position);

CREATE TABLE vectors (
item INTEGER NOT NULL,
model TEXT NOT NULL,
vector BLOB NOT NULL,
PRIMARY KEY (item, model)
)
WITHOUT ROWID;

CREATE VIRTUAL TABLE lexical USING fts5(
text, context, tokenize = 'porter unicode61 remove_diacritics 2'
);

INSERT INTO lexical(lexical, rank) VALUES ('secure-delete', 1);

ANALYZE sqlite_schema;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('aliases', 'aliases_entity', '100000 4');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('aliases', 'aliases_id', '100000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('journal', 'journal_org', '1000000 20000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('journal', 'journal_subject', '1000000 3 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('links', 'links_id', '1000000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('links', 'links_source', '1000000 4');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('links', 'links_target', '1000000 4');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_expiry', '1000000 20000 10');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_fingerprint', '1000000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_id', '1000000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_org', '1000000 20000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_successor', '1000000 2');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('mentions', 'mentions', '1000000 50 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('requests', 'requests_id', '1000000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('requests', 'requests_memory', '1000000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('topics', 'topics', '5000000 10 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('turns', 'turns_id', '1000000 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('turns', 'turns_session', '1000000 20000 50 1');

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vectors', 'vectors', '1000000 1 1');

ANALYZE sqlite_schema;
