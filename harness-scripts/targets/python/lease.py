"""Taking, keeping and giving back the lease."""

import sys
import sqlite3
import threading
import time
from dataclasses import dataclass

from config import Refused
from store import IF_HELD, LeaseLost, Store

TERMINAL = {
    "succeeded": 0,
    "compensated": 0,
    "conflict": 14,
    "failed": 14,
    "compensation_failed": 14,
}


KEPT = ("unknown", "compensating")  # by a claim
LEASE_LIVE, AWAITING_APPROVAL = 11, 13


@dataclass(frozen=True)
class Lease:
    """A committed claim. The generation, also called fencing token, is named in each write."""

    task: str
    contract: str
    payload: str
    generation: int
    owner: str
    needs_approval: bool
    compensating: bool  # a person wants the publication undone: no step and no publication any more
    claimed_at_s: float  # monotonic, just before the look at the wall clock from which the expiry is counted


@dataclass(frozen=True)
class NotClaimed:
    """Why there is no lease: the worker's exit code, and for 11 who holds it until when."""

    code: int
    owner: str = ""
    until_ms: int = 0


def claim(store, config, before_commit):
    """Claims the task when nobody holds a live lease; the owner's own name makes no exception."""
    journal = store.value("PRAGMA journal_mode")
    synchronous = store.value("PRAGMA synchronous")
    with store.transaction():
        # Read only now: between a clock read before BEGIN and the lock lies any pause.
        claimed_at_s = time.monotonic()
        now = store.now_ms()
        row = store.db.execute(
            "SELECT contract, payload, state, generation, owner, lease_expires_at_ms, needs_approval FROM task"
            " WHERE task = ?",
            [config.task],
        ).fetchone()
        if row is None:
            raise Refused(f"the store {config.store} holds no task {config.task}; submit it first")
        contract, payload, state, generation, owner, expires, needs_approval = row
        if state in TERMINAL:
            return NotClaimed(TERMINAL[state])
        if state == "awaiting_approval":
            return NotClaimed(AWAITING_APPROVAL)
        if owner is not None and expires > now:
            return NotClaimed(LEASE_LIVE, owner, expires)
        lease = Lease(config.task, contract, payload, generation + 1, config.owner, bool(needs_approval),
                      state == "compensating", claimed_at_s)
        # Claiming an unknown leaves it unknown: a claim learns nothing about the outside world.
        store.db.execute(
            "UPDATE task SET state = ?, generation = ?, owner = ?, lease_expires_at_ms = ? WHERE task = ?",
            [state if state in KEPT else "running", lease.generation, lease.owner, now + config.lease_ms,
             lease.task],
        )
        store.db.execute(
            "INSERT INTO lease_history (task, generation, owner, claimed_at_ms, expires_at_ms, found_state,"
            " found_owner, found_expires_at_ms, journal_mode, synchronous) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [lease.task, lease.generation, lease.owner, now, now + config.lease_ms, state, owner, expires, journal,
             synchronous],
        )
        before_commit()
        return lease


def release(store, lease):
    """Gives the lease back. A loser tries it too and is refused: without the fence it would free its successor's."""
    with store.transaction():
        return store.write(
            lease,
            "release",
            lease.owner,
            "UPDATE task SET owner = NULL, lease_expires_at_ms = NULL" + IF_HELD,
        )


def wait_for_approval(store, lease, operation):
    """Gives the lease back to wait for a person. One who has approved since it was asked is not waited for: nobody
    would ever approve again."""
    store.require(
        lease,
        "wait for an approval",
        lambda: store.write(
            lease,
            "wait for an approval",
            operation,
            "UPDATE task SET owner = NULL, lease_expires_at_ms = NULL, state = CASE WHEN EXISTS"
            " (SELECT 1 FROM approval WHERE approval.task = task.task AND operation = :operation)"
            " THEN 'pending' ELSE 'awaiting_approval' END" + IF_HELD,
            operation=operation,
        ),
    )


class Heartbeat:
    """Renews the lease every third of its duration, on a thread and a connection of its own, and knows whether it may
    still be believed in. Time is the monotonic clock: the wall clock can step."""

    def __init__(self, config, lease):
        self.config = config
        self.lease = lease
        self.confirmed_until_s = lease.claimed_at_s + config.lease_ms / 1000
        self.refused = False
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._beat_until_stopped, name="heartbeat", daemon=True)
        self.thread.start()

    def require(self):
        """Ends this worker's work when the lease is no longer its own. Asked before each step and each attempt, and
        never between the attempt row and the send."""
        if self.refused:
            raise LeaseLost(self.lease, "the store refused a renewal")
        if time.monotonic() >= self.confirmed_until_s:
            raise LeaseLost(self.lease, "no renewal was confirmed before it ran out")

    def close(self):
        """Ends before the release, or a late beat would be refused and look like a lost lease."""
        self.stopped.set()
        self.thread.join()

    def _beat_until_stopped(self):
        store = Store(self.config.store, self.config.now_ms)
        try:
            while not self.refused and not self.stopped.wait(self.config.lease_ms / 3000):
                self._beat(store)
        finally:
            store.close()

    def _beat(self, store):
        asked_at_s = time.monotonic()
        expires = self.config.now_ms() + self.config.lease_ms
        try:
            with store.transaction():
                held = store.write(
                    self.lease,
                    "renew",
                    expires,
                    "UPDATE task SET lease_expires_at_ms = :expires" + IF_HELD,
                    expires=expires,
                )
        except sqlite3.Error as e:
            # Not lost, not renewed: the last confirmed deadline stands.
            print(f"worker: renewing the lease on {self.lease.task} failed: {e}", file=sys.stderr)
            return
        if held:
            self.confirmed_until_s = asked_at_s + self.config.lease_ms / 1000
        else:
            self.refused = True
