"""What a worker stores about a compensation. Each write is fenced."""

import uuid

from records import set_outcome
from store import AND_HELD, IF_HELD


def find(store, task):
    """Its operation id, when there is one."""
    return store.value("SELECT operation FROM compensation WHERE task = :task", task=task)


def prepare(store, lease, original):
    """Mints the operation id of the cancel and stores it, before anything is sent."""
    operation = f"comp-{uuid.uuid4()}"
    store.require(
        lease,
        "compensation",
        lambda: store.write(
            lease,
            "compensation",
            operation,
            "INSERT INTO compensation (task, operation, original, state, generation, owner, prepared_at_ms)"
            " SELECT task, :operation, :original, 'prepared', :generation, :owner, :now FROM task" + IF_HELD,
            operation=operation,
            original=original,
            now=store.now_ms(),
        ),
    )
    return operation


def finish(store, lease, receipt, attempt):
    """Undone, and the receipt proves it. `attempt` is None when a lookup found the receipt: that try stays unknown."""
    store.require(
        lease,
        "end of the compensation",
        # The state comes last: from that row on, the audit shows no other write of this task.
        lambda: (attempt is None or set_outcome(store, lease, attempt, "receipt", "reply", receipt))
        and _close(store, lease, "done", receipt)
        and store.set_state(lease, "compensated"),
    )


def refuse(store, lease, attempt, outcome, evidence):
    """Not undone, and it will not be: the task ends with that."""
    store.require(
        lease,
        "end of the compensation",
        lambda: set_outcome(store, lease, attempt, outcome, evidence)
        and _close(store, lease, "refused", None)
        and store.set_state(lease, "compensation_failed"),
    )


def _close(store, lease, state, receipt):
    return store.write(
        lease,
        "compensation",
        state,
        "UPDATE compensation SET state = :state, receipt = :receipt, closed_at_ms = :now"
        " WHERE state = 'prepared' AND task = :task" + AND_HELD,
        state=state,
        receipt=receipt,
        now=store.now_ms(),
    )
