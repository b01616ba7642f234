package dev.crashharness.worker.person;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.worker.config.Environment;
import dev.crashharness.worker.config.PersonConfig;
import dev.crashharness.worker.config.PersonConfig.Inquiry;
import dev.crashharness.worker.store.Guards;
import dev.crashharness.worker.store.person.ApprovalOutcome;
import dev.crashharness.worker.store.person.ResolutionOutcome;
import dev.crashharness.worker.task.Approval;
import dev.crashharness.worker.task.Resolution;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Reads a person's command from the environment, carries it out and tells what came of it. */
public record Command(Environment environment, CrashGate gate, Guards guards) {
    /** Approves; returns why it was refused, or empty. */
    public Optional<String> approve() throws SQLException {
        PersonConfig config = PersonConfig.from(environment);
        ApprovalOutcome outcome = new Approving(config, gate, clock(config), guards).run();
        if (outcome instanceof ApprovalOutcome.Refused refused) {
            return Optional.of(refused.why());
        }
        boolean approved = outcome instanceof ApprovalOutcome.Approved;
        Approval approval = approved
                ? ((ApprovalOutcome.Approved) outcome).approval()
                : ((ApprovalOutcome.Unchanged) outcome).approval();
        gate.event(
                "approved",
                Map.of(
                        "operation", approval.operation(),
                        "by", approval.by(),
                        "at", Instant.ofEpochMilli(approval.atMs()).toString(),
                        "new", Boolean.toString(approved)));
        return Optional.empty();
    }

    /** Resolves; returns why it was refused, or empty. */
    public Optional<String> resolve() throws SQLException {
        PersonConfig config = PersonConfig.from(environment);
        ResolutionOutcome outcome = new Resolving(config, () -> Inquiry.from(environment), gate, clock(config), guards)
                .run(config.instruction(environment));
        if (outcome instanceof ResolutionOutcome.Refused refused) {
            return Optional.of(refused.why());
        }
        boolean resolved = outcome instanceof ResolutionOutcome.Resolved;
        Resolution resolution = resolved
                ? ((ResolutionOutcome.Resolved) outcome).resolution()
                : ((ResolutionOutcome.Unchanged) outcome).resolution();
        gate.event(
                "resolved",
                Map.of(
                        "kind", resolution.kind().id(),
                        "operation", resolution.operation(),
                        "by", resolution.by(),
                        "at", Instant.ofEpochMilli(resolution.atMs()).toString(),
                        "evidence", resolution.evidence(),
                        "new", Boolean.toString(resolved)));
        return Optional.empty();
    }

    private static InstantSource clock(PersonConfig config) {
        return InstantSource.offset(InstantSource.system(), config.clockOffset());
    }
}
