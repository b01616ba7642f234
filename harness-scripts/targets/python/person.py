"""What a person's commands have in common: they look at the task as it is, and refuse what does not fit it.

A person holds no lease. What is written rests on the state that was read in the same transaction.
"""

from dataclasses import dataclass

from config import Refused


class Declined(Refused):
    """A person's word that is not taken. A publisher that was asked has the question in its own log."""

    def __init__(self, message):
        super().__init__(message + "; nothing of the task was changed", code=3)


@dataclass(frozen=True)
class Task:
    contract: str
    state: str
    generation: int
    needs_approval: bool
    operation: str  # of the intent; None when there is none
    held_by: str  # whoever has a live lease, or None
    tries: int  # attempts on record


def who(config):
    """Who says it. A name that is empty is nobody's."""
    by = config.said("BY")
    if not by:
        raise Declined("CRASH_HARNESS_BY is empty, and it has to say who decides")
    return by


def look(config, store):
    """The task and its intent, when they are the ones that are meant."""
    row = store.db.execute(
        "SELECT contract, task.state, task.generation, needs_approval, operation, task.owner, lease_expires_at_ms,"
        " (SELECT count(*) FROM attempt WHERE attempt.task = task.task)"
        " FROM task LEFT JOIN intent USING (task) WHERE task = ?",
        [config.task],
    ).fetchone()
    if row is None:
        raise Declined(f"{config.store} holds no task {config.task}")
    contract, state, generation, needs_approval, operation, owner, expires, tries = row
    meant = config.said("OPERATION")
    if meant is not None and meant != operation:
        raise Declined(f"operation '{meant}' is meant, and task {config.task} has {operation or 'none'}")
    held_by = owner if owner is not None and expires > store.now_ms() else None
    return Task(contract, state, generation, bool(needs_approval), operation, held_by, tries)


def change(store, sql, values):
    """One row or nothing at all: what was read in this transaction still stands."""
    rows = store.db.execute(sql, values).rowcount
    if rows != 1:
        raise RuntimeError(f"{sql} changed {rows} rows, expected 1")
