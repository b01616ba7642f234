-- The worker store: one task, who may work on it, and what is known of its publication. A worker of your own may use
-- this schema; the built-in checks then work on it. PRAGMA application_id = 0x43485357 ('CHSW'), synchronous=FULL. The
-- journal is WAL unless the file was made otherwise; nobody changes it later.
-- Each write of a worker names its generation and owner in its predicate and looks at the row count. Times are epoch
-- milliseconds on the writer's clock; no predicate of a write uses them.

-- One unit of work. Claimable: pending, and without a live lease running, unknown, compensating; a claim leaves the last
-- two as they are. A lease is live while lease_expires_at_ms > now, read after BEGIN IMMEDIATE has returned.
-- awaiting_approval waits for a person and is not claimable.
CREATE TABLE task (
    task                TEXT PRIMARY KEY,
    contract            TEXT NOT NULL, -- what the publisher promised when the task was submitted
    payload             TEXT NOT NULL,
    state               TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'awaiting_approval',
        'unknown', 'succeeded', 'conflict', 'failed', 'compensating', 'compensated', 'compensation_failed')),
    generation          INTEGER NOT NULL DEFAULT 0, -- number of committed claims; the fencing token
    owner               TEXT,    -- who holds the lease; null when nobody does
    lease_expires_at_ms INTEGER, -- null when nobody does
    submitted_at_ms     INTEGER NOT NULL,
    needs_approval      INTEGER NOT NULL DEFAULT 0 CHECK (needs_approval IN (0, 1)) -- no attempt before an approval row
);

-- One row per committed claim. No uniqueness on the generation: that it never repeats is for a check to find out.
CREATE TABLE lease_history (
    claim               INTEGER PRIMARY KEY AUTOINCREMENT,
    task                TEXT NOT NULL,
    generation          INTEGER NOT NULL,
    owner               TEXT NOT NULL,
    claimed_at_ms       INTEGER NOT NULL,
    expires_at_ms       INTEGER NOT NULL,
    found_state         TEXT NOT NULL,
    found_owner         TEXT,
    found_expires_at_ms INTEGER,
    journal_mode        TEXT NOT NULL,   -- read back on the claiming connection, not taken from its configuration
    synchronous         INTEGER NOT NULL
);

-- A step's committed output. It is the worker's state, not a fact about the outside world.
CREATE TABLE checkpoint (
    task        TEXT NOT NULL,
    step        TEXT NOT NULL CHECK (step IN ('collect', 'draft', 'verify', 'publish')),
    generation  INTEGER NOT NULL,
    owner       TEXT NOT NULL,
    output      TEXT NOT NULL,
    saved_at_ms INTEGER NOT NULL,
    PRIMARY KEY (task, step)
);

-- The business intent to publish. The operation id is minted once and stored here before the first send.
CREATE TABLE intent (
    task            TEXT PRIMARY KEY,
    operation       TEXT NOT NULL UNIQUE,
    payload         TEXT NOT NULL,
    payload_hash    TEXT NOT NULL,
    state           TEXT NOT NULL CHECK (state IN ('prepared', 'confirmed')),
    receipt         TEXT, -- set with 'confirmed': from a reply, a lookup or a person's 'confirmed', and from nothing else
    generation      INTEGER NOT NULL,
    owner           TEXT NOT NULL,
    prepared_at_ms  INTEGER NOT NULL,
    confirmed_at_ms INTEGER,
    CHECK ((state = 'confirmed') = (receipt IS NOT NULL))
);

-- One network try, durable before its first byte, under the operation of the intent or of the compensation. An outcome of
-- 'unknown' is never changed again, by a person neither; a receipt that a lookup finds later goes to the intent or the
-- compensation. 'fenced' is no receipt: the publisher had seen a higher generation.
CREATE TABLE attempt (
    attempt      TEXT PRIMARY KEY,
    task         TEXT NOT NULL,
    operation    TEXT NOT NULL,
    generation   INTEGER NOT NULL,
    owner        TEXT NOT NULL,
    outcome      TEXT NOT NULL CHECK (outcome IN ('sent', 'receipt', 'conflict', 'fenced', 'unknown', 'refused')),
    receipt      TEXT,
    evidence     TEXT, -- why the outcome is what it is, as the worker saw it
    sent_at_ms   INTEGER NOT NULL,
    closed_at_ms INTEGER
);

-- A person's leave to send the operation that the intent holds: of that one and no other. Nothing is sent for a task that
-- needs approval before this row exists; whoever writes an attempt looks for it in the same transaction.
CREATE TABLE approval (
    task           TEXT PRIMARY KEY,
    operation      TEXT NOT NULL,    -- the intent's; approving mints nothing
    generation     INTEGER NOT NULL, -- the task's when it was approved; approving is no claim
    approved_by    TEXT NOT NULL,
    approved_at_ms INTEGER NOT NULL
);

