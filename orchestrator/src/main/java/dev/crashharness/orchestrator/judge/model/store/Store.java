package dev.crashharness.orchestrator.judge.model.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Everything that is durable in the worker store. A write of a generation that is not the last one changes nothing. */
public final class Store {
    private record Attempt(long generation, boolean open) {}

    private final List<Commit> steps = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private TaskState state = TaskState.PENDING;
    private IntentState intent = IntentState.NONE;
    private boolean leased;
    private Duration leasedUntil = Duration.ZERO;
    private Duration firstSentAt = Duration.ZERO;
    private long generation;
    private int refused;

    public TaskState state() {
        return state;
    }

    public long generation() {
        return generation;
    }

    public IntentState intent() {
        return intent;
    }

    public List<Commit> steps() {
        return steps;
    }

    public int attempts() {
        return attempts.size();
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

    /** When the first attempt was recorded, on its worker's clock. */
    public Duration firstSentAt() {
        return firstSentAt;
    }

    public boolean hasCommitted(String step) {
        return steps.stream().anyMatch(commit -> commit.step().equals(step));
    }

    public long attemptsOf(long ofGeneration) {
        return attempts.stream()
                .filter(attempt -> attempt.generation() == ofGeneration)
                .count();
    }

    /** A claim leaves an unknown task unknown: only a receipt may change that. */
    public long claim(Duration until) {
        generation++;
        leased = true;
        leasedUntil = until;
        state = state == TaskState.UNKNOWN ? TaskState.UNKNOWN : TaskState.RUNNING;
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

    public void noteAttempt(Duration now) {
        firstSentAt = attempts.isEmpty() ? now : firstSentAt;
        attempts.add(new Attempt(generation, true));
    }

    public boolean hasOpenAttemptsBefore(long ofGeneration) {
        return attempts.stream().anyMatch(attempt -> attempt.open() && attempt.generation() < ofGeneration);
    }

    public void closeAttempts() {
        attempts.replaceAll(attempt -> new Attempt(attempt.generation(), false));
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
}
