package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.model.Expected.Commit;
import dev.crashharness.orchestrator.judge.model.Expected.IntentState;
import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Everything that is durable in either database. A receipt is the number of the effect it was minted for. */
final class World {
    private final Promise promise;
    private final List<Commit> steps = new ArrayList<>();
    private TaskState state = TaskState.PENDING;
    private IntentState intent = IntentState.NONE;
    private boolean leased;
    private long generation;
    private int attempts;
    private int delivered;
    private int effects;

    World(Promise promise) {
        this.promise = promise;
    }

    boolean isTerminal() {
        return state.isTerminal();
    }

    /** Whether somebody holds the lease, dead or alive. */
    boolean isLeased() {
        return leased;
    }

    boolean hasIntent() {
        return intent != IntentState.NONE;
    }

    boolean hasAttempts() {
        return attempts > 0;
    }

    boolean hasCommitted(String step) {
        return steps.stream().anyMatch(commit -> commit.step().equals(step));
    }

    /** A claim leaves an unknown task unknown: only a receipt may change that. */
    void claim() {
        generation++;
        leased = true;
        state = state == TaskState.UNKNOWN ? TaskState.UNKNOWN : TaskState.RUNNING;
    }

    void commit(String step) {
        steps.add(new Commit(step, generation));
    }

    void prepare() {
        intent = IntentState.PREPARED;
    }

    void noteAttempt() {
        attempts++;
    }

    /** A delivered request is executed whether or not its sender lives; answers with the receipt. */
    int execute() {
        delivered++;
        if (effects == 0 || !promise.dedups()) {
            effects++;
            return effects;
        }
        return 1;
    }

    OptionalInt lookUp() {
        return effects > 0 ? OptionalInt.of(1) : OptionalInt.empty();
    }

    void confirm() {
        intent = IntentState.CONFIRMED;
        commit("publish");
        state = TaskState.SUCCEEDED;
    }

    void release() {
        leased = false;
    }

    void giveUp() {
        state = TaskState.UNKNOWN;
        leased = false;
    }

    Expected expected(Lives lives) {
        return new Expected(state, generation, effects, effects, delivered, attempts, intent, steps, lives);
    }
}
