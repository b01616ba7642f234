package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.schedule.Cell;

/**
 * A cell of a matrix file. Its parts fit together; whether its faults are reached is not known yet.
 *
 * @param reachableOnly whether it is left out when they are not, instead of the matrix being refused
 */
public record Candidate(Cell cell, boolean reachableOnly) {
    /** The same cell asked for twice: it may be left out only where both say so. */
    Candidate or(Candidate other) {
        return new Candidate(cell, reachableOnly && other.reachableOnly);
    }
}
