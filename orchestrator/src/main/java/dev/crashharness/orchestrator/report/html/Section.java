package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.SavedRun;
import java.util.List;
import java.util.function.Predicate;

/**
 * Cells of one kind: some in full, some in a line, and the number of the rest; so the file stays small whatever a run held.
 *
 * @param all how many cells the section is about
 * @param rest how many are neither in {@code full} nor in {@code brief}
 */
public record Section(int all, List<CellView> full, List<Brief> brief, int rest) {
    /** How many are shown in full, and how many more in a line. */
    record Bounds(int full, int brief) {}

    static Section of(SavedRun run, Predicate<Verdict> kind, Bounds bounds) {
        List<VerdictRecord> cells = run.verdicts().stream()
                .filter(verdict -> kind.test(verdict.verdict()))
                .sorted((a, b) -> a.verdict().compareTo(b.verdict()))
                .toList();
        int full = Math.min(bounds.full, cells.size());
        int listed = Math.min(full + bounds.brief, cells.size());
        return new Section(
                cells.size(),
                cells.subList(0, full).stream()
                        .map(cell -> CellView.of(run, cell))
                        .toList(),
                cells.subList(full, listed).stream().map(Brief::of).toList(),
                cells.size() - listed);
    }
}