-- What a person has decided about a task that is unknown. It stands beside intent and attempts, which keep what was
-- known at the time: 'confirmed' sets the intent's receipt, the others touch neither.
CREATE TABLE resolution (
    task           TEXT PRIMARY KEY,
    kind           TEXT NOT NULL CHECK (kind IN ('confirmed', 'not_executed', 'compensate')),
    resolved_by    TEXT NOT NULL,
    because        TEXT,             -- the person's reason; never empty, and never missing with 'not_executed'
    evidence       TEXT NOT NULL,    -- whose word it rests on: the ledger's answer, or the person
    receipt        TEXT,             -- set with 'confirmed' and with nothing else
    operation      TEXT NOT NULL,    -- the intent's
    generation     INTEGER NOT NULL, -- the task's when it was resolved; resolving is no claim
    resolved_at_ms INTEGER NOT NULL,
    CHECK ((kind = 'confirmed') = (receipt IS NOT NULL))
);

-- The intent to undo what the original may have done, under an operation id of its own, minted once and stored before the
-- first cancel is sent. 'prepared' is requested, not done: only a receipt of the cancel makes it 'done'.
CREATE TABLE compensation (
    task           TEXT PRIMARY KEY,
    operation      TEXT NOT NULL UNIQUE,
    original       TEXT NOT NULL,    -- the intent's operation
    state          TEXT NOT NULL CHECK (state IN ('prepared', 'done', 'refused')),
    receipt        TEXT,             -- of the cancel; set with 'done', from a reply or a lookup and from nothing else
    generation     INTEGER NOT NULL,
    owner          TEXT NOT NULL,
    prepared_at_ms INTEGER NOT NULL,
    closed_at_ms   INTEGER,
    CHECK ((state = 'done') = (receipt IS NOT NULL))
);

-- A write that matched no row, noted by its author. Never fenced: it is the trace that a fence has held.
CREATE TABLE refusal (
    refusal          INTEGER PRIMARY KEY AUTOINCREMENT,
    task             TEXT NOT NULL,
    generation       INTEGER NOT NULL, -- the author's
    owner            TEXT NOT NULL,    -- the author
    what             TEXT NOT NULL,    -- the write that was refused
    value            TEXT NOT NULL,    -- what would have been written
    found_generation INTEGER NOT NULL, -- what stood there instead
    found_owner      TEXT,
    refused_at_ms    INTEGER NOT NULL
);

-- Every insert, update and delete of the tables above, in commit order. Checks read this and not the last rows: a count
-- over a primary key is always 1, and a rewrite of the same value leaves no other trace. Nobody writes here but triggers.
CREATE TABLE audit (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name  TEXT NOT NULL,
    action      TEXT NOT NULL CHECK (action IN ('insert', 'update', 'delete')),
    before_json TEXT,
    after_json  TEXT,
    at_ms       INTEGER NOT NULL DEFAULT (CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER))
);

CREATE TRIGGER audit_task_insert AFTER INSERT ON task BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('task', 'insert',
    NULL,
    json_object('task', NEW.task, 'contract', NEW.contract, 'payload', NEW.payload, 'state', NEW.state,
        'generation', NEW.generation, 'owner', NEW.owner, 'lease_expires_at_ms', NEW.lease_expires_at_ms,
        'needs_approval', NEW.needs_approval));
END;

CREATE TRIGGER audit_task_update AFTER UPDATE ON task BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('task', 'update',
    json_object('task', OLD.task, 'contract', OLD.contract, 'payload', OLD.payload, 'state', OLD.state,
        'generation', OLD.generation, 'owner', OLD.owner, 'lease_expires_at_ms', OLD.lease_expires_at_ms,
        'needs_approval', OLD.needs_approval),
    json_object('task', NEW.task, 'contract', NEW.contract, 'payload', NEW.payload, 'state', NEW.state,
        'generation', NEW.generation, 'owner', NEW.owner, 'lease_expires_at_ms', NEW.lease_expires_at_ms,
        'needs_approval', NEW.needs_approval));
END;

CREATE TRIGGER audit_task_delete AFTER DELETE ON task BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('task', 'delete',
    json_object('task', OLD.task, 'contract', OLD.contract, 'payload', OLD.payload, 'state', OLD.state,
        'generation', OLD.generation, 'owner', OLD.owner, 'lease_expires_at_ms', OLD.lease_expires_at_ms,
        'needs_approval', OLD.needs_approval),
    NULL);
END;

