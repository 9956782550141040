"""Made by compiler.py from statements.py and tables.py. Do not edit: run `make fmt`."""

JOURNAL_INSERT = """INSERT INTO journal (position, at, org, space, audience, session, actor, surface, name, subject, operation, salt, body, digest, hash) VALUES (:position, :at, :org, :space, :audience, :session, :actor, :surface, :name, :subject, :operation, :salt, :body, :digest, :hash)"""

JOURNAL_LAST = """SELECT max(journal.position) AS max_1
FROM journal"""

JOURNAL_CHAIN = """SELECT journal.hash
FROM journal
WHERE journal.org = :org ORDER BY journal.position DESC
LIMIT 1 OFFSET 0"""

JOURNAL_AFTER = """SELECT journal.position, journal.at, journal.org, journal.space, journal.audience, journal.session, journal.actor, journal.surface, journal.name, journal.subject, journal.operation, journal.salt, journal.body, journal.digest, journal.hash
FROM journal
WHERE journal.org = :org AND (:engine = 1 OR journal.audience = '*' OR journal.audience = :usr_audience OR journal.audience = '' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR journal.space = CAST(each_spaces.value AS VARCHAR) OR journal.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND journal.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND journal.position > :after ORDER BY journal.position
LIMIT :limit OFFSET 0"""

JOURNAL_OF = """SELECT journal.position, journal.at, journal.org, journal.space, journal.audience, journal.session, journal.actor, journal.surface, journal.name, journal.subject, journal.operation, journal.salt, journal.body, journal.digest, journal.hash
FROM journal
WHERE journal.org = :org AND (:engine = 1 OR journal.audience = '*' OR journal.audience = :usr_audience OR journal.audience = '' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR journal.space = CAST(each_spaces.value AS VARCHAR) OR journal.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND journal.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND journal.position > :after AND journal.subject IN (SELECT each_subjects.value
FROM json_each(:subjects) AS each_subjects) ORDER BY journal.position
LIMIT :limit OFFSET 0"""

JOURNAL_TOUCHED = """SELECT journal.position, journal.subject
FROM journal
WHERE journal.org = :org AND journal.position > :after ORDER BY journal.position
LIMIT :limit OFFSET 0"""

JOURNAL_ABOUT = """SELECT journal.position, journal.at, journal.org, journal.space, journal.audience, journal.session, journal.actor, journal.surface, journal.name, journal.subject, journal.operation, journal.salt, journal.body, journal.digest, journal.hash
FROM journal
WHERE journal.org = :org AND journal.position > :after AND journal.subject IN (SELECT each_subjects.value
FROM json_each(:subjects) AS each_subjects) ORDER BY journal.position"""

JOURNAL_BACK = """SELECT journal.position, journal.at, journal.org, journal.space, journal.audience, journal.session, journal.actor, journal.surface, journal.name, journal.subject, journal.operation, journal.salt, journal.body, journal.digest, journal.hash
FROM journal
WHERE journal.org = :org AND (:engine = 1 OR journal.audience = '*' OR journal.audience = :usr_audience OR journal.audience = '' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR journal.space = CAST(each_spaces.value AS VARCHAR) OR journal.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND journal.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND journal.position < :before ORDER BY journal.position DESC
LIMIT :limit OFFSET 0"""

JOURNAL_OPERATION = """SELECT journal.position, journal.at, journal.org, journal.space, journal.audience, journal.session, journal.actor, journal.surface, journal.name, journal.subject, journal.operation, journal.salt, journal.body, journal.digest, journal.hash
FROM journal
WHERE journal.org = :org AND (:engine = 1 OR journal.audience = '*' OR journal.audience = :usr_audience OR journal.audience = '' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR journal.space = CAST(each_spaces.value AS VARCHAR) OR journal.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND journal.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND journal.position >= :operation AND journal.operation = :operation ORDER BY journal.position"""

JOURNAL_HEADERS = """SELECT journal.position, journal.at, journal.org, journal.space, journal.audience, journal.session, journal.actor, journal.surface, journal.name, journal.subject, journal.operation, journal.digest, journal.hash
FROM journal
WHERE :engine = 1 AND journal.position > :after ORDER BY journal.position
LIMIT :limit OFFSET 0"""

