"""Sends, looks up or gives up, as the recovery rule says, until the operation is settled. Serves one lease."""

import publisher
import records
from recovery import Known, next_move
from store import LeaseLost

SUCCEEDED, REFUSED, UNKNOWN, CONFLICT = 0, 3, 12, 14


class Delivery:
    def __init__(self, config, gate, store, lease, heartbeat):
        self.config = config
        self.gate = gate
        self.store = store
        self.lease = lease
        self.heartbeat = heartbeat
        self.lookup = "not_asked"

    def run(self, draft):
        """Publishes the draft, or goes on with the intent that an earlier generation has stored. Returns an exit code."""
        self.heartbeat.require()
        self.intent = records.find_intent(self.store, self.lease.task)
        if self.intent is None:
            self.intent = records.prepare_intent(self.store, self.lease, draft)
            self.gate.event("intent", operation=self.intent.operation)
            self.gate.at("after_intent")
        self._close_tries_of_the_dead()
        moves = {"send": self._send, "look_up": self._look_up, "give_up": self._give_up}
        code = None
        while code is None:
            code = moves[next_move(self.lease.contract, self._known())]()
        return code

    def _tries(self):
        return records.attempts(self.store, self.lease.task)

    def _close_tries_of_the_dead(self):
        """The owner of an open try is gone, and with it whatever answer it got."""
        for attempt in self._tries():
            if attempt.outcome == "sent" and attempt.generation < self.lease.generation:
                evidence = (
                    f"generation {attempt.generation} recorded this try and was taken over by generation"
                    f" {self.lease.generation}; whether it was sent or answered is not known"
                )
                records.close_attempt(self.store, self.lease, attempt, "unknown", evidence)

    def _known(self):
        tries = self._tries()
        now = self.config.now_ms()
        first = min((attempt.sent_at_ms for attempt in tries), default=now)
        own = sum(attempt.generation == self.lease.generation for attempt in tries)
        return Known(len(tries), own, self.lookup, now - first + self.config.timeout_ms)

    def _send(self):
        self.heartbeat.require()
        operation = self.intent.operation
        attempt = records.begin_attempt(self.store, self.lease, operation)
        self.lookup = "not_asked"
        self.gate.event("attempt", attempt=attempt.id, operation=operation)
        # The attempt row is durable and no byte is written. From here to the send the lease is not looked at again.
        self.gate.at("before_send")
        with publisher.publish(self.config, self.lease, self.intent, attempt) as exchange:
            if not exchange.failed:
                self.gate.at("after_send")
            return self._answered(attempt, exchange.reply())

    def _answered(self, attempt, answer):
        if isinstance(answer, publisher.Silence):
            records.close_attempt(self.store, self.lease, attempt, "unknown", answer.why)
            self.gate.event("unknown", attempt=attempt.id, why=answer.why)
            return None
        if answer.status == "receipt":
            return self._confirm(answer.receipt, attempt)
        if answer.status == "conflict":
            records.conflict(self.store, self.lease, attempt, answer.detail)
            return CONFLICT
        if answer.status == "fenced":
            records.close_attempt(self.store, self.lease, attempt, "fenced", answer.detail)
            raise self._fenced(answer)
        records.close_attempt(self.store, self.lease, attempt, "refused", f"{answer.status}: {answer.detail}")
        self.gate.event("error", text="the publisher refused: " + answer.detail)
        return REFUSED

    def _look_up(self):
        self.heartbeat.require()
        answer = publisher.look_up(self.config, self.lease, self.intent.operation)
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
        self.gate.at("after_effect")
        records.confirm(self.store, self.lease, receipt, attempt, lambda: self.gate.at("during_confirm"))
        self.gate.event("receipt", receipt=receipt)
        self.gate.at("after_confirm")
        return SUCCEEDED

    def _give_up(self):
        records.give_up(self.store, self.lease)
        self.gate.event("given_up", task=self.lease.task)
        return UNKNOWN
