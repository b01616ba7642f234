package dev.crashharness.worker.task;

import dev.crashharness.publisher.protocol.Contract;

/** What can still be done about a compensation while neither a receipt nor a refusal of its cancel is known, in words. */
public final class OpenCancel {
    private OpenCancel() {}

    /** Of a cancel that may not have been sent yet. */
    public static String next(Contract contract) {
        return switch (contract.kind()) {
            case BLIND ->
                "run a worker if no cancel was sent yet; one that was can be neither looked up nor sent again under blind,"
                        + " and no worker will change that";
            default -> nextOfSent(contract);
        };
    }

    /** Of a cancel that was sent and not answered. */
    public static String nextOfSent(Contract contract) {
        return switch (contract.kind()) {
            case DEDUP_QUERY, FENCED ->
                "run a worker, which looks the cancel up and sends it again if the publisher knows none";
            case DEDUP_ONLY -> "run a worker, which sends the same cancel again";
            case DEDUP_WINDOW ->
                "run a worker, which sends the same cancel again while its window is surely open, and looks it up after"
                        + " that";
            case QUERY_ONLY -> "run a worker, which looks the cancel up and never sends it twice";
            case BLIND ->
                "under blind a cancel that was sent can be neither looked up nor sent again, and no further run will change"
                        + " that; ask where it was sent";
        };
    }
}
