package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Failed;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.schedule.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Damage is the target's, a copy that is missing the harness's; nothing else can be judged without either. */
public final class DatabasesIntact implements Check {
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
            return new Broken(damage.get());
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
        return integrity.equals("ok") ? Stream.empty() : Stream.of("%s, %s: %s".formatted(label, file, integrity));
    }

    /** After a drop the worker lives and may write, so no copy can be taken there. */
    private static List<String> missing(Trial trial) {
        List<String> labels = new ArrayList<>();
        IntStream.range(0, trial.cell().faults().size())
                .filter(index ->
                        !Action.DROP.equals(trial.cell().faults().get(index).action()))
                .filter(index ->
                        trial.outcome(index).filter(FaultOutcome::landed).isPresent())
                .forEach(index -> labels.add(Prediction.labelAfter(index + 1)));
        if (trial.history().ending().kind() != Kind.HARNESS_FAILED) {
            labels.add(Snapshot.FINAL);
        }
        return labels.stream()
                .filter(label -> trial.history().snapshot(label).isEmpty())
                .toList();
    }
}
