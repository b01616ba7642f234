-- The publisher's own database: what really happened, as far as anybody can say. A publisher of your own may use this
-- schema; the built-in checks then work on it. PRAGMA application_id = 0x4348534c ('CHSL'). WAL, synchronous=FULL.

-- What this ledger has promised; another contract is refused at start.
CREATE TABLE ledger (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    contract  TEXT NOT NULL
);

-- The business record. No uniqueness on the operation: a contract that does not dedup makes a second effect.
CREATE TABLE effect (
    effect          INTEGER PRIMARY KEY AUTOINCREMENT,
    operation       TEXT NOT NULL,
    task            TEXT NOT NULL,
    attempt         TEXT NOT NULL,
    generation      INTEGER NOT NULL,
    payload         TEXT NOT NULL,
    payload_hash    TEXT NOT NULL,
    receipt         TEXT NOT NULL UNIQUE, -- minted at random, so that "the same receipt" can fail
    committed_at_ms INTEGER NOT NULL
);

-- What a contract that dedups remembers, one row per operation, a cancel's own included. Under dedup-window the window
-- counts from first_seen_at_ms on the ledger's clock and no retry moves it; the first request after its end replaces the
-- row, which the audit shows as an update. Lookups read effect and cancellation and not this table. Written in the
-- effect's own transaction: a dedup row that commits first loses the effect at a crash, one that commits later doubles it.
CREATE TABLE dedup (
    operation        TEXT PRIMARY KEY,
    payload_hash     TEXT NOT NULL,
    receipt          TEXT NOT NULL,
    first_seen_at_ms INTEGER NOT NULL
);

-- Under the contract fenced: the highest generation per task that a request or a lookup has carried. What comes with a
-- lower one is answered 'fenced' and not executed. A request in conflict neither meets the fence nor raises it.
CREATE TABLE fence (
    task       TEXT PRIMARY KEY,
    generation INTEGER NOT NULL
);

-- One row per request, the first statement of its one transaction; the outcome is filled in before the commit.
CREATE TABLE request_log (
    request        INTEGER PRIMARY KEY AUTOINCREMENT,
    kind           TEXT NOT NULL CHECK (kind IN ('publish', 'lookup', 'cancel')),
    operation      TEXT NOT NULL,
    task           TEXT NOT NULL,
    attempt        TEXT NOT NULL,
    generation     INTEGER NOT NULL,
    payload_hash   TEXT NOT NULL, -- of a cancel: 'cancel:' and the hash of the id it cancels; of a lookup: empty
    original       TEXT,          -- of a cancel: the operation that it cancels
    outcome        TEXT CHECK (outcome IN ('receipt', 'not_found', 'conflict', 'fenced', 'refused', 'cancelled')),
    receipt        TEXT,
    received_at_ms INTEGER NOT NULL
);

-- An operation that was cancelled, whether or not it had come: a request of it that arrives later, and is no replay of an
-- effect that stands, is answered 'cancelled' and makes no effect (apache/incubator-seata#4530: a late original held its
-- resource for ever). Written once, in the transaction of the first cancel.
CREATE TABLE tombstone (
    original        TEXT PRIMARY KEY,
    operation       TEXT NOT NULL,    -- the cancel's own
    generation      INTEGER NOT NULL, -- of the cancel's sender
    committed_at_ms INTEGER NOT NULL
);

-- The business record of a cancel. The effect's own record stays as it is. No uniqueness on the operation: a contract that
-- does not dedup makes a second cancellation.
CREATE TABLE cancellation (
    cancellation    INTEGER PRIMARY KEY AUTOINCREMENT,
    operation       TEXT NOT NULL,
    original        TEXT NOT NULL,
    task            TEXT NOT NULL,
    attempt         TEXT NOT NULL,
    generation      INTEGER NOT NULL,
    found_effects   INTEGER NOT NULL,     -- how many effects the original had when it was cancelled; 0 is no error
    receipt         TEXT NOT NULL UNIQUE, -- of the cancel; minted at random as an effect's is
    committed_at_ms INTEGER NOT NULL
);

