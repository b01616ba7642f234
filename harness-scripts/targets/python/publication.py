"""The publication: the draft, under the one operation id of the intent."""

import publisher
import records
from delivery import Delivery

SUCCEEDED, REFUSED, CONFLICT = 0, 3, 14


class NotApproved(Exception):
    """A person has to approve this operation before anything is sent."""

    def __init__(self, operation):
        super().__init__(f"operation {operation} waits for an approval")
        self.operation = operation


class Publication(Delivery):
    before_send, after_send = "before_send", "after_send"
    after_effect, after_confirm = "after_effect", "after_confirm"
    proved = "receipt"

    def __init__(self, config, gate, store, lease, heartbeat, draft):
        super().__init__(config, gate, store, lease, heartbeat)
        self.draft = draft

    def run(self):
        """Publishes the draft, or goes on with the intent that an earlier generation has stored. Returns an exit code."""
        self.heartbeat.require()
        self.intent = records.find_intent(self.store, self.lease.task)
        if self.intent is None:
            self.intent = records.prepare_intent(self.store, self.lease, self.draft)
            self.gate.event("intent", operation=self.intent.operation)
            self.gate.at("after_intent")
        operation = self.intent.operation
        if self.lease.needs_approval and not records.is_approved(self.store, self.lease.task, operation):
            raise NotApproved(operation)
        return self.settle(operation)

    def request(self, attempt):
        return publisher.publish(self.config, self.lease.generation, self.intent, attempt)

    def rejected(self, attempt, answer):
        if answer.status == "conflict":
            records.conflict(self.store, self.lease, attempt, answer.detail)
            return CONFLICT
        records.close_attempt(self.store, self.lease, attempt, "refused", f"{answer.status}: {answer.detail}")
        self.gate.event("error", text="the publisher refused: " + answer.detail)
        return REFUSED

    def store_receipt(self, receipt, attempt):
        records.confirm(self.store, self.lease, receipt, attempt, lambda: self.gate.at("during_confirm"))
        return SUCCEEDED

    def give_up(self):
        records.give_up(self.store, self.lease)
