package dev.crashharness.orchestrator.report.run;

import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a log that can be read says against itself or against the plan, in sentences. */
final class LogFlaws {
    private LogFlaws() {}

    /** A cell's own file is written at once and whole. */
    static List<String> ofACell(VerdictLog.Contents contents) {
        int found = contents.verdicts().size();
        return found == 1 && !contents.torn()
                ? List.of()
                : List.of(SavedRun.LOG_OF_A_CELL + " holds " + found
                        + " whole verdicts, expected 1; it was cut short or changed");
    }

    static List<String> ofARun(List<VerdictRecord> verdicts, List<String> planned) {
        Set<String> cells = new HashSet<>(planned);
        Set<String> seen = new HashSet<>();
        List<String> unplanned = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        for (VerdictRecord verdict : verdicts) {
            if (!cells.isEmpty() && !cells.contains(verdict.cell())) {
                unplanned.add(verdict.cell());
            }
            if (!seen.add(verdict.cell() + " " + verdict.dir())) {
                repeated.add(verdict.cell());
            }
        }
        return Stream.concat(
                        contradiction(unplanned, "of cells that were not planned").stream(),
                        contradiction(repeated, "that it has already").stream())
                .toList();
    }

    private static Optional<String> contradiction(List<String> cells, String what) {
        return cells.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        SavedRun.LOG + " has " + cells.size() + " verdicts " + what + ", the first of " + cells.get(0));
    }
}
