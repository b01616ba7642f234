package dev.crashharness.orchestrator.matrix.shard;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the parts into which a matrix is split.
 *
 * @param index 1-based
 * @param total at most 1000
 */
public record Shard(int index, int total) {
    private static final int MOST = 1000;
    private static final Pattern SPELLING = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

    public Shard {
        if (total < 1 || total > MOST) {
            throw new IllegalArgumentException("a matrix is split into " + total + " shards, expected 1 to " + MOST);
        }
        if (index < 1 || index > total) {
            throw new IllegalArgumentException(
                    "shard " + index + " of " + total + " does not exist, expected 1 to " + total);
        }
    }

    /**
     * Reads {@code I/N}.
     *
     * @throws IllegalArgumentException when it is not spelled so, or there is no such shard
     */
    public static Shard parse(String text) {
        Matcher parts = SPELLING.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("shard '" + text + "' is not spelled I/N; write it as in 1/4, or auto");
        }
        return new Shard(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    @Override
    public String toString() {
        return index + "/" + total;
    }
}
