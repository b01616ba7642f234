package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.schedule.Fault;
import java.time.Duration;
import java.util.List;

/**
 * How the faults of a session are carried out.
 *
 * @param faults in order; the first is armed at once
 * @param dry whether they are only announced
 * @param hold what happens between park and kill
 * @param deadline for the whole session
 * @param publisherDied called between a publisher's death and its restart
 */
public record Script(List<Fault> faults, boolean dry, Hold hold, Duration deadline, LedgerCopy publisherDied) {
    /** Takes a copy of the ledger while nobody has it open. */
    @FunctionalInterface
    public interface LedgerCopy {
        /** The publisher is dead and fault number {@code fault} (1-based) was its end. */
        void copy(int fault) throws StageException;
    }

    /** Faults of workers and the wire only. */
    public Script(List<Fault> faults, boolean dry, Hold hold, Duration deadline) {
        this(faults, dry, hold, deadline, fault -> {});
    }

    /** No faults. */
    public static Script undisturbed(Duration deadline) {
        return new Script(List.of(), false, Hold.NOT, deadline);
    }
}
