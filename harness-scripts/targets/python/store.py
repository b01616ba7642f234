"""The worker store: opening and making the file, transactions, and the one way in which a worker may write.

The schema is the documented one (worker/.../store/schema.sql); its triggers keep the audit.
"""

import os
import sqlite3
import uuid
from contextlib import contextmanager

from config import Refused

APPLICATION_ID = 0x43485357
BUSY_TIMEOUT_S = 5
JOURNALS = ("wal", "delete")

# The predicate of each write. Never the clock, which can step, and never the name alone, which can come back.
HELD = "task = :task AND generation = :generation AND owner = :owner"
IF_HELD = " WHERE " + HELD
AND_HELD = f" AND EXISTS (SELECT 1 FROM task WHERE {HELD})"


class LeaseLost(Exception):
    """A write found another generation or owner. Not to be caught to go on: no further step may be started."""

    def __init__(self, lease, why):
        super().__init__(
            f"lease on {lease.task} lost: {lease.owner} held generation {lease.generation}, {why};"
            " starting no further step"
        )


def connect(path):
    """Opens a file that is there. The busy timeout is set first: whoever opens first after a kill may have to wait."""
    uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?mode=rw"
    # isolation_level=None: no transaction begins behind our back.
    return sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)


def make(path, schema, journal):
    """Makes the file under another name and links it: whoever sees it sees it whole, whenever its maker was killed."""
    if journal not in JOURNALS:
        raise Refused(f"CRASH_HARNESS_JOURNAL is '{journal}', expected one of {', '.join(JOURNALS)}")
    making = f"{path}.making-{os.getpid()}-{uuid.uuid4()}"
    open(making, "xb").close()
    db = connect(making)
    db.execute("PRAGMA journal_mode = " + journal)
    db.executescript(f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID};\n{schema}\nCOMMIT;")
    db.close()  # the last close brings everything from the -wal into the file
    try:
        os.link(making, path)  # not a rename, which would replace what another process has made meanwhile
    except FileExistsError:
        pass
    finally:
        os.unlink(making)


class Store:
    """One connection. Not for several threads: the heartbeat opens its own."""

    def __init__(self, path, now_ms):
        if not os.path.isfile(path):
            raise Refused(f"there is no worker store at {path}; create it with submit first")
        self.now_ms = now_ms
        self.db = connect(path)
        try:
            # Before any pragma that writes: a file of somebody else stays as it is.
            found = self.value("PRAGMA application_id")
        except sqlite3.DatabaseError as e:
            self.db.close()
            raise Refused(f"{path} is not a worker store: {e}; nothing was changed") from e
        if found != APPLICATION_ID:
            self.db.close()
            raise Refused(f"{path} is not a worker store: its application_id is {found:#010x}; nothing was changed")
        # Belongs to the connection and not to the file. The journal belongs to the file and stays as it was made.
        self.db.execute("PRAGMA synchronous = FULL")

    def close(self):
        self.db.close()

    def value(self, sql, **values):
        row = self.db.execute(sql, values).fetchone()
        return None if row is None else row[0]

    @contextmanager
    def transaction(self):
        """Takes the write lock at its beginning: a deferred read-then-write fails at once in WAL, timeout or not."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise

    def write(self, lease, what, value, sql, **values):
        """Runs a statement that ends in IF_HELD or AND_HELD. Returns whether the one row was written; otherwise the
        refusal is on record: a check counts them, for a stale owner that wrote nothing has not been refused."""
        held = {"task": lease.task, "generation": lease.generation, "owner": lease.owner}
        rows = self.db.execute(sql, {**held, **values}).rowcount
        if rows > 1:
            raise RuntimeError(f"{what} of {lease.task} changed {rows} rows, expected at most 1")
        if rows == 0:
            # Never fenced: this row is the trace that the fence has held.
            self.db.execute(
                "INSERT INTO refusal"
                " (task, generation, owner, what, value, found_generation, found_owner, refused_at_ms)"
                " SELECT task, :generation, :owner, :what, :value, generation, owner, :now FROM task"
                " WHERE task = :task",
                {**held, "what": what, "value": str(value), "now": self.now_ms()},
            )
        return rows == 1

    def require(self, lease, what, work):
        """Runs `work` in one transaction, commits even when a write was refused, so that the refusal stays, and then
        ends this worker's work."""
        with self.transaction():
            accepted = work()
        if not accepted:
            raise LeaseLost(lease, f"the store refused its {what}")

    def set_state(self, lease, state):
        return self.write(lease, "state", state, "UPDATE task SET state = :state" + IF_HELD, state=state)
