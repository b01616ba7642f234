package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import java.util.HashMap;
import java.util.Map;

/**
 * A fencing token protects only where the resource compares it (M. Kleppmann, "How to do distributed locking", 2016), and one
 * that is kept in memory lets everybody pass after a restart (oxia-db/oxia#87). An operation that dedups hides it: what
 * should have been refused is answered with the right receipt. So the publisher's own log is asked, whose rows are in the
 * order in which it decided.
 */
public final class StaleRequestRefused implements Check {
    private static final String CONFLICT = "conflict";
    private static final String FENCED = "fenced";

    @Override
    public String name() {
        return "stale_request_refused";
    }

    @Override
    public String promise() {
        return "Once the publisher has seen a generation of a task, it executes and answers nothing of an older one.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        if (!Promise.of(trial.cell().contract()).fences()) {
            return new NotExercised("this contract has no fence");
        }
        return trial.latest()
                .map(copy -> examine(copy.ledger()))
                .orElseGet(() -> new NotExercised("no readable ledger"));
    }

    private static CheckResult examine(LedgerImage ledger) {
        Map<String, Long> highest = new HashMap<>();
        int refused = 0;
        for (Request request : ledger.requests()) {
            if (!meetsTheFence(request)) {
                continue;
            }
            long seen = highest.merge(request.task(), request.generation(), Math::max);
            if (request.generation() < seen) {
                if (!FENCED.equals(request.outcome())) {
                    return new Broken(letThrough(request, seen));
                }
                refused++;
            }
        }
        return refused == 0
                ? new NotExercised("no request of an older generation came")
                : new Held("%d requests of an older generation were refused".formatted(refused));
    }

    /**
     * Other content is a conflict before anybody looks at the generation; the harness has none; and what was never answered
     * proves nothing about an answer.
     */
    private static boolean meetsTheFence(Request request) {
        return request.generation() > 0 && request.outcome() != null && !CONFLICT.equals(request.outcome());
    }

    private static String letThrough(Request request, long seen) {
        String attempt =
                request.attempt() == null || request.attempt().isEmpty() ? "" : " by attempt " + request.attempt();
        return "the %s of operation %s%s of generation %d came when generation %d of its task had been seen, expected fenced, found %s"
                .formatted(request.kind(), request.operation(), attempt, request.generation(), seen, request.outcome());
    }
}