JOURNAL_ERASE = """UPDATE journal SET salt=NULL, body=NULL WHERE journal.org = :org AND journal.position = :erased"""

JOURNAL_AT = """SELECT journal.position
FROM journal
WHERE journal.org = :org AND journal.at <= :moment ORDER BY journal.position DESC
LIMIT 1 OFFSET 0"""

CURSOR = """SELECT cursors.position
FROM cursors
WHERE cursors.reader = :reader AND cursors.org = :org"""

CURSOR_MOVE = """UPDATE cursors SET position=:position WHERE cursors.reader = :reader AND cursors.org = :org"""

CURSOR_INSERT = """INSERT INTO cursors (reader, org, position) VALUES (:reader, :org, :position)"""

MEMORY_ROW = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk
FROM memories
WHERE memories.id = :id AND memories.org = :org"""

MEMORY_INSERT = """INSERT INTO memories (position, id, org, space, visibility, kind, title, text, detail, status, ended, superseded_by, confidence, importance, pinned, protected, retention, expires_at, valid_from, valid_to, recorded_at, revised_at, replaced_at, author, agent, source, ref, uses, last_used, helped, hurt, fingerprint, tags, evidence, entities, redacted, risk) VALUES (:position, :id, :org, :space, :visibility, :kind, :title, :text, :detail, :status, :ended, :superseded_by, :confidence, :importance, :pinned, :protected, :retention, :expires_at, :valid_from, :valid_to, :recorded_at, :revised_at, :replaced_at, :author, :agent, :source, :ref, :uses, :last_used, :helped, :hurt, :fingerprint, :tags, :evidence, :entities, :redacted, :risk)"""

MEMORY_UPDATE = """UPDATE memories SET space=:space, visibility=:visibility, kind=:kind, title=:title, text=:text, detail=:detail, status=:status, ended=:ended, superseded_by=:superseded_by, confidence=:confidence, importance=:importance, pinned=:pinned, protected=:protected, retention=:retention, expires_at=:expires_at, valid_from=:valid_from, valid_to=:valid_to, recorded_at=:recorded_at, revised_at=:revised_at, replaced_at=:replaced_at, author=:author, agent=:agent, source=:source, ref=:ref, uses=:uses, last_used=:last_used, helped=:helped, hurt=:hurt, fingerprint=:fingerprint, tags=:tags, evidence=:evidence, entities=:entities, redacted=:redacted, risk=:risk WHERE memories.id = :id AND memories.org = :org"""

TURN_ROW = """SELECT turns.position, turns.id, turns.org, turns.space, turns.session, turns.role, turns.speaker, turns.text, turns.at, turns.ref, turns.status, turns.risk, turns.redacted, turns.author, turns.surface, turns.recorded_at
FROM turns
WHERE turns.id = :id AND turns.org = :org"""

TURN_INSERT = """INSERT INTO turns (position, id, org, space, session, role, speaker, text, at, ref, status, risk, redacted, author, surface, recorded_at) VALUES (:position, :id, :org, :space, :session, :role, :speaker, :text, :at, :ref, :status, :risk, :redacted, :author, :surface, :recorded_at)"""

TURN_UPDATE = """UPDATE turns SET space=:space, session=:session, role=:role, speaker=:speaker, text=:text, at=:at, ref=:ref, status=:status, risk=:risk, redacted=:redacted, author=:author, surface=:surface, recorded_at=:recorded_at WHERE turns.id = :id AND turns.org = :org"""

LINK_ROW = """SELECT links.position, links.id, links.org, links.source, links.target, links.relation, links.confidence, links.valid_from, links.valid_to, links.status, links.author, links.recorded_at
FROM links
WHERE links.id = :id AND links.org = :org"""

LINK_INSERT = """INSERT INTO links (position, id, org, source, target, relation, confidence, valid_from, valid_to, status, author, recorded_at) VALUES (:position, :id, :org, :source, :target, :relation, :confidence, :valid_from, :valid_to, :status, :author, :recorded_at)"""

LINK_UPDATE = """UPDATE links SET source=:source, target=:target, relation=:relation, confidence=:confidence, valid_from=:valid_from, valid_to=:valid_to, status=:status, author=:author, recorded_at=:recorded_at WHERE links.id = :id AND links.org = :org"""

ALIAS_ROW = """SELECT aliases.position, aliases.id, aliases.org, aliases.name, aliases.entity, aliases.author
FROM aliases
WHERE aliases.id = :id AND aliases.org = :org"""

ALIAS_INSERT = """INSERT INTO aliases (position, id, org, name, entity, author) VALUES (:position, :id, :org, :name, :entity, :author)"""

ALIAS_UPDATE = """UPDATE aliases SET name=:name, entity=:entity, author=:author WHERE aliases.id = :id AND aliases.org = :org"""

REQUEST_ROW = """SELECT requests.position, requests.id, requests.org, requests.digest, requests.memory, requests.outcome
FROM requests
WHERE requests.id = :id AND requests.org = :org"""

REQUEST_INSERT = """INSERT INTO requests (position, id, org, digest, memory, outcome) VALUES (:position, :id, :org, :digest, :memory, :outcome)"""

REQUEST_UPDATE = """UPDATE requests SET digest=:digest, memory=:memory, outcome=:outcome WHERE requests.id = :id AND requests.org = :org"""

ALIAS_DELETE = """DELETE FROM aliases WHERE aliases.id = :id AND aliases.org = :org"""

REQUEST_DELETE = """DELETE FROM requests WHERE requests.id = :id AND requests.org = :org"""

LINK_DELETE = """DELETE FROM links WHERE links.id = :id AND links.org = :org"""

MEMORY = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.id = :id"""

