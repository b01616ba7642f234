"""What the environment says (CRASH_HARNESS_*), with one sentence for each variable that is missing or wrong."""

import os
import time

LONGEST_MS = 86_400_000


class Refused(Exception):
    """Something cannot be used as it is; the message is one sentence for a person. Ends the worker with a code."""

    def __init__(self, message, code=2):
        super().__init__(message)
        self.code = code


class Config:
    def __init__(self, environment=os.environ):
        self.environment = environment
        self.store = self.need("STORE")
        self.task = self.need("TASK")
        self.clock_offset_ms = self.number("CLOCK_OFFSET_MS", 0, -(10**15), 10**15)

    def need(self, name):
        value = self.find(name)
        if value is None:
            raise Refused(f"CRASH_HARNESS_{name} is not set; the worker needs it")
        return value

    def find(self, name):
        return self.environment.get("CRASH_HARNESS_" + name) or None

    def number(self, name, otherwise, lowest, highest):
        text = self.find(name) or str(otherwise)
        try:
            value = int(text)
        except ValueError:
            raise Refused(f"CRASH_HARNESS_{name} is '{text}', expected a whole number") from None
        if not lowest <= value <= highest:
            raise Refused(f"CRASH_HARNESS_{name} is {value}, expected {lowest} to {highest}")
        return value

    def said(self, name):
        """As it stands: what a person left empty is not what nobody said."""
        return self.environment.get("CRASH_HARNESS_" + name)

    def to_ask(self):
        """Reads what a question to the publisher needs."""
        self.token = self.need("TOKEN")
        host, _, port = self.need("PUBLISHER").rpartition(":")
        self.publisher = (host, int(port))
        self.timeout_ms = self.number("TIMEOUT_MS", 10_000, 1, LONGEST_MS)
        return self

    def for_a_life(self):
        """Reads what `run` needs beside store and task."""
        self.to_ask()
        self.owner = self.need("OWNER")
        self.lease_ms = self.number("LEASE_MS", 60_000, 1, LONGEST_MS)
        self.wording = self.find("PAYLOAD")  # what this worker would draft, if it has a mind of its own
        return self

    def now_ms(self):
        """This worker's wall clock, epoch milliseconds. The harness sets clocks apart instead of waiting for leases."""
        return time.time_ns() // 1_000_000 + self.clock_offset_ms
