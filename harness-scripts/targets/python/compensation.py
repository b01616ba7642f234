"""The compensation: a cancel of what the publication may have done, wanted by a person, under an operation of its own.

The original's intent and attempts stay as they are: what was not known then is not known better now.
"""

import publisher
import records
import undoing
from delivery import Delivery

COMPENSATED, COMPENSATION_FAILED = 0, 14


class Compensation(Delivery):
    before_send, after_send = "comp_before_send", "comp_after_send"
    after_effect, after_confirm = "comp_after_effect", "comp_after_confirm"
    proved = "compensated"

    def run(self):
        """Cancels the publication, or goes on with the cancel that an earlier generation has stored."""
        self.heartbeat.require()
        # One id for all who try it: a second one would be a second cancel, and the first one nobody's.
        operation = undoing.find(self.store, self.lease.task)
        self.original = records.find_intent(self.store, self.lease.task).operation
        if operation is None:
            operation = undoing.prepare(self.store, self.lease, self.original)
            self.gate.event("compensation", operation=operation, original=self.original)
            self.gate.at("comp_intent")
        return self.settle(operation)

    def request(self, attempt):
        return publisher.cancel(self.config, self.lease.generation, self.operation, self.original, attempt)

    def rejected(self, attempt, answer):
        """The publisher's word that nothing was undone; nobody is to read that as done."""
        outcome = "conflict" if answer.status == "conflict" else "refused"
        why = f"{answer.status}: {answer.detail}"
        undoing.refuse(self.store, self.lease, attempt, outcome, why)
        self.gate.event("compensation_failed", why=why)
        return COMPENSATION_FAILED

    def store_receipt(self, receipt, attempt):
        undoing.finish(self.store, self.lease, receipt, attempt)
        return COMPENSATED

    def give_up(self):
        """Nothing to store: requested is what it is and stays, for the next who may know more."""
