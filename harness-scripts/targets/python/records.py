"""What a worker stores about its work: checkpoints, the intent, attempts, and how the task ends. Each write is fenced.
What it stores about a compensation is in undoing.py."""

import hashlib
import uuid
from dataclasses import dataclass

from store import AND_HELD, IF_HELD


# A task that needs an approval gets no attempt, be it of a cancel, before its intent's operation has one.
AND_APPROVED = (
    " AND (needs_approval = 0 OR EXISTS (SELECT 1 FROM approval JOIN intent USING (task, operation)"
    " WHERE approval.task = :task))"
)


@dataclass(frozen=True)
class Intent:
    """The business intent to publish; its operation id is minted once, stored before the first send, never changed."""

    operation: str
    payload: str


@dataclass(frozen=True)
class Attempt:
    """One network try, with an id of its own."""

    id: str
    generation: int
    outcome: str
    sent_at_ms: int


def fingerprint(text):
    return hashlib.sha256(text.encode()).hexdigest()


def checkpoints(store, task):
    return dict(store.db.execute("SELECT step, output FROM checkpoint WHERE task = ?", [task]).fetchall())


def save_checkpoint(store, lease, step, output, before_commit):
    """Saves a step's output in the transaction that proves the writer's generation."""

    def work():
        accepted = insert_checkpoint(store, lease, step, output)
        before_commit()
        return accepted

    store.require(lease, f"checkpoint of {step}", work)


def insert_checkpoint(store, lease, step, output):
    return store.write(
        lease,
        "checkpoint",
        step,
        "INSERT INTO checkpoint (task, step, generation, owner, output, saved_at_ms)"
        " SELECT task, :step, :generation, :owner, :output, :now FROM task" + IF_HELD,
        step=step,
        output=output,
        now=store.now_ms(),
    )


def find_intent(store, task):
    row = store.db.execute("SELECT operation, payload FROM intent WHERE task = ?", [task]).fetchone()
    return row and Intent(*row)


def prepare_intent(store, lease, payload):
    """Mints the operation id and stores it, before anything is sent."""
    intent = Intent(f"op-{uuid.uuid4()}", payload)
    store.require(
        lease,
        "intent",
        lambda: store.write(
            lease,
            "intent",
            intent.operation,
            "INSERT INTO intent (task, operation, payload, payload_hash, state, generation, owner, prepared_at_ms)"
            " SELECT task, :operation, :payload, :hash, 'prepared', :generation, :owner, :now FROM task" + IF_HELD,
            operation=intent.operation,
            payload=payload,
            hash=fingerprint(payload),
            now=store.now_ms(),
        ),
    )
    return intent


def is_approved(store, task, operation):
    """An approval is for one operation; another one has none."""
    return store.value("SELECT 1 FROM approval WHERE task = :task AND operation = :operation",
                       task=task, operation=operation) is not None


def attempts(store, operation):
    rows = store.db.execute(
        "SELECT attempt, generation, outcome, sent_at_ms FROM attempt WHERE operation = ? ORDER BY rowid", [operation]
    )
    return [Attempt(*row) for row in rows]


def begin_attempt(store, lease, operation, may_at):
    """Records a new try, before its first byte: without this row nobody after us would know to ask. None, and nothing
    written, when it may not be made any more."""
    attempt = None

    def work():
        nonlocal attempt
        # Read only now: between a clock read before BEGIN and the lock lies any pause.
        now = store.now_ms()
        if not may_at(now):
            return True
        attempt = Attempt(f"a-{uuid.uuid4()}", lease.generation, "sent", now)
        return store.write(
            lease,
            "attempt",
            attempt.id,
            "INSERT INTO attempt (attempt, task, operation, generation, owner, outcome, sent_at_ms)"
            " SELECT :attempt, task, :operation, :generation, :owner, 'sent', :now FROM task" + IF_HELD + AND_APPROVED,
            attempt=attempt.id,
            operation=operation,
            now=now,
        )

    store.require(lease, "attempt", work)
    return attempt


def close_attempt(store, lease, attempt, outcome, evidence):
    """Closes a try without a receipt; the evidence says what was seen."""
    store.require(lease, "attempt outcome", lambda: set_outcome(store, lease, attempt, outcome, evidence))


def set_outcome(store, lease, attempt, outcome, evidence, receipt=None):
    """Only an open try is closed: an unknown is never overwritten."""
    return store.write(
        lease,
        "attempt outcome",
        f"{attempt.id} {outcome}",
        "UPDATE attempt SET outcome = :outcome, receipt = :receipt, evidence = :evidence, closed_at_ms = :now"
        " WHERE outcome = 'sent' AND attempt = :attempt" + AND_HELD,
        attempt=attempt.id,
        outcome=outcome,
        receipt=receipt,
        evidence=evidence,
        now=store.now_ms(),
    )


def confirm(store, lease, receipt, attempt, before_commit):
    """Stores receipt, publish checkpoint and success in one transaction: a receipt saved without its step would be sent
    again. `attempt` is the try whose reply carried the receipt, or None when a lookup found it: that try stays unknown."""

    def work():
        # The state comes last: from that row on, the audit shows no other write of this task.
        accepted = (
            (attempt is None or set_outcome(store, lease, attempt, "receipt", "reply", receipt))
            and store.write(
                lease,
                "receipt",
                receipt,
                "UPDATE intent SET state = 'confirmed', receipt = :receipt, confirmed_at_ms = :now"
                " WHERE state = 'prepared' AND task = :task" + AND_HELD,
                receipt=receipt,
                now=store.now_ms(),
            )
            and insert_checkpoint(store, lease, "publish", receipt)
            and store.set_state(lease, "succeeded")
        )
        before_commit()
        return accepted

    store.require(lease, "confirm", work)


def conflict(store, lease, attempt, evidence):
    """The publisher knows the operation with other content: the task ends in conflict."""
    store.require(
        lease,
        "conflict",
        lambda: set_outcome(store, lease, attempt, "conflict", evidence) and store.set_state(lease, "conflict"),
    )


def give_up(store, lease):
    """The outcome can be proved neither way; the evidence lies in the attempts."""
    store.require(lease, "unknown", lambda: store.set_state(lease, "unknown"))
