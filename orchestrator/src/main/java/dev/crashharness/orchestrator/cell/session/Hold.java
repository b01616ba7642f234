package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Place;

/** What happens between the park and the kill: nothing in a matrix, a person looking around in {@code --hold}. */
@FunctionalInterface
public interface Hold {
    /** Kills at once. */
    Hold NOT = parked -> {};

    /**
     * A process that stands at its kill point.
     *
     * @param point the point in the spelling of cell ids
     */
    record Parked(String instance, long pid, String point, Place place) {}

    /** Returns when the process may be killed. */
    void whileParked(Parked parked) throws InterruptedException;
}
