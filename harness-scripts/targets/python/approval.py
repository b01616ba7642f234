"""A person's leave to send the one operation that the intent holds. Approving is no claim and mints nothing."""

from contextlib import closing

from person import Declined, change, look, who
from records import is_approved
from store import Store

APPROVABLE = ("awaiting_approval", "running")


def approve(config, gate):
    """Stores the approval; a second one changes nothing. Returns an exit code."""
    # The store is opened only after the answer: a person stopped here must hold nothing.
    gate.at("before_approval")
    by = who(config)
    with closing(Store(config.store, config.now_ms)) as store:
        with store.transaction():
            task = look(config, store)
            _refuse_what_needs_none(config, task)
            new = not is_approved(store, config.task, task.operation)
            if new:
                _insert(config, store, task, by)
                gate.at("during_approval")
        if new:
            gate.at("after_approval")
        gate.event("approved", operation=task.operation, by=by, new="true" if new else "false")
    return 0


def _refuse_what_needs_none(config, task):
    if not task.needs_approval:
        raise Declined(f"task {config.task} needs no approval")
    if task.operation is None:
        raise Declined(f"task {config.task} has no operation yet that could be approved")


def _insert(config, store, task, by):
    if task.state not in APPROVABLE:
        raise Declined(f"task {config.task} is {task.state} and does not wait for an approval")
    change(
        store,
        "INSERT INTO approval (task, operation, generation, approved_by, approved_at_ms) VALUES (?, ?, ?, ?, ?)",
        [config.task, task.operation, task.generation, by, store.now_ms()],
    )
    if task.state == "awaiting_approval":
        change(store, "UPDATE task SET state = 'pending' WHERE task = ? AND state = 'awaiting_approval'", [config.task])
