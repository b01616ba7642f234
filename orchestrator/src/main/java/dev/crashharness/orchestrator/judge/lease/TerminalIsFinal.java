package dev.crashharness.orchestrator.judge.lease;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A rescuer that updates by id alone moves finished work back to life (riverqueue/river#1302); a late finisher turned success
 * into failure (windmill-labs/windmill#9214). Clearing owner and lease afterwards is a legitimate release. The state is the
 * last write of the transaction that ends a task, or its own rows would look late here.
 */
public final class TerminalIsFinal implements Check {
    static final Set<String> TERMINAL = Set.of("succeeded", "conflict", "failed", "compensated", "compensation_failed");
    private static final Set<String> FROZEN =
            Set.of("checkpoint", "intent", "attempt", "lease_history", "approval", "resolution", "compensation");

    @Override
    public String name() {
        return "terminal_is_final";
    }

    @Override
    public String promise() {
        return "Once a task has ended, nothing about its outcome is written any more.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Audit> rows = trial.audit().rows();
        return IntStream.range(0, rows.size())
                .filter(i -> ends(rows.get(i)))
                .boxed()
                .findFirst()
                .map(i -> after(rows.get(i), rows.subList(i + 1, rows.size())))
                .orElseGet(() -> new NotExercised("the task never came to an end"));
    }

    private static boolean ends(Audit row) {
        return row.table().equals("task") && TERMINAL.contains(String.valueOf(row.textAfter("state")));
    }

    private static CheckResult after(Audit end, List<Audit> later) {
        return later.stream()
                .filter(TerminalIsFinal::reopens)
                .findFirst()
                .<CheckResult>map(row -> new Broken("%s at audit %d, then %s of %s at audit %d: %s"
                        .formatted(end.textAfter("state"), end.seq(), row.action(), row.table(), row.seq(), said(row))))
                .orElseGet(
                        () -> new Held("nothing followed %s at audit %d".formatted(end.textAfter("state"), end.seq())));
    }

    private static boolean reopens(Audit row) {
        return row.table().equals("task")
                ? AuditTrail.changes(row, "state") || AuditTrail.changes(row, "generation")
                : FROZEN.contains(row.table());
    }

    private static String said(Audit row) {
        return row.table().equals("task")
                ? "state %s, generation %s".formatted(row.textAfter("state"), row.textAfter("generation"))
                : "generation " + row.textAfter("generation");
    }
}
