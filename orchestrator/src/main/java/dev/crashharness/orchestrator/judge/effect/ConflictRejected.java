package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A key that is hit without comparing what it was used for answers one request with the receipt of another
 * (idempot-dev/idempot-js#191). Where an operation may be forgotten, what comes after the window is a first request again.
 */
public final class ConflictRejected implements Check {
    @Override
    public String name() {
        return "conflict_rejected";
    }

    @Override
    public String promise() {
        return "The same operation with other content is answered as a conflict, without an effect or a change.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        if (!Promise.of(trial.cell().contract()).dedups()) {
            return new NotExercised("this contract accepts the same operation with any content");
        }
        return trial.latest()
                .map(copy -> examine(trial, copy.ledger()))
                .orElseGet(() -> new NotExercised("no readable ledger"));
    }

    private static CheckResult examine(Trial trial, LedgerImage ledger) {
        long windowMs = trial.cell().contract().window().toMillis();
        Map<String, Request> first = new HashMap<>();
        int refused = 0;
        for (Request request : Trial.publishRequests(ledger)) {
            Request known = first.get(request.operation());
            if (known == null || isForgotten(ledger, known, request, windowMs)) {
                noteFirst(first, request);
            } else if (!known.payloadHash().equals(request.payloadHash())) {
                if (!"conflict".equals(request.outcome())) {
                    return new Broken(accepted(known, request));
                }
                refused++;
            }
        }
        if (refused == 0) {
            return new NotExercised("no operation came with other content");
        }
        int conflicts = refused;
        return rewritten(ledger, windowMs)
                .<CheckResult>map(Broken::new)
                .orElseGet(() ->
                        new Held("%d requests with other content were answered as a conflict".formatted(conflicts)));
    }

    private static void noteFirst(Map<String, Request> first, Request request) {
        if (request.receipt() != null) {
            first.put(request.operation(), request);
        }
    }

    private static String accepted(Request known, Request request) {
        return "operation %s is known with content %s; attempt %s came with content %s and was answered %s"
                .formatted(
                        request.operation(),
                        known.payloadHash(),
                        request.attempt(),
                        request.payloadHash(),
                        request.outcome());
    }

    /** Whether {@code request} made an effect of its own after the window of {@code known} had passed. */
    private static boolean isForgotten(LedgerImage ledger, Request known, Request request, long windowMs) {
        Optional<Long> before = committedAt(ledger, known);
        Optional<Long> now = committedAt(ledger, request);
        return windowMs > 0 && before.isPresent() && now.isPresent() && now.get() - before.get() >= windowMs;
    }

    private static Optional<Long> committedAt(LedgerImage ledger, Request request) {
        return new AuditTrail(ledger.audit())
                .of("effect").inserts().stream()
                        .filter(row -> String.valueOf(request.attempt()).equals(row.textAfter("attempt")))
                        .map(row -> row.numberAfter("committed_at_ms"))
                        .findFirst();
    }

    /** What is remembered of an operation does not change, and a row that a window has emptied is written anew. */
    private static Optional<String> rewritten(LedgerImage ledger, long windowMs) {
        AuditTrail audit = new AuditTrail(ledger.audit());
        List<Audit> changed = audit.rows().stream()
                .filter(row -> row.table().equals("effect") || (row.table().equals("dedup") && windowMs == 0))
                .filter(row -> !row.action().equals("insert"))
                .toList();
        return changed.stream().findFirst().map(row -> "audit %d, %s of %s: receipt %s became %s"
                .formatted(row.seq(), row.action(), row.table(), row.textBefore("receipt"), row.textAfter("receipt")));
    }
}
