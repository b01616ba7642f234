package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Cell;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The directory name of a cell. */
public final class Slug {
    private static final int LONGEST = 100;
    private static final int HASH_DIGITS = 12;

    private Slug() {}

    /**
     * A name of {@code a-z 0-9 . _ -} only, at most 100 characters, the same for equal cells. It always ends in a hash of
     * the id: two ids that differ in case, in punctuation or only behind the cut still get two directories, and the name
     * is never {@code .} or {@code ..}.
     */
    public static String of(Cell cell) {
        String id = cell.print();
        String readable = id.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "_");
        int room = LONGEST - HASH_DIGITS - 1;
        return readable.substring(0, Math.min(room, readable.length())) + "-" + hash(id);
    }

    private static String hash(String id) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
