package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Cell;
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
