package dev.crashharness.worker.person;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.config.PersonConfig;
import dev.crashharness.worker.config.PersonConfig.Inquiry;
import dev.crashharness.worker.person.Inquiring.Finding;
import dev.crashharness.worker.store.Guards;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.store.person.ResolutionOutcome;
import dev.crashharness.worker.store.person.ResolutionOutcome.Refused;
import dev.crashharness.worker.store.person.ResolutionOutcome.Resolved;
import dev.crashharness.worker.store.person.Standing;
import dev.crashharness.worker.task.Resolution.Kind;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One resolution, from the command to its durable row.
 *
 * @param inquiry where to ask, read only when somebody is to be asked
 */
public record Resolving(
        PersonConfig config, Supplier<Inquiry> inquiry, CrashGate gate, InstantSource clock, Guards guards) {
    /** Carries {@code instruction} out. */
    public ResolutionOutcome run(Instruction instruction) throws SQLException {
        // Nobody was asked and nothing is open while this waits.
        gate.at("before_resolution");
        try (Store store = Store.open(config.store(), clock, guards)) {
            Optional<ResolutionOutcome> settled = store.resolutions().settled(instruction);
            if (settled.isPresent()) {
                return settled.get();
            }
            Standing seen = store.resolutions().standing().orElseThrow();
            Finding finding = finding(instruction, seen);
            if (finding instanceof Finding.Contradicted contradicted) {
                return new Refused(contradicted.why());
            }
            Finding.Supported supported = (Finding.Supported) finding;
            ResolutionOutcome outcome = store.resolutions()
                    .resolve(
                            instruction,
                            seen,
                            supported.evidence(),
                            supported.receipt(),
                            () -> gate.at("during_resolution"));
            if (outcome instanceof Resolved) {
                gate.at("after_resolution");
            }
            return outcome;
        }
    }

    /** No transaction is open while the publisher is asked: a slow answer must not lock the store. */
    private Finding finding(Instruction instruction, Standing standing) {
        if (instruction.kind() == Kind.COMPENSATE) {
            return Inquiring.asked(instruction, standing);
        }
        Contract contract = Contract.of(standing.contract())
                .orElseThrow(() -> new IllegalArgumentException("the store names the contract '" + standing.contract()
                        + "', which this version does not know"));
        return Inquiring.possible(contract)
                ? new Inquiring(inquiry.get()).ask(instruction, standing)
                : Inquiring.wordAlone(instruction, standing);
    }
}
