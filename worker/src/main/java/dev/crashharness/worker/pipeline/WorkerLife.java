package dev.crashharness.worker.pipeline;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.lease.Heartbeat;
import dev.crashharness.worker.lease.LeaseWatch;
import dev.crashharness.worker.pipeline.Delivery.Tools;
import dev.crashharness.worker.store.ClaimOutcome;
import dev.crashharness.worker.store.ClaimOutcome.Awaiting;
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
import java.util.function.LongSupplier;

/** One worker from the claim to the release, passing its points in their one order. */
public final class WorkerLife {
    private final WorkerConfig config;
    private final CrashGate gate;
    private final InstantSource clock;
    private final Decisions decisions;
    private final LongSupplier nanoTime;

    public WorkerLife(WorkerConfig config, CrashGate gate, InstantSource clock, Decisions decisions) {
        this(config, gate, clock, decisions, System::nanoTime);
    }

    WorkerLife(WorkerConfig config, CrashGate gate, InstantSource clock, Decisions decisions, LongSupplier nanoTime) {
        this.config = config;
        this.gate = gate;
        this.clock = clock;
        this.decisions = decisions;
        this.nanoTime = nanoTime;
    }

    /** Lives until the task is finished, given up, lost or another's. */
    public WorkerExit run() throws SQLException {
        // The store is opened only after the answer: a worker stopped here must hold nothing.
        gate.at("before_lease");
        try (Store store = open()) {
            ClaimOutcome outcome =
                    store.claims().claim(config.task(), config.owner(), config.lease(), () -> gate.at("during_lease"));
            if (outcome instanceof Claimed claimed) {
                return work(store, claimed);
            }
            if (outcome instanceof Live live) {
                gate.event("lease_live", Map.of("until_ms", Long.toString(live.untilMs()), "owner", live.owner()));
                return WorkerExit.LEASE_LIVE;
            }
            if (outcome instanceof Awaiting) {
                return WorkerExit.AWAITING_APPROVAL;
            }
            if (outcome instanceof Finished finished) {
                return ended(finished.state());
            }
            throw new IllegalArgumentException(
                    "the store " + config.store() + " holds no task " + config.task() + "; submit it first");
        }
    }

    private static WorkerExit ended(TaskState state) {
        return switch (state) {
            case SUCCEEDED -> WorkerExit.SUCCEEDED;
            case COMPENSATED -> WorkerExit.COMPENSATED;
            case CONFLICT -> WorkerExit.CONFLICT;
            case FAILED, COMPENSATION_FAILED -> WorkerExit.FAILED;
            case PENDING, RUNNING, AWAITING_APPROVAL, UNKNOWN, COMPENSATING ->
                throw new IllegalStateException("a task that is " + state.id() + " has not ended");
        };
    }

    private Store open() throws SQLException {
        return Store.open(config.store(), clock, decisions.guards());
    }

    private WorkerExit work(Store store, Claimed claimed) throws SQLException {
        Lease lease = claimed.lease();
        LeaseWatch watch = new LeaseWatch(lease, config.lease(), decisions.loss(), nanoTime, claimed.atNs());
        gate.event("lease", Map.of("generation", Long.toString(lease.generation()), "owner", lease.owner()));
        gate.at("after_lease");
        Heartbeat heartbeat = Heartbeat.start(open(), lease, config.lease(), clock, watch);
        WorkerExit exit;
        try {
            exit = workUnderLease(store, claimed, watch);
        } finally {
            // Ends before the release, or a late beat would be refused and look like a lost lease.
            heartbeat.close();
        }
        return exit == WorkerExit.AWAITING_APPROVAL ? leaveToAPerson(store, lease) : giveBack(store, lease, exit);
    }

    private WorkerExit workUnderLease(Store store, Claimed claimed, LeaseWatch watch) throws SQLException {
        Lease lease = claimed.lease();
        try {
            PublisherClient publisher = new PublisherClient(config.publisher(), config.timeout());
            Tools tools = new Tools(gate, publisher, config, clock, decisions);
            Delivery delivery = new Delivery(lease, watch, store.attempts(), tools);
            if (claimed.state() == TaskState.COMPENSATING) {
                watch.require();
                return delivery.run(Cancelling.prepare(lease, store, tools));
            }
            String draft = draft(store, lease, watch);
            watch.require();
            Publishing publishing = Publishing.prepare(lease, store, tools, draft);
            return publishing.approved() ? delivery.run(publishing) : WorkerExit.AWAITING_APPROVAL;
        } catch (LeaseLostException e) {
            return lost(e);
        }
    }

    private String draft(Store store, Lease lease, LeaseWatch watch) throws SQLException {
        Map<Step, String> saved =
                decisions.resumed().apply(store.checkpoints().load(lease.task().id()));
        for (Step step : Step.COMPUTED) {
            if (!saved.containsKey(step)) {
                saved.put(step, complete(step, store, lease, watch, saved));
            }
        }
        return saved.get(Step.DRAFT);
    }

    private WorkerExit lost(LeaseLostException e) {
        System.err.println("worker: " + e.getMessage());
        gate.event("lease_lost", Map.of("text", e.getMessage()));
        return WorkerExit.LEASE_LOST;
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

    /** Gives the lease back by the same write; one that may not has nothing to wait for, and tries its release like any loser. */
    private WorkerExit leaveToAPerson(Store store, Lease lease) throws SQLException {
        try {
            store.claims().awaitApproval(lease);
        } catch (LeaseLostException e) {
            return giveBack(store, lease, lost(e));
        }
        gate.at("after_release");
        return WorkerExit.AWAITING_APPROVAL;
    }

    private WorkerExit giveBack(Store store, Lease lease, WorkerExit exit) throws SQLException {
        if (!store.claims().release(lease)) {
            System.err.println("worker: the release of generation " + lease.generation()
                    + " was refused; the lease is another's by now");
        }
        gate.at("after_release");
        return exit;
    }
}
