package dev.crashharness.orchestrator.judge.lease;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rescuer that updates by id alone, or a fence that lets a task pass which nobody holds, lets a worker that was only
 * thought to be dead write over its heir (riverqueue/river#1302). Judged from the order in the audit: whose write is
 * accepted after a later claim.
 */
public final class StaleWriteRejected implements Check {
    private static final Set<String> OUTCOME = Set.of("checkpoint", "intent", "attempt", "compensation");

    @Override
    public String name() {
        return "stale_write_rejected";
    }

    @Override
    public String promise() {
        return "Once a generation has claimed the task, no earlier one writes, and nobody writes without a lease.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        Fold fold = new Fold(isConfirmed(trial));
        Optional<String> stale = trial.audit().rows().stream()
                .flatMap(row -> fold.objection(row).stream())
                .findFirst();
        return stale.<CheckResult>map(Broken::new)
                .orElseGet(() -> fold.generation <= 1
                        ? new NotExercised("no generation was followed by another")
                        : new Held(
                                "no write of an earlier generation was accepted, up to generation " + fold.generation));
    }

    /** Asked of the whole audit: a person's command writes its decision and what follows from it in any order. */
    private static boolean isConfirmed(Trial trial) {
        return trial.audit().of("resolution").rows().stream()
                .anyMatch(row -> Resolution.CONFIRMED.kind().equals(row.textAfter("kind")));
    }

    /** What the rows so far say of the lease. */
    private static final class Fold {
        private long generation;
        private boolean held;

        /** Whether a person has the task confirmed, now or later. */
        private final boolean confirmed;

        private Fold(boolean confirmed) {
            this.confirmed = confirmed;
        }

        private Optional<String> objection(Audit row) {
            Optional<String> objection =
                    switch (row.table()) {
                        case "lease_history" -> Optional.empty();
                        case "task" -> task(row);
                        default -> OUTCOME.contains(row.table()) ? outcome(row) : Optional.empty();
                    };
            claim(row);
            return objection;
        }

        private void claim(Audit row) {
            boolean claims = row.table().equals("lease_history") || row.table().equals("task");
            if (claims && row.numberAfter("generation") > generation) {
                generation = row.numberAfter("generation");
                held = true;
            } else if (row.table().equals("task") && row.after().containsKey("owner")) {
                held = row.textAfter("owner") != null;
            }
        }

        /** A state that changes without a lease is a person's or a rescuer's doing, and judged by what it changes. */
        private Optional<String> task(Audit row) {
            boolean sameState = String.valueOf(row.textBefore("state")).equals(row.textAfter("state"));
            boolean sameGeneration = row.numberAfter("generation") == generation;
            if (row.action().equals("update") && row.numberAfter("generation") < generation) {
                return say(row, "set the generation back to " + row.textAfter("generation"));
            }
            return generation > 0
                            && !held
                            && sameState
                            && sameGeneration
                            && row.action().equals("update")
                    ? say(row, "was accepted while nobody held the lease")
                    : Optional.empty();
        }

        private Optional<String> outcome(Audit row) {
            long author = row.numberAfter("generation");
            if (author < 0 || author >= generation) {
                return leaseless(row);
            }
            if (row.action().equals("insert")) {
                return say(row, "of generation " + author + " was accepted");
            }
            // An heir closes the attempts of the dead, and as nothing but unknown.
            boolean closesAsKnown = row.table().equals("attempt")
                    && !List.of("sent", "unknown").contains(String.valueOf(row.textAfter("outcome")));
            return closesAsKnown
                    ? say(row, "of generation " + author + " was closed as " + row.textAfter("outcome"))
                    : Optional.empty();
        }

        /** A lease that ran out is still held, as far as a fence may know: no clock is asked, only whether there is an owner. */
        private Optional<String> leaseless(Audit row) {
            boolean persons = confirmed && row.table().equals("checkpoint") && "publish".equals(row.textAfter("step"));
            return row.action().equals("insert") && generation > 0 && !held && !persons
                    ? say(row, "was accepted while nobody held the lease")
                    : Optional.empty();
        }

        private Optional<String> say(Audit row, String what) {
            return Optional.of("audit %d, %s of %s %s, after generation %d had claimed"
                    .formatted(row.seq(), row.action(), row.table(), what, generation));
        }
    }
}
