package dev.crashharness.orchestrator.schedule.text;

import java.util.List;
import java.util.function.Function;

/** Looks up a word of the grammar among the things that it may stand for. */
public final class Word {
    private Word() {}

    /** The one of {@code all} spelled {@code word}; {@code kind} is what the error calls it. */
    public static <T> T find(String kind, String word, List<T> all, Function<T, String> spelling) {
        return all.stream()
                .filter(one -> spelling.apply(one).equals(word))
                .findFirst()
                .orElseThrow(() ->
                        Flaw.unknown(kind, word, all.stream().map(spelling).toList()));
    }
}