MEMORIES = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.id IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) ORDER BY memories.position"""

MEMORIES_BY_WORDS = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.position IN (SELECT rowid
FROM lexical
WHERE lexical MATCH :words) AND (:space = '' OR memories.space = :space OR memories.space > (:space || '/') AND memories.space < (:space || '0')) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed') ORDER BY memories.position DESC
LIMIT :limit OFFSET 0"""

MEMORY_IDS = """SELECT memories.id
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.id >= :prefix AND memories.id < :prefix_end ORDER BY memories.id
LIMIT :limit OFFSET 0"""

MEMORY_LIST = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.position < :before AND (:space = '' OR memories.space = :space OR memories.space > (:space || '/') AND memories.space < (:space || '0')) AND memories.status IN (SELECT each_statuses.value
FROM json_each(:statuses) AS each_statuses) AND (:kinds IS NULL OR memories.kind IN (SELECT each_kinds.value
FROM json_each(:kinds) AS each_kinds)) AND (:ended IS NULL OR memories.ended = :ended) AND (:pinned IS NULL OR memories.pinned = :pinned) AND (:author IS NULL OR memories.author = :author) AND (:since IS NULL OR memories.recorded_at >= :since) AND (:until IS NULL OR memories.recorded_at < :until) AND (:tags IS NULL OR NOT (EXISTS (SELECT 1
FROM json_each(:tags) AS each_tags
WHERE (each_tags.value NOT IN (SELECT held.value
FROM json_each(memories.tags) AS held))))) AND (:entities IS NULL OR memories.position IN (SELECT mentions.item
FROM mentions
WHERE mentions.entity IN (SELECT each_entities.value
FROM json_each(:entities) AS each_entities))) ORDER BY memories.position DESC
LIMIT :limit OFFSET 0"""

MEMORY_WITH = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.fingerprint = :fingerprint AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed' OR memories.status = 'quarantined') ORDER BY memories.position
LIMIT 1 OFFSET 0"""

