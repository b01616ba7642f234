package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;

/**
 * What a stage is set up for.
 *
 * @param lease given to each worker
 * @param timeout how long a worker waits for a reply
 * @param journal the journal mode of a store that is made here
 * @param refusesCancel whether the publisher is told to refuse each cancel
 */
public record StageSpec(
        Target target,
        Launcher launcher,
        Place place,
        Contract contract,
        String task,
        Duration lease,
        Duration timeout,
        Journal journal,
        boolean refusesCancel) {
    /** A stage whose publisher cancels what it is asked to. */
    public StageSpec(
            Target target,
            Launcher launcher,
            Place place,
            Contract contract,
            String task,
            Duration lease,
            Duration timeout,
            Journal journal) {
        this(target, launcher, place, contract, task, lease, timeout, journal, false);
    }

    /** How long a worker waits for a reply when nothing withholds one. */
    public static final Duration PATIENT = Duration.ofSeconds(10);

    /** The same where a fault does, so that the cell does not wait for nothing. */
    public static final Duration IMPATIENT = Duration.ofMillis(500);
}
