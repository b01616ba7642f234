package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.Contrast;
import dev.crashharness.orchestrator.report.story.Explanation;
import dev.crashharness.orchestrator.report.story.Narrator;
import dev.crashharness.orchestrator.report.text.Visible;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One cell in full.
 *
 * @param reason the check or ending that decided; empty for a pass
 * @param promise what that check promises, or empty
 * @param contrast expected against found at the end
 * @param broken what else was broken
 * @param refused writes and requests on record as refused
 * @param lanes what happened, or null when nothing was saved
 * @param shorter what shrinking has found, or empty
 * @param gap why {@code lanes} is null
 */
public record CellView(
        String id,
        Face face,
        String reason,
        String promise,
        String message,
        List<Contrast.Row> contrast,
        List<Finding> broken,
        List<Finding> others,
        List<String> refused,
        Lanes lanes,
        String gap,
        String reproduce,
        String shorter,
        String dir) {

    static CellView of(SavedRun run, VerdictRecord verdict) {
        Saved saved = saved(run, verdict);
        return new CellView(
                Visible.text(verdict.cell()),
                Face.of(verdict.verdict()),
                verdict.reason(),
                Explanation.promise(verdict.reason()).orElse(""),
                Visible.brief(verdict.message()),
                Explanation.rows(verdict),
                Explanation.alsoBroken(verdict),
                Explanation.others(verdict),
                saved.history.map(Explanation::refused).orElse(List.of()),
                saved.history.map(history -> Lanes.of(Narrator.tell(history))).orElse(null),
                saved.gap,
                Visible.text(verdict.reproduce()),
                Explanation.shorter(verdict).orElse(""),
                verdict.dir());
    }

    private record Saved(Optional<History> history, String gap) {}

    /** A report must show a damaged cell too, and say that it is damaged. */
    private static Saved saved(SavedRun run, VerdictRecord verdict) {
        try {
            return new Saved(
                    run.history(verdict),
                    run.damage(verdict)
                            .map(why -> Visible.text("Nothing confirms this verdict: " + why))
                            .orElse("No history.jsonl was saved for this cell."));
        } catch (IOException damaged) {
            return new Saved(Optional.empty(), Visible.text("The history cannot be read: " + damaged.getMessage()));
        }
    }
}
