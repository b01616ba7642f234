package dev.crashharness.worker.store.person;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.task.OpenCancel;
import dev.crashharness.worker.task.Resolution;
import dev.crashharness.worker.task.Resolution.Kind;
import dev.crashharness.worker.task.TaskState;
import java.time.Instant;
import java.util.Optional;

/**
 * What a person says about an unknown.
 *
 * @param task the one that is meant
 * @param operation the one that is meant, or empty for whichever is stored
 * @param by who says it
 * @param because why
 * @param receipt the one that the person has seen
 */
public record Instruction(
        String task,
        Optional<String> operation,
        Kind kind,
        String by,
        Optional<String> because,
        Optional<String> receipt) {
    /** Why it makes no sense, whatever the task's state; or empty. */
    Optional<String> senseless() {
        return Standing.nameless(by).or(this::unfounded);
    }

    private Optional<String> unfounded() {
        if (because.filter(String::isBlank).isPresent()) {
            return Optional.of("the reason is empty; say in a few words why, nothing was changed");
        }
        if (kind == Kind.NOT_EXECUTED && because.isEmpty()) {
            return Optional.of(
                    "not_executed needs a reason, for no receipt will ever show it; add because, nothing was changed");
        }
        if (receipt.filter(String::isBlank).isPresent()) {
            return Optional.of("the receipt is empty; nothing was changed");
        }
        return kind != Kind.CONFIRMED && receipt.isPresent()
                ? Optional.of("a receipt proves an effect, so that it goes with confirmed and not with " + kind.id()
                        + "; nothing was changed")
                : Optional.empty();
    }

    /** What it comes to after {@code before}: to say the same again is no error, to request a second undoing is. */
    ResolutionOutcome after(Resolution before, Standing standing) {
        boolean sameReceipt = receipt.isEmpty() || receipt.get().equals(before.receipt());
        if (kind == before.kind() && kind != Kind.COMPENSATE && sameReceipt) {
            return new ResolutionOutcome.Unchanged(before);
        }
        return new ResolutionOutcome.Refused(before.task() + " was resolved as "
                + before.kind().id()
                + (before.receipt() == null ? "" : " with receipt " + before.receipt()) + " by " + before.by() + " at "
                + Instant.ofEpochMilli(before.atMs()) + openEnd(standing) + "; nothing was changed");
    }

    /** A compensation has no second decision: what it came to is a receipt's to say, and a worker's to ask for. */
    private static String openEnd(Standing standing) {
        return standing.state() == TaskState.COMPENSATING
                ? ", and stays compensating until a receipt or a refusal of the cancel is known; "
                        + Contract.of(standing.contract()).map(OpenCancel::next).orElse("run a worker")
                : "";
    }

    /**
     * As a row.
     *
     * @param evidence whose word it rests on
     * @param proof the receipt, or null
     */
    Resolution on(Standing standing, String evidence, String proof, long nowMs) {
        return new Resolution(
                task,
                kind,
                by,
                because.orElse(null),
                evidence,
                proof,
                standing.operation(),
                standing.generation(),
                nowMs);
    }
}