-- A request that was not executed, noted by the publisher. Never fenced: it is the trace that a fence has held.
CREATE TABLE refusal (
    refusal          INTEGER PRIMARY KEY AUTOINCREMENT,
    task             TEXT NOT NULL,
    generation       INTEGER NOT NULL, -- the sender's
    owner            TEXT NOT NULL,    -- the sender's attempt
    what             TEXT NOT NULL,    -- what was asked
    value            TEXT NOT NULL,    -- the operation
    found_generation INTEGER NOT NULL, -- what stood there instead
    found_owner      TEXT,             -- of a tombstone: the operation of the cancel
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

CREATE TRIGGER audit_ledger_insert AFTER INSERT ON ledger BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('ledger', 'insert',
    NULL,
    json_object('singleton', NEW.singleton, 'contract', NEW.contract));
END;

CREATE TRIGGER audit_ledger_update AFTER UPDATE ON ledger BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('ledger', 'update',
    json_object('singleton', OLD.singleton, 'contract', OLD.contract),
    json_object('singleton', NEW.singleton, 'contract', NEW.contract));
END;

CREATE TRIGGER audit_ledger_delete AFTER DELETE ON ledger BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('ledger', 'delete',
    json_object('singleton', OLD.singleton, 'contract', OLD.contract),
    NULL);
END;

CREATE TRIGGER audit_effect_insert AFTER INSERT ON effect BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('effect', 'insert',
    NULL,
    json_object('effect', NEW.effect, 'operation', NEW.operation, 'task', NEW.task, 'attempt', NEW.attempt,
        'generation', NEW.generation, 'payload_hash', NEW.payload_hash, 'receipt', NEW.receipt, 'committed_at_ms',
        NEW.committed_at_ms));
END;

CREATE TRIGGER audit_effect_update AFTER UPDATE ON effect BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('effect', 'update',
    json_object('effect', OLD.effect, 'operation', OLD.operation, 'task', OLD.task, 'attempt', OLD.attempt,
        'generation', OLD.generation, 'payload_hash', OLD.payload_hash, 'receipt', OLD.receipt, 'committed_at_ms',
        OLD.committed_at_ms),
    json_object('effect', NEW.effect, 'operation', NEW.operation, 'task', NEW.task, 'attempt', NEW.attempt,
        'generation', NEW.generation, 'payload_hash', NEW.payload_hash, 'receipt', NEW.receipt, 'committed_at_ms',
        NEW.committed_at_ms));
END;

CREATE TRIGGER audit_effect_delete AFTER DELETE ON effect BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('effect', 'delete',
    json_object('effect', OLD.effect, 'operation', OLD.operation, 'task', OLD.task, 'attempt', OLD.attempt,
        'generation', OLD.generation, 'payload_hash', OLD.payload_hash, 'receipt', OLD.receipt, 'committed_at_ms',
        OLD.committed_at_ms),
    NULL);
END;

CREATE TRIGGER audit_dedup_insert AFTER INSERT ON dedup BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('dedup', 'insert',
    NULL,
    json_object('operation', NEW.operation, 'payload_hash', NEW.payload_hash, 'receipt', NEW.receipt,
        'first_seen_at_ms', NEW.first_seen_at_ms));
END;

CREATE TRIGGER audit_dedup_update AFTER UPDATE ON dedup BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('dedup', 'update',
    json_object('operation', OLD.operation, 'payload_hash', OLD.payload_hash, 'receipt', OLD.receipt,
        'first_seen_at_ms', OLD.first_seen_at_ms),
    json_object('operation', NEW.operation, 'payload_hash', NEW.payload_hash, 'receipt', NEW.receipt,
        'first_seen_at_ms', NEW.first_seen_at_ms));
END;

CREATE TRIGGER audit_dedup_delete AFTER DELETE ON dedup BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('dedup', 'delete',
    json_object('operation', OLD.operation, 'payload_hash', OLD.payload_hash, 'receipt', OLD.receipt,
        'first_seen_at_ms', OLD.first_seen_at_ms),
    NULL);
END;

CREATE TRIGGER audit_fence_insert AFTER INSERT ON fence BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('fence', 'insert',
    NULL,
    json_object('task', NEW.task, 'generation', NEW.generation));
END;

CREATE TRIGGER audit_fence_update AFTER UPDATE ON fence BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('fence', 'update',
    json_object('task', OLD.task, 'generation', OLD.generation),
    json_object('task', NEW.task, 'generation', NEW.generation));
END;

CREATE TRIGGER audit_fence_delete AFTER DELETE ON fence BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('fence', 'delete',
    json_object('task', OLD.task, 'generation', OLD.generation),
    NULL);
END;

CREATE TRIGGER audit_request_log_insert AFTER INSERT ON request_log BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('request_log', 'insert',
    NULL,
    json_object('request', NEW.request, 'kind', NEW.kind, 'operation', NEW.operation, 'task', NEW.task, 'attempt',
        NEW.attempt, 'generation', NEW.generation, 'payload_hash', NEW.payload_hash, 'original', NEW.original,
        'outcome', NEW.outcome, 'receipt', NEW.receipt, 'received_at_ms', NEW.received_at_ms));
END;

CREATE TRIGGER audit_request_log_update AFTER UPDATE ON request_log BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('request_log', 'update',
    json_object('request', OLD.request, 'kind', OLD.kind, 'operation', OLD.operation, 'task', OLD.task, 'attempt',
        OLD.attempt, 'generation', OLD.generation, 'payload_hash', OLD.payload_hash, 'original', OLD.original,
        'outcome', OLD.outcome, 'receipt', OLD.receipt, 'received_at_ms', OLD.received_at_ms),
    json_object('request', NEW.request, 'kind', NEW.kind, 'operation', NEW.operation, 'task', NEW.task, 'attempt',
        NEW.attempt, 'generation', NEW.generation, 'payload_hash', NEW.payload_hash, 'original', NEW.original,
        'outcome', NEW.outcome, 'receipt', NEW.receipt, 'received_at_ms', NEW.received_at_ms));
END;

CREATE TRIGGER audit_request_log_delete AFTER DELETE ON request_log BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('request_log', 'delete',
    json_object('request', OLD.request, 'kind', OLD.kind, 'operation', OLD.operation, 'task', OLD.task, 'attempt',
        OLD.attempt, 'generation', OLD.generation, 'payload_hash', OLD.payload_hash, 'original', OLD.original,
        'outcome', OLD.outcome, 'receipt', OLD.receipt, 'received_at_ms', OLD.received_at_ms),
    NULL);
END;

CREATE TRIGGER audit_tombstone_insert AFTER INSERT ON tombstone BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('tombstone', 'insert',
    NULL,
    json_object('original', NEW.original, 'operation', NEW.operation, 'generation', NEW.generation, 'committed_at_ms',
        NEW.committed_at_ms));
END;

CREATE TRIGGER audit_tombstone_update AFTER UPDATE ON tombstone BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('tombstone', 'update',
    json_object('original', OLD.original, 'operation', OLD.operation, 'generation', OLD.generation, 'committed_at_ms',
        OLD.committed_at_ms),
    json_object('original', NEW.original, 'operation', NEW.operation, 'generation', NEW.generation, 'committed_at_ms',
        NEW.committed_at_ms));
END;

CREATE TRIGGER audit_tombstone_delete AFTER DELETE ON tombstone BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('tombstone', 'delete',
    json_object('original', OLD.original, 'operation', OLD.operation, 'generation', OLD.generation, 'committed_at_ms',
        OLD.committed_at_ms),
    NULL);
END;

CREATE TRIGGER audit_cancellation_insert AFTER INSERT ON cancellation BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('cancellation', 'insert',
    NULL,
    json_object('cancellation', NEW.cancellation, 'operation', NEW.operation, 'original', NEW.original, 'task',
        NEW.task, 'attempt', NEW.attempt, 'generation', NEW.generation, 'found_effects', NEW.found_effects, 'receipt',
        NEW.receipt, 'committed_at_ms', NEW.committed_at_ms));
END;

CREATE TRIGGER audit_cancellation_update AFTER UPDATE ON cancellation BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('cancellation', 'update',
    json_object('cancellation', OLD.cancellation, 'operation', OLD.operation, 'original', OLD.original, 'task',
        OLD.task, 'attempt', OLD.attempt, 'generation', OLD.generation, 'found_effects', OLD.found_effects, 'receipt',
        OLD.receipt, 'committed_at_ms', OLD.committed_at_ms),
    json_object('cancellation', NEW.cancellation, 'operation', NEW.operation, 'original', NEW.original, 'task',
        NEW.task, 'attempt', NEW.attempt, 'generation', NEW.generation, 'found_effects', NEW.found_effects, 'receipt',
        NEW.receipt, 'committed_at_ms', NEW.committed_at_ms));
END;

CREATE TRIGGER audit_cancellation_delete AFTER DELETE ON cancellation BEGIN
    INSERT INTO audit (table_name, action, before_json, after_json) VALUES ('cancellation', 'delete',
    json_object('cancellation', OLD.cancellation, 'operation', OLD.operation, 'original', OLD.original, 'task',
        OLD.task, 'attempt', OLD.attempt, 'generation', OLD.generation, 'found_effects', OLD.found_effects, 'receipt',
        OLD.receipt, 'committed_at_ms', OLD.committed_at_ms),
    NULL);
END;
