package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * A cell of a matrix file. Its parts fit together; whether its faults are reached, and how it ends, is not known yet.
 *
 * @param reachableOnly whether it is left out when they are not, instead of the matrix being refused
 * @param ends it is left out unless it must end in one of these; empty: however it ends
 */
public record Candidate(Cell cell, boolean reachableOnly, Set<TaskState> ends) {
    public Candidate {
        ends = Set.copyOf(ends);
    }

    /** Whether it is not left out, when {@code states} are those in which it may end. */
    public boolean wants(Collection<TaskState> states) {
        return ends.isEmpty() || ends.containsAll(states);
    }

    /** The same cell, left out only when its faults are not reached. */
    Candidate howeverItEnds() {
        return new Candidate(cell, reachableOnly, Set.of());
    }

    /** The same cell asked for twice: it may be left out only where both say so. */
    Candidate or(Candidate other) {
        Set<TaskState> either = EnumSet.noneOf(TaskState.class);
        if (!ends.isEmpty() && !other.ends.isEmpty()) {
            either.addAll(ends);
            either.addAll(other.ends);
        }
        return new Candidate(cell, reachableOnly && other.reachableOnly, either);
    }
}
