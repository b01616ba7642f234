package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.ledger.Decisions;
import dev.crashharness.publisher.ledger.Decisions.Fencing;
import dev.crashharness.publisher.ledger.Handling;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The bugs planted in the publisher, each named for the report it comes from. */
public enum PublisherMutant {
    /**
     * The publisher looks whether it knows the operation and then acts, with no one transaction around both; nor does the unique
     * key of {@code dedup} stop the second one (grape-idempotency#10, mastodon/mastodon#37879).
     */
    M11,
    /**
     * Dedup row and receipt are committed before the effect (KanishJebaMathewM/Truxify#9487): a retry reads "already
     * done".
     */
    M12,
    /**
     * The effect is committed, the dedup row in a second transaction (Particular/docs#1816, InditexTech/scs-outbox#94). A
     * lookup would find the effect, so only a contract without one shows it.
     */
    M13,
    /** A known operation gets its receipt whatever the request says (agent-bom#2969, ucp#485): silent success. */
    M14,
    /**
     * The operation is marked as in flight before its effect, and a mark that has outlived its publisher is believed for ever
     * (VilledeMontreal/express-idempotency#32: three days in production).
     */
    M15,
    /**
     * A cancel leaves no mark of the operation it cancels (apache/incubator-seata#5256, #6374: a try that was delayed came
     * after its cancel and held the resource for ever). Where the operation is deduped by an effect that stands nothing shows:
     * the original must come late, and for the first time.
     */
    M16,
    /**
     * The highest generation is kept in memory only: a publisher that was started again has seen none, and lets the zombie
     * pass (oxia-db/oxia#87, redpanda-data/redpanda#28589). The zombie gets the right receipt, so that nothing is done twice.
     */
    M19;

    /** The correct decisions but for one. */
    public Decisions decisions() {
        Decisions correct = Decisions.correct();
        return switch (this) {
            case M11 -> correct.withExecution(new LookThenAct(Duration.ofSeconds(1)));
            case M12 -> correct.withExecution(SplitCommit::dedupFirst);
            case M13 -> correct.withExecution(SplitCommit::effectFirst);
            case M14 -> correct.withSameContent((remembered, sent) -> true);
            case M15 -> correct.withExecution(SplitCommit::inFlightFirst);
            case M16 -> correct.withCancelling(Handling::cancellation);
            case M19 -> correct.withFencing(inMemory(new HashMap<>()));
        };
    }

    /** Asked inside the one transaction, so by one thread at a time. */
    private static Fencing inMemory(Map<String, Long> highest) {
        return asking -> highest.merge(asking.request().task(), asking.request().generation(), Math::max);
    }

    /** The bug called {@code name}. */
    public static Optional<PublisherMutant> of(String name) {
        return Arrays.stream(values())
                .filter(mutant -> mutant.name().equals(name))
                .findFirst();
    }
}