MEMORY_CANDIDATES = """SELECT memories.position, memories.id, memories.text, memories.kind, memories.detail, memories.recorded_at, memories.valid_from, memories.valid_to, memories.pinned, memories.protected
FROM (SELECT shared.item AS item, count(*) AS topics
FROM (SELECT newest_0.item AS item
FROM (SELECT topics.item AS item
FROM topics
WHERE topics.topic = :topic_0 ORDER BY topics.item DESC
LIMIT 24 OFFSET 0) AS newest_0 UNION ALL SELECT newest_1.item AS item
FROM (SELECT topics.item AS item
FROM topics
WHERE topics.topic = :topic_1 ORDER BY topics.item DESC
LIMIT 24 OFFSET 0) AS newest_1 UNION ALL SELECT newest_2.item AS item
FROM (SELECT topics.item AS item
FROM topics
WHERE topics.topic = :topic_2 ORDER BY topics.item DESC
LIMIT 24 OFFSET 0) AS newest_2 UNION ALL SELECT newest_3.item AS item
FROM (SELECT topics.item AS item
FROM topics
WHERE topics.topic = :topic_3 ORDER BY topics.item DESC
LIMIT 24 OFFSET 0) AS newest_3 UNION ALL SELECT newest_4.item AS item
FROM (SELECT topics.item AS item
FROM topics
WHERE topics.topic = :topic_4 ORDER BY topics.item DESC
LIMIT 24 OFFSET 0) AS newest_4 UNION ALL SELECT newest_5.item AS item
FROM (SELECT topics.item AS item
FROM topics
WHERE topics.topic = :topic_5 ORDER BY topics.item DESC
LIMIT 24 OFFSET 0) AS newest_5 UNION ALL SELECT newest_6.item AS item
FROM (SELECT topics.item AS item
FROM topics
WHERE topics.topic = :topic_6 ORDER BY topics.item DESC
LIMIT 24 OFFSET 0) AS newest_6) AS shared GROUP BY shared.item ORDER BY count(*) DESC, shared.item DESC
LIMIT 8 OFFSET 0) AS counted JOIN memories ON memories.position = counted.item
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.status = 'active' ORDER BY counted.topics DESC, memories.position DESC"""

MEMORY_EXPIRED = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.expires_at <= :now AND memories.position > :after AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed') ORDER BY memories.position
LIMIT :limit OFFSET 0"""

MEMORY_MERGED = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.superseded_by = :id AND memories.ended = 'merged' ORDER BY memories.position"""

MEMORY_CITING = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk
FROM memories
WHERE memories.org = :org AND memories.evidence != '[]' AND memories.status != 'erased' AND (EXISTS (SELECT 1
FROM json_each(memories.evidence) AS cited
WHERE cited.value = :id))"""

MEMORY_BETWEEN = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk, EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model) AS embedded
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND (:space = '' OR memories.space = :space OR memories.space > (:space || '/') AND memories.space < (:space || '0')) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed') AND coalesce(memories.valid_from, memories.recorded_at) >= :since AND coalesce(memories.valid_from, memories.recorded_at) < :until ORDER BY coalesce(memories.valid_from, memories.recorded_at), memories.position
LIMIT :limit OFFSET 0"""

