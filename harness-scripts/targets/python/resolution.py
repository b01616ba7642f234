"""What a person decides about a task whose outcome nobody could prove: that it was done, that it was not, or that it is
to be undone. It stands beside intent and attempts, which keep what was known at the time."""

from contextlib import closing
from dataclasses import dataclass

import publisher
from config import Refused
from person import Declined, change, look, who
from recovery import can_be_asked
from store import Store

ENDS = {"confirmed": "succeeded", "not_executed": "failed", "compensate": "compensating"}


@dataclass(frozen=True)
class Decision:
    """As the person has said it: a receipt and a reason may be missing, and are None then."""

    kind: str
    by: str
    because: str
    receipt: str


@dataclass(frozen=True)
class Ground:
    """What a decision rests on: whose word, and for a confirmation the receipt."""

    evidence: str
    receipt: str = None


def resolve(config, gate):
    """Stores the decision; the same one again changes nothing, another one is refused. Returns an exit code."""
    # The store is opened only after the answer: a person stopped here must hold nothing.
    gate.at("before_resolution")
    decision = _read(config)
    with closing(Store(config.store, config.now_ms)) as store:
        # Not in a transaction: the publisher may take its time, and a worker must be able to claim meanwhile.
        task = look(config, store)
        stored = _stored(config, store, decision)
        if stored is None:
            _refuse_what_is_no_unknown(config, task)
            ground = _ground(config.to_ask(), task, decision)
            with store.transaction():
                stored = _decide(config, gate, store, task, decision, ground)
        if stored is None:
            gate.at("after_resolution")
        gate.event("resolved", kind=decision.kind, operation=task.operation, evidence=stored or ground.evidence,
                   new="false" if stored else "true")
    return 0


def _read(config):
    kind, because, receipt = config.need("RESOLUTION"), config.said("BECAUSE"), config.said("RECEIPT")
    if kind not in ENDS:
        raise Refused(f"CRASH_HARNESS_RESOLUTION is '{kind}', expected one of {', '.join(ENDS)}")
    if because == "" or receipt == "":
        raise Declined("a reason or a receipt that is given must not be empty")
    if kind == "not_executed" and because is None:
        raise Declined("who denies the operation has to say why")
    if kind != "confirmed" and receipt is not None:
        raise Declined(f"a receipt confirms, and does not go with {kind}")
    return Decision(kind, who(config), because, receipt)


def _stored(config, store, decision):
    """The evidence of the same decision when it is on record, None when there is none yet."""
    row = store.db.execute("SELECT kind, receipt, resolved_by, evidence FROM resolution WHERE task = ?",
                           [config.task]).fetchone()
    if row is None:
        return None
    kind, receipt, by, evidence = row
    # A second wish to undo may be another person's; whoever has it is told of the first.
    if kind != decision.kind or kind == "compensate" or decision.receipt not in (None, receipt):
        raise Declined(f"task {config.task} was resolved as {kind} by {by}, receipt {receipt or 'none'}")
    return evidence


def _refuse_what_is_no_unknown(config, task):
    if task.state != "unknown":
        raise Declined(f"task {config.task} is {task.state}, and only an unknown is decided by a person")
    if task.held_by is not None:
        raise Declined(f"{task.held_by} works on task {config.task} and may still find out")


def _ground(config, task, decision):
    if decision.kind == "compensate":
        return Ground("the person's word: undone whether it was done or not")
    if can_be_asked(task.contract):
        return _asked(config, task, decision)
    if decision.kind == "confirmed" and decision.receipt is None:
        raise Declined(f"{task.contract} answers no lookup, so that a receipt has to be named")
    return Ground(f"the person's word: {task.contract} answers no lookup", decision.receipt)


def _asked(config, task, decision):
    """The ledger's word stands above the person's."""
    # With the task's generation: a fence turns away what has none.
    answer = publisher.look_up(config, task.generation, task.operation)
    status = "silence" if isinstance(answer, publisher.Silence) else answer.status
    if status == "receipt" and decision.kind == "confirmed" and decision.receipt in (None, answer.receipt):
        return Ground("the ledger's answer: receipt", answer.receipt)
    if status == "not_found" and decision.kind == "not_executed":
        return Ground("the ledger's answer: not_found")
    found = f"receipt {answer.receipt}" if status == "receipt" else status
    raise Declined(f"the publisher was asked for operation {task.operation}, and its answer does not bear out"
                   f" {decision.kind}: {found}")


def _decide(config, gate, store, seen, decision, ground):
    """Looks again, for the publisher took its time. Returns what _stored returns: None when this decision is new."""
    task = look(config, store)
    stored = _stored(config, store, decision)
    if stored is not None:
        return stored
    _refuse_what_is_no_unknown(config, task)
    if (task.generation, task.tries) != (seen.generation, seen.tries):
        # It may have sent what the ledger did not know when it was asked. An expired worker that wakes up needs no new
        # generation for that, but it records its try first. One whose try was on record before, and that sends only now,
        # leaves no trace here.
        raise Declined(f"generation {task.generation} has worked on task {config.task} since the publisher was asked")
    _insert(config, store, task, decision, ground)
    if decision.kind == "confirmed":
        _confirm(config, store, task, decision, ground)
    # The state comes last: from that row on, the audit shows no other write of this task.
    change(
        store,
        "UPDATE task SET owner = NULL, lease_expires_at_ms = NULL, state = ? WHERE task = ? AND state = 'unknown'",
        [ENDS[decision.kind], config.task],
    )
    gate.at("during_resolution")
    return None


def _insert(config, store, task, decision, ground):
    change(
        store,
        "INSERT INTO resolution (task, kind, resolved_by, because, evidence, receipt, operation, generation,"
        " resolved_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [config.task, decision.kind, decision.by, decision.because, ground.evidence, ground.receipt, task.operation,
         task.generation, store.now_ms()],
    )


def _confirm(config, store, task, decision, ground):
    """The attempts stay unknown: what nobody knew then is not known better by whoever sent them."""
    now = store.now_ms()
    change(
        store,
        "UPDATE intent SET state = 'confirmed', receipt = ?, confirmed_at_ms = ? WHERE task = ? AND state = 'prepared'",
        [ground.receipt, now, config.task],
    )
    change(
        store,
        "INSERT INTO checkpoint (task, step, generation, owner, output, saved_at_ms) VALUES (?, 'publish', ?, ?, ?, ?)",
        [config.task, task.generation, decision.by, ground.receipt, now],
    )
