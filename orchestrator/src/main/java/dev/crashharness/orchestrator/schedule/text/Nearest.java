package dev.crashharness.orchestrator.schedule.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody probably meant to type. Case does not count; two swapped neighbours are one mistake. */
public final class Nearest {
    private static final int MOST_MISTAKES = 3;

    /** The comparison is quadratic; nobody mistypes a word as long as this. */
    private static final int LONGEST_WORD = 100;

    private Nearest() {}

    /**
     * The one of {@code known} with the fewest mistakes (insertion, deletion, replacement, swap of neighbours), the
     * first of several. Empty when that is more than one mistake per three characters, or more than three.
     */
    public static Optional<String> to(String word, Collection<String> known) {
        int allowed = Math.min(MOST_MISTAKES, Math.max(1, word.length() / 3));
        if (word.isEmpty() || word.length() > LONGEST_WORD) {
            return Optional.empty();
        }
        return known.stream()
                .map(candidate -> new Candidate(candidate, mistakes(word, candidate)))
                .filter(candidate -> candidate.mistakes <= allowed && candidate.mistakes < word.length())
                .min(Comparator.comparingInt(Candidate::mistakes))
                .map(Candidate::text);
    }

    /** The end of an error sentence: the nearest one as a question, or all that are known. */
    public static String advice(String word, Collection<String> known) {
        return to(word, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(() -> "known are " + String.join(", ", known));
    }

    private record Candidate(String text, int mistakes) {}

    /** Damerau-Levenshtein distance in its restricted form: no part of the word is changed twice. */
    static int mistakes(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                rows[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : cheapest(rows, a, b, i, j);
            }
        }
        return rows[a.length()][b.length()];
    }

    private static int cheapest(int[][] rows, String a, String b, int i, int j) {
        int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(rows[i - 1][j - 1] + replaced, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
    }
}
