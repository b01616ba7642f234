package dev.crashharness.orchestrator.schedule.text;

import dev.crashharness.publisher.protocol.PayloadHash;

/** What a worker may draft. */
public final class Payload {
    private static final int LONGEST = 200;

    private Payload() {}

    /**
     * Refuses what is empty, has a NUL, or is longer than a reader of cell ids bears.
     *
     * @return true: whatever is given says something
     * @throws Flaw naming {@code worker}, its number
     */
    public static boolean check(int worker, String payload) {
        int length = payload.codePointCount(0, payload.length());
        if (length < 1 || length > LONGEST || payload.indexOf('\0') >= 0) {
            throw new Flaw(
                    "the payload of worker " + worker + " has " + length + " characters",
                    "expected 1 to " + LONGEST + ", none of them NUL");
        }
        return true;
    }

    /** The fingerprint under which {@code payload} is noted, as that of each request is: SHA-256, 64 hex digits. */
    public static String hash(String payload) {
        return PayloadHash.of(payload);
    }
}
