package dev.crashharness.worker.task;

import java.util.UUID;

/**
 * The intent to undo what an operation may have done.
 *
 * @param operation its own: minted once, stored before the first cancel is sent
 * @param original the operation that it undoes
 */
public record Compensation(String operation, String original) {
    /** A new one. To send it under the original's id would make the cancel a replay of what it is to cancel. */
    public static Compensation mint(String original) {
        return new Compensation("comp-" + UUID.randomUUID(), original);
    }
}
