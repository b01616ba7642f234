package dev.crashharness.publisher.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The name of what a publisher promises. Only a name: the publisher keeps the promise in its ledger, the worker derives
 * its recovery rule from it, and the judge has its own table of promises, so that none of them can vouch for another.
 */
public enum Contract {
    /** Sending an operation again returns the original receipt; a lookup by operation is offered. */
    DEDUP_QUERY("dedup-query"),
    /** Sending an operation again makes a second effect; no lookup is offered. */
    BLIND("blind");

    private final String id;

    Contract(String id) {
        this.id = id;
    }

    /** The spelling used in cell ids, databases and environment variables. */
    public String id() {
        return id;
    }

    /** The contract spelled {@code id}, or empty when there is none. */
    public static Optional<Contract> of(String id) {
        return Arrays.stream(values())
                .filter(contract -> contract.id.equals(id))
                .findFirst();
    }

    /** All spellings, in declaration order. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Contract::id).toList();
    }

    @Override
    public String toString() {
        return id;
    }
}