MEMORY_WITHOUT_VECTOR = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk
FROM memories
WHERE memories.org = :org AND memories.id IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) AND memories.status != 'erased' AND NOT (EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model)) ORDER BY memories.position"""

TURNS = """SELECT turns.position, turns.id, turns.org, turns.space, turns.session, turns.role, turns.speaker, turns.text, turns.at, turns.ref, turns.status, turns.risk, turns.redacted, turns.author, turns.surface, turns.recorded_at
FROM turns
WHERE turns.org = :org AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR turns.space = CAST(each_spaces.value AS VARCHAR) OR turns.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND turns.space < (CAST(each_spaces.value AS VARCHAR) || '0')))) AND turns.id IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) ORDER BY turns.position"""

TURNS_BEFORE = """SELECT turns.position, turns.id, turns.org, turns.space, turns.session, turns.role, turns.speaker, turns.text, turns.at, turns.ref, turns.status, turns.risk, turns.redacted, turns.author, turns.surface, turns.recorded_at
FROM turns
WHERE turns.org = :org AND turns.session = :session AND turns.space = :space AND turns.position < :position ORDER BY turns.position DESC
LIMIT :limit OFFSET 0"""

TURNS_AFTER = """SELECT turns.position, turns.id, turns.org, turns.space, turns.session, turns.role, turns.speaker, turns.text, turns.at, turns.ref, turns.status, turns.risk, turns.redacted, turns.author, turns.surface, turns.recorded_at
FROM turns
WHERE turns.org = :org AND turns.session = :session AND turns.space = :space AND turns.position > :position ORDER BY turns.position
LIMIT :limit OFFSET 0"""

TURNS_BETWEEN = """SELECT turns.position, turns.id, turns.org, turns.space, turns.session, turns.role, turns.speaker, turns.text, turns.at, turns.ref, turns.status, turns.risk, turns.redacted, turns.author, turns.surface, turns.recorded_at
FROM turns
WHERE turns.org = :org AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR turns.space = CAST(each_spaces.value AS VARCHAR) OR turns.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND turns.space < (CAST(each_spaces.value AS VARCHAR) || '0')))) AND (:space = '' OR turns.space = :space OR turns.space > (:space || '/') AND turns.space < (:space || '0')) AND turns.status = 'active' AND turns.at >= :since AND turns.at < :until ORDER BY turns.at, turns.position
LIMIT :limit OFFSET 0"""

TURNS_WITHOUT_VECTOR = """SELECT turns.position, turns.id, turns.org, turns.space, turns.session, turns.role, turns.speaker, turns.text, turns.at, turns.ref, turns.status, turns.risk, turns.redacted, turns.author, turns.surface, turns.recorded_at
FROM turns
WHERE turns.org = :org AND turns.id IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) AND turns.status != 'erased' AND NOT (EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = turns.position AND vectors.model = :model)) ORDER BY turns.position"""

VECTORS = """SELECT vectors.item, vectors.vector
FROM vectors
WHERE vectors.model = :model AND vectors.item IN (SELECT each_items.value
FROM json_each(:items) AS each_items)"""

VECTOR_DELETE = """DELETE FROM vectors WHERE vectors.item = :item"""

TOPIC_INSERT = """INSERT INTO topics (topic, item) VALUES (:topic, :item)"""

TOPIC_DELETE = """DELETE FROM topics WHERE topics.topic = :topic AND topics.item = :item"""

MENTION_INSERT = """INSERT INTO mentions (entity, item, name, sort) VALUES (:entity, :item, :name, :sort)"""

MENTION_DELETE = """DELETE FROM mentions WHERE mentions.entity = :entity AND mentions.item = :item"""

LINKS_AT = """SELECT links.position, links.id, links.org, links.source, links.target, links.relation, links.confidence, links.valid_from, links.valid_to, links.status, links.author, links.recorded_at
FROM links
WHERE links.org = :org AND links.status = 'active' AND (links.source IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) OR links.target IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids)) AND (:moment IS NULL OR links.valid_from <= :moment AND (links.valid_to IS NULL OR links.valid_to > :moment)) ORDER BY links.position"""

LINKS_OF = """SELECT links.position, links.id, links.org, links.source, links.target, links.relation, links.confidence, links.valid_from, links.valid_to, links.status, links.author, links.recorded_at
FROM links
WHERE links.org = :org AND (links.source = :id OR links.target = :id) ORDER BY links.position"""

REQUESTS_OF = """SELECT requests.position, requests.id, requests.org, requests.digest, requests.memory, requests.outcome
FROM requests
WHERE requests.org = :org AND requests.memory = :id"""

ALIASES_OF = """SELECT aliases.position, aliases.id, aliases.org, aliases.name, aliases.entity, aliases.author
FROM aliases
WHERE aliases.org = :org AND aliases.entity IN (SELECT each_entities.value
FROM json_each(:entities) AS each_entities) ORDER BY aliases.id"""

ENTITIES = """SELECT coalesce(aliases.entity, mentions.entity) AS entity, min(mentions.name) AS name, min(mentions.sort) AS sort, count(DISTINCT mentions.item) AS mentions
FROM mentions JOIN memories ON memories.position = mentions.item LEFT OUTER JOIN aliases ON aliases.id = mentions.entity
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed' OR memories.status = 'superseded') AND (:like = '' OR instr(lower(mentions.name), :like) > 0) AND coalesce(aliases.entity, mentions.entity) > :after GROUP BY coalesce(aliases.entity, mentions.entity) ORDER BY coalesce(aliases.entity, mentions.entity)
LIMIT :limit OFFSET 0"""

ENTITY_NAMES = """SELECT mentions.entity, min(mentions.name) AS name
FROM mentions JOIN memories ON memories.position = mentions.item LEFT OUTER JOIN aliases ON aliases.id = mentions.entity
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed' OR memories.status = 'superseded') AND mentions.entity IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) GROUP BY mentions.entity"""