CREATE TRIGGER audit_lease_history_insert AFTER INSERT ON lease_history BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('lease_history', 'insert',
    NULL,
    json_object('claim', NEW.claim, 'task', NEW.task, 'generation', NEW.generation, 'owner', NEW.owner,
        'claimed_at_ms', NEW.claimed_at_ms, 'expires_at_ms', NEW.expires_at_ms, 'found_state', NEW.found_state,
        'found_owner', NEW.found_owner, 'found_expires_at_ms', NEW.found_expires_at_ms));
END;

CREATE TRIGGER audit_lease_history_update AFTER UPDATE ON lease_history BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('lease_history', 'update',
    json_object('claim', OLD.claim, 'task', OLD.task, 'generation', OLD.generation, 'owner', OLD.owner,
        'claimed_at_ms', OLD.claimed_at_ms, 'expires_at_ms', OLD.expires_at_ms, 'found_state', OLD.found_state,
        'found_owner', OLD.found_owner, 'found_expires_at_ms', OLD.found_expires_at_ms),
    json_object('claim', NEW.claim, 'task', NEW.task, 'generation', NEW.generation, 'owner', NEW.owner,
        'claimed_at_ms', NEW.claimed_at_ms, 'expires_at_ms', NEW.expires_at_ms, 'found_state', NEW.found_state,
        'found_owner', NEW.found_owner, 'found_expires_at_ms', NEW.found_expires_at_ms));
END;

CREATE TRIGGER audit_lease_history_delete AFTER DELETE ON lease_history BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('lease_history', 'delete',
    json_object('claim', OLD.claim, 'task', OLD.task, 'generation', OLD.generation, 'owner', OLD.owner,
        'claimed_at_ms', OLD.claimed_at_ms, 'expires_at_ms', OLD.expires_at_ms, 'found_state', OLD.found_state,
        'found_owner', OLD.found_owner, 'found_expires_at_ms', OLD.found_expires_at_ms),
    NULL);
END;

CREATE TRIGGER audit_checkpoint_insert AFTER INSERT ON checkpoint BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('checkpoint', 'insert',
    NULL,
    json_object('task', NEW.task, 'step', NEW.step, 'generation', NEW.generation, 'owner', NEW.owner, 'output',
        NEW.output));
END;

CREATE TRIGGER audit_checkpoint_update AFTER UPDATE ON checkpoint BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('checkpoint', 'update',
    json_object('task', OLD.task, 'step', OLD.step, 'generation', OLD.generation, 'owner', OLD.owner, 'output',
        OLD.output),
    json_object('task', NEW.task, 'step', NEW.step, 'generation', NEW.generation, 'owner', NEW.owner, 'output',
        NEW.output));
END;

CREATE TRIGGER audit_checkpoint_delete AFTER DELETE ON checkpoint BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('checkpoint', 'delete',
    json_object('task', OLD.task, 'step', OLD.step, 'generation', OLD.generation, 'owner', OLD.owner, 'output',
        OLD.output),
    NULL);
END;

CREATE TRIGGER audit_intent_insert AFTER INSERT ON intent BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('intent', 'insert',
    NULL,
    json_object('task', NEW.task, 'operation', NEW.operation, 'payload_hash', NEW.payload_hash, 'state', NEW.state,
        'receipt', NEW.receipt, 'generation', NEW.generation, 'owner', NEW.owner));
END;

CREATE TRIGGER audit_intent_update AFTER UPDATE ON intent BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('intent', 'update',
    json_object('task', OLD.task, 'operation', OLD.operation, 'payload_hash', OLD.payload_hash, 'state', OLD.state,
        'receipt', OLD.receipt, 'generation', OLD.generation, 'owner', OLD.owner),
    json_object('task', NEW.task, 'operation', NEW.operation, 'payload_hash', NEW.payload_hash, 'state', NEW.state,
        'receipt', NEW.receipt, 'generation', NEW.generation, 'owner', NEW.owner));
END;

CREATE TRIGGER audit_intent_delete AFTER DELETE ON intent BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('intent', 'delete',
    json_object('task', OLD.task, 'operation', OLD.operation, 'payload_hash', OLD.payload_hash, 'state', OLD.state,
        'receipt', OLD.receipt, 'generation', OLD.generation, 'owner', OLD.owner),
    NULL);
END;

CREATE TRIGGER audit_attempt_insert AFTER INSERT ON attempt BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('attempt', 'insert',
    NULL,
    json_object('attempt', NEW.attempt, 'task', NEW.task, 'operation', NEW.operation, 'generation', NEW.generation,
        'owner', NEW.owner, 'outcome', NEW.outcome, 'receipt', NEW.receipt, 'evidence', NEW.evidence));
END;

