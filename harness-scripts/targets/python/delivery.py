"""Sends, looks up or gives up, as the recovery rule says, until an operation is settled. Serves one lease.

What is delivered is a publication or, later, its compensation: the rule is the same, the records and the points are not.
"""

import publisher
import records
from recovery import Known, next_move
from store import LeaseLost

UNKNOWN = 12


class Delivery:
    """A subclass says what is delivered: its operation and its points, how it is sent, and what an answer means."""

    before_send = after_send = after_effect = after_confirm = ""

    def __init__(self, config, gate, store, lease, heartbeat):
        self.config = config
        self.gate = gate
        self.store = store
        self.lease = lease
        self.heartbeat = heartbeat
        self.lookup = "not_asked"

    def settle(self, operation):
        """Goes on with what is on record of this operation. Returns an exit code."""
        self.operation = operation
        self._close_tries_of_the_dead()
        moves = {"send": self._send, "look_up": self._look_up, "give_up": self._give_up}
        code = None
        while code is None:
            code = moves[self._next(self.config.now_ms())]()
        return code

    def request(self, attempt):
        """Sends it; an Exchange."""
        raise NotImplementedError

    def rejected(self, attempt, answer):
        """A whole reply that is no receipt and no fence. Returns an exit code."""
        raise NotImplementedError

    def store_receipt(self, receipt, attempt):
        """`attempt` is the try whose reply carried the receipt, or None when a lookup found it. Returns an exit code."""
        raise NotImplementedError

    def give_up(self):
        """Stores that it can be proved neither way, where that says anything new."""
        raise NotImplementedError

    def _tries(self):
        return records.attempts(self.store, self.operation)

    def _close_tries_of_the_dead(self):
        """The owner of an open try is gone, and with it whatever answer it got."""
        for attempt in self._tries():
            if attempt.outcome == "sent" and attempt.generation < self.lease.generation:
                evidence = (
                    f"generation {attempt.generation} recorded this try and was taken over by generation"
                    f" {self.lease.generation}; whether it was sent or answered is not known"
                )
                records.close_attempt(self.store, self.lease, attempt, "unknown", evidence)

    def _next(self, now):
        tries = self._tries()
        first = min((attempt.sent_at_ms for attempt in tries), default=now)
        own = sum(attempt.generation == self.lease.generation for attempt in tries)
        # An Exchange waits for a connection, and again for the reply.
        known = Known(len(tries), own, self.lookup, now - first, 2 * self.config.timeout_ms)
        return next_move(self.lease.contract, known)

    def _send(self):
        self.heartbeat.require()
        attempt = records.begin_attempt(self.store, self.lease, self.operation, lambda now: self._next(now) == "send")
        if attempt is None:
            # The wait for the write lock has outlasted the window.
            return None
        self.lookup = "not_asked"
        self.gate.event("attempt", attempt=attempt.id, operation=self.operation)
        # The attempt row is durable and no byte is written. From here to the send the lease is not looked at again.
        self.gate.at(self.before_send)
        with self.request(attempt) as exchange:
            if not exchange.failed:
                self.gate.at(self.after_send)
            return self._answered(attempt, exchange.reply())

    def _answered(self, attempt, answer):
        if isinstance(answer, publisher.Silence):
            records.close_attempt(self.store, self.lease, attempt, "unknown", answer.why)
            self.gate.event("unknown", attempt=attempt.id, why=answer.why)
            return None
        if answer.status == "receipt":
            return self._confirm(answer.receipt, attempt)
        if answer.status == "fenced":
            records.close_attempt(self.store, self.lease, attempt, "fenced", answer.detail)
            raise self._fenced(answer)
        return self.rejected(attempt, answer)

    def _look_up(self):
        self.heartbeat.require()
        answer = publisher.look_up(self.config, self.lease.generation, self.operation)
        self.gate.at("after_lookup")
        self.lookup = "unanswered"
        if isinstance(answer, publisher.Silence):
            return None
        if answer.status == "receipt":
            return self._confirm(answer.receipt, None)
        if answer.status == "fenced":
            raise self._fenced(answer)
        if answer.status == "not_found":
            self.lookup = "not_found"
        return None

    def _fenced(self, reply):
        """A fence that was met says nothing about the effect, only about us: the task is its heir's to judge."""
        return LeaseLost(self.lease, "the publisher fenced it: " + reply.detail)

    def _confirm(self, receipt, attempt):
        # The effect is a fact by now, and the receipt exists in this process's memory only.
        self.gate.at(self.after_effect)
        code = self.store_receipt(receipt, attempt)
        self.gate.event(self.proved, receipt=receipt)
        self.gate.at(self.after_confirm)
        return code

    def _give_up(self):
        self.give_up()
        self.gate.event("given_up", task=self.lease.task)
        return UNKNOWN