VISIBLE_MEMORY_IDS = """SELECT memories.id
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.id IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) AND memories.status != 'erased' AND (:held = 0 OR memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed' OR memories.status = 'superseded')"""

VISIBLE_TURN_IDS = """SELECT turns.id
FROM turns
WHERE turns.org = :org AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR turns.space = CAST(each_spaces.value AS VARCHAR) OR turns.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND turns.space < (CAST(each_spaces.value AS VARCHAR) || '0')))) AND turns.id IN (SELECT each_ids.value
FROM json_each(:ids) AS each_ids) AND turns.status != 'erased' AND (:held = 0 OR turns.status = 'active')"""

COUNT_STATUSES = """SELECT memories.status, count(*) AS count_1
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) GROUP BY memories.status"""

COUNT_KINDS = """SELECT memories.kind, count(*) AS count_1
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed') GROUP BY memories.kind"""

COUNT_TURNS = """SELECT count(*) AS count_1
FROM turns
WHERE turns.org = :org AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR turns.space = CAST(each_spaces.value AS VARCHAR) OR turns.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND turns.space < (CAST(each_spaces.value AS VARCHAR) || '0')))) AND turns.status = 'active'"""

COUNT_LINKS = """SELECT count(*) AS count_1
FROM links
WHERE links.org = :org AND links.status = 'active' AND ((EXISTS (SELECT 1
FROM memories
WHERE memories.id = links.source AND memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))))) OR (EXISTS (SELECT 1
FROM turns
WHERE turns.id = links.source AND turns.org = :org AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR turns.space = CAST(each_spaces.value AS VARCHAR) OR turns.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND turns.space < (CAST(each_spaces.value AS VARCHAR) || '0')))))) OR (EXISTS (SELECT 1
FROM mentions JOIN memories ON memories.position = mentions.item LEFT OUTER JOIN aliases ON aliases.id = mentions.entity
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed' OR memories.status = 'superseded') AND mentions.entity = links.source))) AND ((EXISTS (SELECT 1
FROM memories
WHERE memories.id = links.target AND memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))))) OR (EXISTS (SELECT 1
FROM turns
WHERE turns.id = links.target AND turns.org = :org AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR turns.space = CAST(each_spaces.value AS VARCHAR) OR turns.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND turns.space < (CAST(each_spaces.value AS VARCHAR) || '0')))))) OR (EXISTS (SELECT 1
FROM mentions JOIN memories ON memories.position = mentions.item LEFT OUTER JOIN aliases ON aliases.id = mentions.entity
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed' OR memories.status = 'superseded') AND mentions.entity = links.target)))"""

COUNT_ENTITIES = """SELECT count(DISTINCT coalesce(aliases.entity, mentions.entity)) AS count_1
FROM mentions JOIN memories ON memories.position = mentions.item LEFT OUTER JOIN aliases ON aliases.id = mentions.entity
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND (memories.status = 'proposed' OR memories.status = 'active' OR memories.status = 'disputed' OR memories.status = 'superseded')"""

COUNT_ENTRIES = """SELECT count(*) AS count_1
FROM journal
WHERE journal.org = :org AND (:engine = 1 OR journal.audience = '*' OR journal.audience = :usr_audience OR journal.audience = '' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR journal.space = CAST(each_spaces.value AS VARCHAR) OR journal.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND journal.space < (CAST(each_spaces.value AS VARCHAR) || '0')))))"""

COUNT_WITHOUT_VECTOR = """SELECT (SELECT count(*) AS count_1
FROM memories
WHERE memories.org = :org AND (:engine = 1 OR memories.visibility = 'org' OR memories.visibility = 'private' AND memories.author = :usr OR memories.visibility = 'space' AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR memories.space = CAST(each_spaces.value AS VARCHAR) OR memories.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND memories.space < (CAST(each_spaces.value AS VARCHAR) || '0'))))) AND memories.status != 'erased' AND NOT (EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = memories.position AND vectors.model = :model))) + (SELECT count(*) AS count_2
FROM turns
WHERE turns.org = :org AND (:everywhere = 1 OR (EXISTS (SELECT 1
FROM json_each(:spaces) AS each_spaces
WHERE CAST(each_spaces.value AS VARCHAR) = '' OR turns.space = CAST(each_spaces.value AS VARCHAR) OR turns.space > (CAST(each_spaces.value AS VARCHAR) || '/') AND turns.space < (CAST(each_spaces.value AS VARCHAR) || '0')))) AND turns.status != 'erased' AND NOT (EXISTS (SELECT 1
FROM vectors
WHERE vectors.item = turns.position AND vectors.model = :model))) AS anon_1"""

