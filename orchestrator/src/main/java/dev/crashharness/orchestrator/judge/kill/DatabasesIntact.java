package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Failed;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Damage is the target's, a copy that is missing the harness's; nothing else can be judged without either. */
public final class DatabasesIntact implements Check {
    private static final Set<String> UNDAMAGED = Set.of("ok", StoreImage.NOT_COPIED);
    private static final Set<Action.Kind> COPIED = Set.of(Action.Kind.KILL, Action.Kind.PAUSE);

    @Override
    public String name() {
        return "databases_intact";
    }

    @Override
    public String promise() {
        return "Both databases can be read whole after each kill and at the end.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Snapshot> copies = trial.history().snapshots();
        Optional<String> damage =
                copies.stream().flatMap(DatabasesIntact::damage).findFirst();
        if (damage.isPresent()) {
            List<String> survivors = trial.history().ending().survivors();
            return survivors.isEmpty()
                    ? new Broken(damage.get())
                    : new Failed(damage.get() + "; a process that was not dead may have written meanwhile: "
                            + String.join(", ", survivors));
        }
        List<String> missing = missing(trial);
        return missing.isEmpty()
                ? new Held("both databases are whole in all %d copies".formatted(copies.size()))
                : new Failed("no copy was taken: " + String.join(", ", missing));
    }

    private static Stream<String> damage(Snapshot copy) {
        return Stream.concat(
                damage(copy.label(), "worker store", copy.store().integrity()),
                damage(copy.label(), "publisher ledger", copy.ledger().integrity()));
    }

    private static Stream<String> damage(String label, String file, String integrity) {
        return UNDAMAGED.contains(integrity)
                ? Stream.empty()
                : Stream.of("%s, %s: %s".formatted(label, file, integrity));
    }

    /** Copies are taken after what leaves nobody to write: a death or a stop. Elsewhere the worker lives and may write. */
    private static List<String> missing(Trial trial) {
        List<String> missing = new ArrayList<>();
        List<Fault> faults = trial.cell().faults();
        for (int index = 0; index < faults.size(); index++) {
            boolean landed = trial.outcome(index).filter(FaultOutcome::landed).isPresent();
            if (landed && COPIED.contains(faults.get(index).action().kind())) {
                boolean storeToo = Faults.victim(faults.get(index)) != Actor.PUBLISHER;
                missing(trial, Prediction.labelAfter(index + 1), storeToo).ifPresent(missing::add);
            }
        }
        if (trial.history().ending().kind() != Ending.Kind.HARNESS_FAILED) {
            missing(trial, Snapshot.FINAL, true).ifPresent(missing::add);
        }
        return missing;
    }

    /** After a publisher's death the worker lives, so that only the ledger holds still. */
    private static Optional<String> missing(Trial trial, String label, boolean storeToo) {
        Optional<Snapshot> copy = trial.history().snapshot(label);
        boolean lacksStore = storeToo && copy.filter(Trial::isLedgerAlone).isPresent();
        return copy.isEmpty() || lacksStore
                ? Optional.of(lacksStore ? label + " (worker store)" : label)
                : Optional.empty();
    }
}
