package dev.crashharness.worker.person;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.worker.config.PersonConfig;
import dev.crashharness.worker.store.Guards;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.person.ApprovalOutcome;
import java.sql.SQLException;
import java.time.InstantSource;

/** One approval, from the command to its durable row. */
public record Approving(PersonConfig config, CrashGate gate, InstantSource clock, Guards guards) {
    /** Approves the stored operation. */
    public ApprovalOutcome run() throws SQLException {
        // The store is opened only after the answer: a command that is stopped here must hold nothing.
        gate.at("before_approval");
        try (Store store = Store.open(config.store(), clock, guards)) {
            ApprovalOutcome outcome = store.approvals()
                    .approve(config.task(), config.operation(), config.by(), () -> gate.at("during_approval"));
            if (outcome instanceof ApprovalOutcome.Approved) {
                gate.at("after_approval");
            }
            return outcome;
        }
    }
}