ALL_MEMORIES = """SELECT memories.position, memories.id, memories.org, memories.space, memories.visibility, memories.kind, memories.title, memories.text, memories.detail, memories.status, memories.ended, memories.superseded_by, memories.confidence, memories.importance, memories.pinned, memories.protected, memories.retention, memories.expires_at, memories.valid_from, memories.valid_to, memories.recorded_at, memories.revised_at, memories.replaced_at, memories.author, memories.agent, memories.source, memories.ref, memories.uses, memories.last_used, memories.helped, memories.hurt, memories.fingerprint, memories.tags, memories.evidence, memories.entities, memories.redacted, memories.risk
FROM memories
WHERE memories.org = :org ORDER BY memories.position"""

ALL_TURNS = """SELECT turns.position, turns.id, turns.org, turns.space, turns.session, turns.role, turns.speaker, turns.text, turns.at, turns.ref, turns.status, turns.risk, turns.redacted, turns.author, turns.surface, turns.recorded_at
FROM turns
WHERE turns.org = :org ORDER BY turns.position"""

ALL_LINKS = """SELECT links.position, links.id, links.org, links.source, links.target, links.relation, links.confidence, links.valid_from, links.valid_to, links.status, links.author, links.recorded_at
FROM links
WHERE links.org = :org ORDER BY links.position"""

ALL_ALIASES = """SELECT aliases.position, aliases.id, aliases.org, aliases.name, aliases.entity, aliases.author
FROM aliases
WHERE aliases.org = :org ORDER BY aliases.position"""

ALL_REQUESTS = """SELECT requests.position, requests.id, requests.org, requests.digest, requests.memory, requests.outcome
FROM requests
WHERE requests.org = :org ORDER BY requests.position"""

ALL_TOPICS = """SELECT topics.item, topics.topic
FROM topics
WHERE topics.item IN (SELECT memories.position
FROM memories
WHERE memories.org = :org UNION ALL SELECT turns.position
FROM turns
WHERE turns.org = :org) ORDER BY topics.item, topics.topic, topics.item"""

ALL_MENTIONS = """SELECT mentions.item, mentions.entity, mentions.name, mentions.sort
FROM mentions
WHERE mentions.item IN (SELECT memories.position
FROM memories
WHERE memories.org = :org UNION ALL SELECT turns.position
FROM turns
WHERE turns.org = :org) ORDER BY mentions.item, mentions.entity, mentions.item"""

COLUMNS: dict[str, tuple[str, ...]] = {
    "aliases": ('position', 'id', 'org', 'name', 'entity', 'author'),
    "cursors": ('reader', 'org', 'position'),
    "journal": ('position', 'at', 'org', 'space', 'audience', 'session', 'actor', 'surface', 'name', 'subject', 'operation', 'salt', 'body', 'digest', 'hash'),
    "links": ('position', 'id', 'org', 'source', 'target', 'relation', 'confidence', 'valid_from', 'valid_to', 'status', 'author', 'recorded_at'),
    "memories": ('position', 'id', 'org', 'space', 'visibility', 'kind', 'title', 'text', 'detail', 'status', 'ended', 'superseded_by', 'confidence', 'importance', 'pinned', 'protected', 'retention', 'expires_at', 'valid_from', 'valid_to', 'recorded_at', 'revised_at', 'replaced_at', 'author', 'agent', 'source', 'ref', 'uses', 'last_used', 'helped', 'hurt', 'fingerprint', 'tags', 'evidence', 'entities', 'redacted', 'risk'),
    "mentions": ('entity', 'item', 'name', 'sort'),
    "requests": ('position', 'id', 'org', 'digest', 'memory', 'outcome'),
    "topics": ('topic', 'item'),
    "turns": ('position', 'id', 'org', 'space', 'session', 'role', 'speaker', 'text', 'at', 'ref', 'status', 'risk', 'redacted', 'author', 'surface', 'recorded_at'),
    "vectors": ('item', 'model', 'vector'),
}

