package dev.crashharness.worker.lease;

import java.util.Optional;

/** When a worker takes its lease for lost. */
@FunctionalInterface
public interface LossRule {
    /**
     * Why the lease is lost, or empty while it may be believed in.
     *
     * @param refused whether the store has refused a renewal
     * @param overdue whether the last confirmed deadline has passed
     */
    Optional<String> lost(boolean refused, boolean overdue);

    /**
     * After a refusal, or after the last <em>confirmed</em> deadline: a renewal that throws neither ends the lease nor
     * prolongs it (bytedance/deer-flow#4414).
     */
    static LossRule byConfirmation() {
        return (refused, overdue) -> {
            if (refused) {
                return Optional.of("the store refused a renewal");
            }
            return overdue ? Optional.of("no renewal was confirmed before it ran out") : Optional.empty();
        };
    }
}
