package dev.crashharness.orchestrator.report.run;

import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.text.Nearest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the cell that somebody means by its id, by the unique beginning of it, or by the name of its folder. */
public final class CellChoice {
    private static final int MOST_EXAMPLES = 3;

    private CellChoice() {}

    /**
     * The verdicts of the one cell that is meant, the worst first; with {@code --repeat} there are several.
     *
     * @throws IllegalArgumentException when no cell or more than one is meant; it suggests what to type
     */
    public static List<VerdictRecord> of(SavedRun run, String typed) {
        List<String> ids =
                run.verdicts().stream().map(VerdictRecord::cell).distinct().toList();
        String id = folder(run, typed).orElseGet(() -> ids.contains(typed) ? typed : byPrefix(run, ids, typed));
        return run.verdicts().stream()
                .filter(verdict -> verdict.cell().equals(id))
                .sorted(Comparator.comparing(VerdictRecord::verdict))
                .toList();
    }

    private static Optional<String> folder(SavedRun run, String typed) {
        return run.verdicts().stream()
                .filter(verdict -> verdict.dir().equals(typed) || verdict.dir().equals("cells/" + typed))
                .map(VerdictRecord::cell)
                .findFirst();
    }

    private static String byPrefix(SavedRun run, List<String> ids, String typed) {
        List<String> found = ids.stream().filter(id -> id.startsWith(typed)).toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException("'" + typed + "' is the beginning of " + found.size() + " cells in "
                    + run.path() + ", expected 1; give more of the id: " + examples(found));
        }
        if (run.planned().contains(typed)) {
            throw new IllegalArgumentException("'" + typed + "' was planned in " + run.path()
                    + " but has no verdict: the run was broken off; run it with: crash-harness reproduce '" + typed
                    + "'");
        }
        throw new IllegalArgumentException("no cell '" + typed + "' in " + run.path() + "; " + advice(ids, typed));
    }

    private static String advice(List<String> ids, String typed) {
        return Nearest.to(typed, ids)
                .or(() -> beginning(ids, typed))
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(() -> ids.isEmpty() ? "it has no verdict yet" : "it has for example " + examples(ids));
    }

    /** Of a mistyped beginning: the id whose own beginning is nearest. */
    private static Optional<String> beginning(List<String> ids, String typed) {
        List<String> beginnings = ids.stream()
                .map(id -> id.substring(0, Math.min(id.length(), typed.length())))
                .toList();
        return Nearest.to(typed, beginnings).map(near -> ids.get(beginnings.indexOf(near)));
    }

    private static String examples(List<String> ids) {
        String some = String.join(", ", ids.subList(0, Math.min(MOST_EXAMPLES, ids.size())));
        return ids.size() > MOST_EXAMPLES ? some + ", ..." : some;
    }
}
