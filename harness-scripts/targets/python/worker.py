#!/usr/bin/env python3
"""A complete worker on the documented schema, in Python's standard library.

    worker.py run                  lives once: claims the task, works, publishes, gives the lease back
    worker.py submit SCHEMA.SQL    stores the task, making the store when there is none
    worker.py approve              a person: what the intent holds may be sent
    worker.py resolve              a person: what is to become of an unknown

Configured by CRASH_HARNESS_*. Exit codes: 0 succeeded, compensated or on record, 2 configuration, 3 refused, 10 lease lost,
11 lease live, 12 unknown, 13 an approval is needed, 14 conflict or failed; before 2 and 3 it says why on stderr and in an
`error` event.
"""

import os
import sqlite3
import sys
from contextlib import closing

from approval import approve
from config import Config, Refused
from gate import Gate
from life import live
from recovery import KINDS, parse_contract
from resolution import resolve
from store import Store, make


def submit(config, gate, schema):
    """Stores the task; the same one again changes nothing, another one is refused."""
    contract, payload = config.need("CONTRACT"), config.need("PAYLOAD")
    if parse_contract(contract) is None:
        raise Refused(f"CRASH_HARNESS_CONTRACT is '{contract}', expected one of {', '.join(KINDS)}")
    approval = config.find("APPROVAL")
    if approval not in (None, "required"):
        raise Refused(f"CRASH_HARNESS_APPROVAL is '{approval}', expected required or nothing")
    wanted = (config.task, contract, payload, int(approval is not None))
    if not os.path.exists(config.store):
        with open(schema, encoding="utf-8") as file:
            make(config.store, file.read(), config.find("JOURNAL") or "wal")
    with closing(Store(config.store, config.now_ms)) as store, store.transaction():
        stored = store.db.execute("SELECT task, contract, payload, needs_approval FROM task").fetchone()
        if stored is None:
            store.db.execute(
                "INSERT INTO task (task, contract, payload, needs_approval, submitted_at_ms) VALUES (?, ?, ?, ?, ?)",
                [*wanted, config.now_ms()],
            )
        elif stored != wanted:
            raise Refused(f"{config.store} holds task {stored[0]} under {stored[1]} with payload '{stored[2]}' and"
                          f" needs_approval {stored[3]}, which is not what was submitted; nothing was changed", code=3)
    gate.event("submitted", task=config.task, new="false" if stored else "true")
    return 0


def obey(words, gate):
    config = Config()
    if words in ([], ["run"]):
        return live(config.for_a_life(), gate)
    if len(words) == 2 and words[0] == "submit":
        return submit(config, gate, words[1])
    if words == ["approve"]:
        return approve(config, gate)
    if words == ["resolve"]:
        return resolve(config, gate)
    raise Refused(f"the worker was told to '{' '.join(words)}', expected run, submit SCHEMA.SQL, approve or resolve")


def main():
    gate = Gate(os.environ)
    try:
        return obey(sys.argv[1:], gate)
    except Refused as e:
        print(f"worker: {e}", file=sys.stderr)
        gate.event("error", text=str(e))
        return e.code
    except sqlite3.Error as e:
        # Locked, full or read-only: the life ends here, with its reason on record and the trace in the log.
        gate.event("error", text=f"the store failed: {e}")
        raise
    finally:
        gate.close()


if __name__ == "__main__":
    sys.exit(main())
