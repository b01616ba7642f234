"""One worker from the claim to the release, passing its points in their one order."""

import sys
from contextlib import closing

import records
from compensation import Compensation
from lease import AWAITING_APPROVAL, LEASE_LIVE, Heartbeat, NotClaimed, claim, release, wait_for_approval
from publication import NotApproved, Publication
from store import LeaseLost, Store

LEASE_LOST = 10


def live(config, gate):
    """Lives until the task is finished, given up, lost or another's. Returns an exit code."""
    # The store is opened only after the answer: a worker stopped here must hold nothing.
    gate.at("before_lease")
    with closing(Store(config.store, config.now_ms)) as store:
        lease = claim(store, config, lambda: gate.at("during_lease"))
        if isinstance(lease, NotClaimed):
            if lease.code == LEASE_LIVE:
                gate.event("lease_live", until_ms=str(lease.until_ms), owner=lease.owner)
            return lease.code
        gate.event("lease", generation=str(lease.generation), owner=lease.owner)
        gate.at("after_lease")
        code = _work(config, gate, store, lease)
        # A loser tries its release too; the store must refuse it. Who waits for a person has given it back already.
        if code != AWAITING_APPROVAL and not release(store, lease):
            print(f"worker: the release of generation {lease.generation} was refused", file=sys.stderr)
        gate.at("after_release")
        return code


def _work(config, gate, store, lease):
    try:
        with closing(Heartbeat(config, lease)) as heartbeat:
            return _deliver(config, gate, store, lease, heartbeat)
    except NotApproved as e:
        return _wait(gate, store, lease, e.operation)
    except LeaseLost as e:
        return _lost(gate, e)


def _deliver(config, gate, store, lease, heartbeat):
    if lease.compensating:
        return Compensation(config, gate, store, lease, heartbeat).run()
    draft = _draft(config, gate, store, lease, heartbeat)
    return Publication(config, gate, store, lease, heartbeat, draft).run()


def _wait(gate, store, lease, operation):
    """When the heartbeat has ended: a beat behind the release would be refused."""
    try:
        wait_for_approval(store, lease, operation)
        return AWAITING_APPROVAL
    except LeaseLost as e:
        return _lost(gate, e)


def _lost(gate, lost):
    print(f"worker: {lost}", file=sys.stderr)
    gate.event("lease_lost", text=str(lost))
    return LEASE_LOST


def _draft(config, gate, store, lease, heartbeat):
    """The three computed steps, each saved once. One that is saved is skipped and passes no points."""
    saved = records.checkpoints(store, lease.task)
    steps = {
        "collect": lambda: lease.payload,
        "draft": lambda: f"Draft of {lease.task}: {config.wording or saved['collect']}",
        "verify": lambda: "sha256:" + records.fingerprint(saved["draft"]),
    }
    for step, compute in steps.items():
        if step not in saved:
            heartbeat.require()
            gate.at("before_" + step)
            output = compute()
            records.save_checkpoint(store, lease, step, output, lambda: gate.at("during_" + step))
            saved[step] = output
            gate.event("checkpoint", step=step)
            gate.at("after_" + step)
    return saved["draft"]