CREATE TRIGGER audit_attempt_update AFTER UPDATE ON attempt BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('attempt', 'update',
    json_object('attempt', OLD.attempt, 'task', OLD.task, 'operation', OLD.operation, 'generation', OLD.generation,
        'owner', OLD.owner, 'outcome', OLD.outcome, 'receipt', OLD.receipt, 'evidence', OLD.evidence),
    json_object('attempt', NEW.attempt, 'task', NEW.task, 'operation', NEW.operation, 'generation', NEW.generation,
        'owner', NEW.owner, 'outcome', NEW.outcome, 'receipt', NEW.receipt, 'evidence', NEW.evidence));
END;

CREATE TRIGGER audit_attempt_delete AFTER DELETE ON attempt BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('attempt', 'delete',
    json_object('attempt', OLD.attempt, 'task', OLD.task, 'operation', OLD.operation, 'generation', OLD.generation,
        'owner', OLD.owner, 'outcome', OLD.outcome, 'receipt', OLD.receipt, 'evidence', OLD.evidence),
    NULL);
END;

CREATE TRIGGER audit_approval_insert AFTER INSERT ON approval BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('approval', 'insert',
    NULL,
    json_object('task', NEW.task, 'operation', NEW.operation, 'generation', NEW.generation, 'approved_by',
        NEW.approved_by));
END;

CREATE TRIGGER audit_approval_update AFTER UPDATE ON approval BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('approval', 'update',
    json_object('task', OLD.task, 'operation', OLD.operation, 'generation', OLD.generation, 'approved_by',
        OLD.approved_by),
    json_object('task', NEW.task, 'operation', NEW.operation, 'generation', NEW.generation, 'approved_by',
        NEW.approved_by));
END;

CREATE TRIGGER audit_approval_delete AFTER DELETE ON approval BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('approval', 'delete',
    json_object('task', OLD.task, 'operation', OLD.operation, 'generation', OLD.generation, 'approved_by',
        OLD.approved_by),
    NULL);
END;

CREATE TRIGGER audit_resolution_insert AFTER INSERT ON resolution BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('resolution', 'insert',
    NULL,
    json_object('task', NEW.task, 'kind', NEW.kind, 'resolved_by', NEW.resolved_by, 'because', NEW.because,
        'evidence', NEW.evidence, 'receipt', NEW.receipt, 'operation', NEW.operation, 'generation', NEW.generation));
END;

CREATE TRIGGER audit_resolution_update AFTER UPDATE ON resolution BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('resolution', 'update',
    json_object('task', OLD.task, 'kind', OLD.kind, 'resolved_by', OLD.resolved_by, 'because', OLD.because,
        'evidence', OLD.evidence, 'receipt', OLD.receipt, 'operation', OLD.operation, 'generation', OLD.generation),
    json_object('task', NEW.task, 'kind', NEW.kind, 'resolved_by', NEW.resolved_by, 'because', NEW.because,
        'evidence', NEW.evidence, 'receipt', NEW.receipt, 'operation', NEW.operation, 'generation', NEW.generation));
END;

CREATE TRIGGER audit_resolution_delete AFTER DELETE ON resolution BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('resolution', 'delete',
    json_object('task', OLD.task, 'kind', OLD.kind, 'resolved_by', OLD.resolved_by, 'because', OLD.because,
        'evidence', OLD.evidence, 'receipt', OLD.receipt, 'operation', OLD.operation, 'generation', OLD.generation),
    NULL);
END;

CREATE TRIGGER audit_compensation_insert AFTER INSERT ON compensation BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('compensation', 'insert',
    NULL,
    json_object('task', NEW.task, 'operation', NEW.operation, 'original', NEW.original, 'state', NEW.state, 'receipt',
        NEW.receipt, 'generation', NEW.generation, 'owner', NEW.owner));
END;

CREATE TRIGGER audit_compensation_update AFTER UPDATE ON compensation BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('compensation', 'update',
    json_object('task', OLD.task, 'operation', OLD.operation, 'original', OLD.original, 'state', OLD.state, 'receipt',
        OLD.receipt, 'generation', OLD.generation, 'owner', OLD.owner),
    json_object('task', NEW.task, 'operation', NEW.operation, 'original', NEW.original, 'state', NEW.state, 'receipt',
        NEW.receipt, 'generation', NEW.generation, 'owner', NEW.owner));
END;

CREATE TRIGGER audit_compensation_delete AFTER DELETE ON compensation BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('compensation', 'delete',
    json_object('task', OLD.task, 'operation', OLD.operation, 'original', OLD.original, 'state', OLD.state, 'receipt',
        OLD.receipt, 'generation', OLD.generation, 'owner', OLD.owner),
    NULL);
END;
