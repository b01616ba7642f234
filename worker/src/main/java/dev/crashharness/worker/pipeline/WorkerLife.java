package dev.crashharness.worker.pipeline;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.store.ClaimOutcome;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.ClaimOutcome.Finished;
import dev.crashharness.worker.store.ClaimOutcome.Live;
import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.TaskState;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;

/** One worker from the claim to the release, passing its points in their one order. */
public final class WorkerLife {
    private final WorkerConfig config;
    private final CrashGate gate;
    private final InstantSource clock;
    private final Decisions decisions;

    public WorkerLife(WorkerConfig config, CrashGate gate, InstantSource clock, Decisions decisions) {
        this.config = config;
        this.gate = gate;
        this.clock = clock;
        this.decisions = decisions;
    }

    /** Lives until the task is finished, given up, lost or another's. */
    public WorkerExit run() throws SQLException {
        // The store is opened only after the answer: a worker stopped here must hold nothing.
        gate.at("before_lease");
        try (Store store = open()) {
            ClaimOutcome outcome =
                    store.claims().claim(config.task(), config.owner(), config.lease(), () -> gate.at("during_lease"));
            if (outcome instanceof Claimed claimed) {
                return work(store, claimed.lease());
            }
            if (outcome instanceof Live live) {
                gate.event("lease_live", Map.of("until_ms", Long.toString(live.untilMs()), "owner", live.owner()));
                return WorkerExit.LEASE_LIVE;
            }
            if (outcome instanceof Finished finished) {
                return finished.state() == TaskState.SUCCEEDED ? WorkerExit.SUCCEEDED : WorkerExit.CONFLICT;
            }
            throw new IllegalArgumentException(
                    "the store " + config.store() + " holds no task " + config.task() + "; submit it first");
        }
    }

    private Store open() throws SQLException {
        return Store.open(config.store(), clock, decisions.guards());
    }

    private WorkerExit work(Store store, Lease lease) throws SQLException {
        LeaseWatch watch = new LeaseWatch(lease, config.lease(), decisions.loss(), System::nanoTime);
        gate.event("lease", Map.of("generation", Long.toString(lease.generation()), "owner", lease.owner()));
        gate.at("after_lease");
        Heartbeat heartbeat = Heartbeat.start(open(), lease, config.lease(), clock, watch);
        WorkerExit exit;
        try {
            exit = workUnderLease(store, lease, watch);
        } finally {
            // Ends before the release, or a late beat would be refused and look like a lost lease.
            heartbeat.close();
        }
        release(store, lease);
        return exit;
    }

    private WorkerExit workUnderLease(Store store, Lease lease, LeaseWatch watch) throws SQLException {
        try {
            Map<Step, String> saved = decisions
                    .resumed()
                    .apply(store.checkpoints().load(lease.task().id()));
            for (Step step : Step.COMPUTED) {
                if (!saved.containsKey(step)) {
                    saved.put(step, complete(step, store, lease, watch, saved));
                }
            }
            watch.require();
            PublisherClient publisher = new PublisherClient(config.publisher(), config.timeout());
            return new Publishing(
                            lease,
                            watch,
                            store.publication(),
                            new Publishing.Tools(gate, publisher, config, clock, decisions))
                    .publish(saved.get(Step.DRAFT));
        } catch (LeaseLostException e) {
            System.err.println("worker: " + e.getMessage());
            gate.event("lease_lost", Map.of("text", e.getMessage()));
            return WorkerExit.LEASE_LOST;
        }
    }

    private String complete(Step step, Store store, Lease lease, LeaseWatch watch, Map<Step, String> saved)
            throws SQLException {
        watch.require();
        gate.at("before_" + step.id());
        String output = StepWork.compute(step, lease.task(), saved, config.wording());
        store.checkpoints().save(lease, step, output, () -> gate.at("during_" + step.id()));
        gate.event("checkpoint", Map.of("step", step.id()));
        gate.at("after_" + step.id());
        return output;
    }

    private void release(Store store, Lease lease) throws SQLException {
        if (!store.claims().release(lease)) {
            System.err.println("worker: the release of generation " + lease.generation()
                    + " was refused; the lease is another's by now");
        }
        gate.at("after_release");
    }
}
