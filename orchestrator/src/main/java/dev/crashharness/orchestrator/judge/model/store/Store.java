package dev.crashharness.orchestrator.judge.model.store;

import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that is durable in the worker store. A write of a generation that is not the last one changes nothing. */
public final class Store {
    private final boolean needsApproval;
    private final List<Commit> steps = new ArrayList<>();
    private final Tries publishing = new Tries();
    private final Tries compensating = new Tries();
    private TaskState state = TaskState.PENDING;
    private IntentState intent = IntentState.NONE;
    private CompensationState compensation = CompensationState.NONE;
    private Optional<Resolution> resolution = Optional.empty();
    private boolean approved;
    private boolean leased;
    private Duration leasedUntil = Duration.ZERO;
    private long generation;
    private int refused;

    public Store(boolean needsApproval) {
        this.needsApproval = needsApproval;
    }

    public TaskState state() {
        return state;
    }

    public long generation() {
        return generation;
    }

    public IntentState intent() {
        return intent;
    }

    public CompensationState compensation() {
        return compensation;
    }

    /** What a person has decided. */
    public Optional<Resolution> resolution() {
        return resolution;
    }

    public boolean isApproved() {
        return approved;
    }

    /** Whether a person has to approve before anything is sent. */
    public boolean lacksApproval() {
        return needsApproval && !approved;
    }

    public List<Commit> steps() {
        return steps;
    }

    /** The attempts to publish. */
    public Tries publishing() {
        return publishing;
    }

    /** The attempts to undo it. */
    public Tries compensating() {
        return compensating;
    }

    /** How many writes of an old generation were refused. */
    public int refused() {
        return refused;
    }

    /** Whether somebody holds the lease, dead or alive. */
    public boolean isLeased() {
        return leased;
    }

    public Duration leasedUntil() {
        return leasedUntil;
    }

    public boolean hasCommitted(String step) {
        return steps.stream().anyMatch(commit -> commit.step().equals(step));
    }

    /** A claim learns nothing about the outside world: what is unknown, or asked for and not proved, stays so. */
    public long claim(Duration until) {
        generation++;
        leased = true;
        leasedUntil = until;
        state = state == TaskState.UNKNOWN || state == TaskState.COMPENSATING ? state : TaskState.RUNNING;
        return generation;
    }

    /** Whether the store accepts a write of {@code author}. */
    public boolean accepts(long author) {
        return leased && author == generation;
    }

    /** A write of {@code author} was refused: it counts when its generation is over. */
    public void noteRefusal(long author) {
        refused += author < generation ? 1 : 0;
    }

    public void commit(String step) {
        steps.add(new Commit(step, generation));
    }

    public void prepare() {
        intent = IntentState.PREPARED;
    }

    public void confirm() {
        intent = IntentState.CONFIRMED;
        commit("publish");
        state = TaskState.SUCCEEDED;
    }

    public void end(TaskState as) {
        state = as;
    }

    public void release() {
        leased = false;
    }

    /** Nothing may be sent yet; the lease is given back with it. */
    public void await() {
        state = TaskState.AWAITING_APPROVAL;
        leased = false;
    }

    /** A person approves. */
    public void approve() {
        approved = true;
        state = state == TaskState.AWAITING_APPROVAL ? TaskState.PENDING : state;
    }

    /** A person decides; a confirmed operation has its receipt. */
    public void resolve(Resolution as) {
        resolution = Optional.of(as);
        switch (as) {
            case CONFIRMED -> confirm();
            case NOT_EXECUTED -> state = TaskState.FAILED;
            case COMPENSATE -> state = TaskState.COMPENSATING;
        }
    }

    public void prepareCompensation() {
        compensation = CompensationState.PREPARED;
    }

    /** The publisher has answered. */
    public void closeCompensation(boolean refusedIt) {
        compensation = refusedIt ? CompensationState.REFUSED : CompensationState.DONE;
        state = refusedIt ? TaskState.COMPENSATION_FAILED : TaskState.COMPENSATED;
    }
}
