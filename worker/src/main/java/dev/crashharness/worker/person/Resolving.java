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
import dev.crashharness.worker.store.person.Resolutions;
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
            // One look for all that follows: what came between two would be in the second, and no change since.
            Optional<Standing> seen = store.resolutions().standing();
            Optional<ResolutionOutcome> settled = store.resolutions().settled(instruction, seen);
            return settled.isPresent() ? settled.get() : decided(store.resolutions(), instruction, seen.orElseThrow());
        }
    }

    /** No transaction is open while the publisher is asked: a slow answer must not lock the store. */
    private ResolutionOutcome decided(Resolutions resolutions, Instruction instruction, Standing seen)
            throws SQLException {
        boolean asks = asks(instruction, seen);
        Finding finding =
                asks ? new Inquiring(inquiry.get()).ask(instruction, seen) : Inquiring.wordAlone(instruction, seen);
        if (finding instanceof Finding.Contradicted contradicted) {
            return new Refused(contradicted.why());
        }
        ResolutionOutcome outcome = resolved(resolutions, instruction, seen, (Finding.Supported) finding);
        return asks && outcome instanceof Refused refused ? Inquiring.afterAnswer(refused) : outcome;
    }

    private static boolean asks(Instruction instruction, Standing standing) {
        if (instruction.kind() == Kind.COMPENSATE) {
            return false;
        }
        Contract contract = Contract.of(standing.contract())
                .orElseThrow(() -> new IllegalArgumentException("the store names the contract '" + standing.contract()
                        + "', which this version does not know"));
        return Inquiring.possible(contract);
    }

    private ResolutionOutcome resolved(
            Resolutions resolutions, Instruction instruction, Standing seen, Finding.Supported supported)
            throws SQLException {
        ResolutionOutcome outcome = resolutions.resolve(
                instruction, seen, supported.evidence(), supported.receipt(), () -> gate.at("during_resolution"));
        if (outcome instanceof Resolved) {
            gate.at("after_resolution");
        }
        return outcome;
    }
}
