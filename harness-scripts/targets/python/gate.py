"""The worker's side of the control protocol: announce a point, then block until the harness answers.

Without CRASH_HARNESS_CONTROL a point costs one comparison and does nothing, so the calls may stay in production code.
The protocol is described in orchestrator/docs/protocol.md.
"""

import os
import socket
import threading
from urllib.parse import quote

MAX_LINE = 4096
HELLO_TIMEOUT_S = 10


class Gate:
    """May be used by several threads: one thread reads the answers, a parked thread holds no lock."""

    def __init__(self, environment):
        self.connection = None
        if environment.get("CRASH_HARNESS_CONTROL"):
            self._connect(environment)

    def at(self, point):
        """Announces the point and returns when the harness lets this thread go on; at a kill it never does."""
        if self.connection is None:
            return
        answered = threading.Event()
        with self.lock:
            self.serial += 1
            serial = self.serial
            self.parked[serial] = answered
        self._send(f"at {serial} {encode(point)}")
        answered.wait()

    def event(self, name, **fields):
        """Tells the harness something that paces or explains the run; not answered."""
        if self.connection is None:
            return
        line = "event " + encode(name)
        room = MAX_LINE - len(line) - 1
        for key, value in fields.items():
            # A long sentence must not end the child that wants to say it: whole characters, as many as fit.
            pair = f" {encode(key)}={encode(value)}"
            while len(pair) > room and value:
                value = value[: len(value) // 2]
                pair = f" {encode(key)}={encode(value)}"
            line, room = line + pair, room - len(pair)
        self._send(line)

    def close(self):
        if self.connection is not None:
            self.closed_here = True
            self.connection.close()

    def _connect(self, environment):
        host, _, port = environment["CRASH_HARNESS_CONTROL"].rpartition(":")
        self.connection = socket.create_connection((host, int(port)), HELLO_TIMEOUT_S)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines = self.connection.makefile("r", encoding="utf-8", newline="\n")
        self.lock = threading.Lock()
        self.serial = 0
        self.parked = {}
        self.closed_here = False
        words = [environment.get("CRASH_HARNESS_" + name, "") for name in ("TOKEN", "ROLE", "INSTANCE")]
        self._send("hello 1 " + " ".join(map(encode, words)) + f" {os.getpid()}")
        if self.lines.readline() != "ok\n":
            raise ConnectionError("the harness did not accept this child: wrong token, role or instance")
        self.connection.settimeout(None)
        threading.Thread(target=self._read_answers, name="control-reader", daemon=True).start()

    def _send(self, line):
        try:
            with self.lock:
                self.connection.sendall((line + "\n").encode())
        except OSError:
            self._lost()

    def _read_answers(self):
        try:
            for line in self.lines:
                verb, serial = line.split()[:2]
                if verb == "go":
                    self.parked.pop(int(serial)).set()
        except (OSError, ValueError, KeyError):
            pass  # a connection that can no longer be understood is as good as closed
        self._lost()

    def _lost(self):
        """The harness is gone and this process must not outlive it. Not sys.exit: that ends one thread only."""
        if not self.closed_here:
            os._exit(1)


def encode(text):
    return quote(text, safe=":")
