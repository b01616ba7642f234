"""The publisher's line protocol: one JSON object per line, one connection per request. Never sends anything twice by
itself: who may retry is the recovery rule's decision."""

import json
import socket
import time
from dataclasses import dataclass

MAX_FRAME = 65536
FIELDS = ("status", "operation", "attempt", "receipt", "detail")
STATUSES = ("receipt", "not_found", "conflict", "fenced", "refused", "cancelled")


@dataclass(frozen=True)
class Reply:
    """A whole reply to this very request. Only status 'receipt' proves that it was done."""

    status: str
    operation: str
    attempt: str
    receipt: str
    detail: str


@dataclass(frozen=True)
class Silence:
    """No reliable reply: the effect may or may not have happened, and nothing here says which."""

    why: str


class Exchange:
    """A request on its way. Closing it closes the connection."""

    def __init__(self, config, request):
        self.request = request
        self.timeout_s = config.timeout_ms / 1000
        self.socket = None
        self.failed = None
        frame = (json.dumps(request) + "\n").encode()
        try:
            self.socket = socket.create_connection(config.publisher, self.timeout_s)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.sendall(frame)
        except OSError as e:
            # Even a failed write may have left bytes on the way.
            self.failed = f"sending failed ({e})"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.socket is not None:
            self.socket.close()

    def reply(self):
        if self.failed:
            return Silence(self.failed)
        try:
            return self._understood(self._frame())
        except (OSError, ValueError, KeyError, TypeError) as e:
            return Silence(f"no reply: {e}")

    def _frame(self):
        """One whole line within the timeout, which counts for the frame and not for each byte. Half a frame is never
        taken for a whole one: a receipt that was cut short looks like data."""
        deadline = time.monotonic() + self.timeout_s
        frame = b""
        while not frame.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0:
                raise ValueError(f"no whole line within {self.timeout_s} s, {len(frame)} bytes")
            self.socket.settimeout(left)
            read = self.socket.recv(MAX_FRAME)
            if not read:
                raise ValueError(f"closed after {len(frame)} bytes")
            frame += read
            if len(frame) > MAX_FRAME:
                raise ValueError("the frame was oversize")
        return frame

    def _understood(self, frame):
        fields = json.loads(frame)
        reply = Reply(*(fields[name] for name in FIELDS))
        if reply.status not in STATUSES or (reply.status == "receipt" and not reply.receipt):
            raise ValueError(f"the reply made no sense: {frame!r}")
        if (reply.operation, reply.attempt) != (self.request["operation"], self.request["attempt"]):
            raise ValueError(f"the reply was for operation {reply.operation}, attempt '{reply.attempt}'")
        return reply


def publish(config, generation, intent, attempt):
    return Exchange(config, _request("publish", config, generation, intent.operation, attempt.id, intent.payload))


def cancel(config, generation, operation, original, attempt):
    """Undoes the original, under an operation of its own."""
    request = _request("cancel", config, generation, operation, attempt.id)
    return Exchange(config, {**request, "original": original})


def look_up(config, generation, operation):
    """A lookup cannot change anything: it has no attempt. It has a generation all the same, a person's too: a fence
    would turn away one without."""
    with Exchange(config, _request("lookup", config, generation, operation)) as exchange:
        return exchange.reply()


def _request(kind, config, generation, operation, attempt="", payload=""):
    return {
        "kind": kind,
        "token": config.token,
        "task": config.task,
        "operation": operation,
        "attempt": attempt,
        "generation": generation,
        "payload": payload,
    }