CANDIDATE_COLUMNS = ('position', 'id', 'text', 'kind', 'detail', 'recorded_at', 'valid_from', 'valid_to', 'pinned', 'protected')

SCHEMA = (
    """CREATE TABLE aliases (
position INTEGER NOT NULL,
id TEXT NOT NULL,
org TEXT NOT NULL,
name TEXT NOT NULL,
entity TEXT NOT NULL,
author TEXT NOT NULL,
PRIMARY KEY (position)
)""",
    """CREATE INDEX aliases_entity ON aliases (entity)""",
    """CREATE UNIQUE INDEX aliases_id ON aliases (id)""",
    """CREATE TABLE cursors (
reader TEXT NOT NULL,
org TEXT NOT NULL,
position INTEGER NOT NULL,
PRIMARY KEY (reader, org)
)""",
    """CREATE TABLE journal (
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
)""",
    """CREATE INDEX journal_org ON journal (org, position)""",
    """CREATE INDEX journal_subject ON journal (subject, position)""",
    """CREATE TABLE links (
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
)""",
    """CREATE UNIQUE INDEX links_id ON links (id)""",
    """CREATE INDEX links_source ON links (source)""",
    """CREATE INDEX links_target ON links (target)""",
    """CREATE TABLE memories (
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
)""",
    """CREATE INDEX memories_expiry ON memories (org, expires_at) WHERE expires_at IS NOT NULL""",
    """CREATE INDEX memories_fingerprint ON memories (fingerprint)""",
    """CREATE UNIQUE INDEX memories_id ON memories (id)""",
    """CREATE INDEX memories_org ON memories (org, position)""",
    """CREATE INDEX memories_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL""",
    """CREATE TABLE mentions (
entity TEXT NOT NULL,
item INTEGER NOT NULL,
name TEXT NOT NULL,
sort TEXT NOT NULL,
PRIMARY KEY (entity, item)
)
WITHOUT ROWID""",
    """CREATE TABLE requests (
position INTEGER NOT NULL,
id TEXT NOT NULL,
org TEXT NOT NULL,
digest TEXT NOT NULL,
memory TEXT NOT NULL,
outcome TEXT NOT NULL,
PRIMARY KEY (position)
)""",
    """CREATE UNIQUE INDEX requests_id ON requests (id)""",
    """CREATE INDEX requests_memory ON requests (memory)""",
    """CREATE TABLE topics (
topic BIGINT NOT NULL,
item INTEGER NOT NULL,
PRIMARY KEY (topic, item)
)
WITHOUT ROWID""",
    """CREATE TABLE turns (
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
)""",
    """CREATE UNIQUE INDEX turns_id ON turns (id)""",
    """CREATE INDEX turns_session ON turns (org, session, position)""",
    """CREATE TABLE vectors (
item INTEGER NOT NULL,
model TEXT NOT NULL,
vector BLOB NOT NULL,
PRIMARY KEY (item, model)
)
WITHOUT ROWID""",
    """CREATE VIRTUAL TABLE lexical USING fts5(
text, context, tokenize = 'porter unicode61 remove_diacritics 2'
)""",
    """INSERT INTO lexical(lexical, rank) VALUES ('secure-delete', 1)""",
    """ANALYZE sqlite_schema""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('aliases', 'aliases_entity', '100000 4')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('aliases', 'aliases_id', '100000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('journal', 'journal_org', '1000000 20000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('journal', 'journal_subject', '1000000 3 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('links', 'links_id', '1000000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('links', 'links_source', '1000000 4')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('links', 'links_target', '1000000 4')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_expiry', '1000000 20000 10')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_fingerprint', '1000000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_id', '1000000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_org', '1000000 20000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('memories', 'memories_successor', '1000000 2')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('mentions', 'mentions', '1000000 50 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('requests', 'requests_id', '1000000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('requests', 'requests_memory', '1000000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('topics', 'topics', '5000000 10 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('turns', 'turns_id', '1000000 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('turns', 'turns_session', '1000000 20000 50 1')""",
    """INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('vectors', 'vectors', '1000000 1 1')""",
    """ANALYZE sqlite_schema""",
)
