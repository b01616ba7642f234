package dev.crashharness.publisher.ledger;

import dev.crashharness.publisher.protocol.Contract;

/**
 * What a publisher was started for.
 *
 * @param contract what it promises
 * @param cancelRefused whether it refuses each new cancel: a compensation can fail, too
 */
public record Terms(Contract contract, boolean cancelRefused) {
    /** The contract, with cancels. */
    public static Terms of(Contract contract) {
        return new Terms(contract, false);
    }
}
