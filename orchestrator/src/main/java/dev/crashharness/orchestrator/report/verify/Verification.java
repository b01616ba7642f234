package dev.crashharness.orchestrator.report.verify;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.DamagedEvidenceException;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.Outlook;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** All answers for one run, in the order of its plan. */
public record Verification(List<Answer> answers) {
    private static final Judge JUDGE = new Judge();

    public Verification {
        answers = List.copyOf(answers);
    }

    /** Judges every cell of {@code run} again; of one that was not run, and has left nothing, there is nothing to judge. */
    public static Verification of(SavedRun run) {
        return new Verification(run.verdicts().stream()
                .filter(verdict -> verdict.verdict() != Verdict.NOT_RUN
                        || run.damage(verdict).isPresent())
                .map(verdict -> answer(run, verdict))
                .toList());
    }

    /** Judges one cell of {@code run} again, which was run, whatever the log says. */
    public static Answer answer(SavedRun run, VerdictRecord saved) {
        try {
            if (run.hasNothingFor(saved)) {
                return new Answer.NothingSaved(saved);
            }
            run.requireFinished(saved);
            return judge(saved, run.history(saved).orElseThrow());
        } catch (DamagedEvidenceException damaged) {
            return new Answer.Damaged(saved, damaged.getMessage());
        } catch (IOException notNow) {
            return new Answer.Unknown(saved, "its evidence cannot be read now: " + notNow.getMessage());
        }
    }

    private static Answer judge(VerdictRecord saved, History history) {
        if (!history.documented()) {
            Trial trial = new Trial(Cell.parse(saved.cell()), Optional.empty(), history);
            return new Answer.Judged(saved, JUDGE.judge(trial), false);
        }
        Optional<Prediction> prediction = Outlook.of(saved.cell()).prediction();
        return prediction
                .<Answer>map(forecast -> new Answer.Judged(
                        saved,
                        JUDGE.judge(new Trial(Cell.parse(saved.cell()), forecast, history)),
                        !StateWords.of(forecast.end()).equals(saved.expected())))
                .orElseGet(() -> new Answer.Unknown(saved, "this version does not know such a cell"));
    }

    /** Those that were not judged again. */
    public List<Answer> unjudged() {
        return answers.stream()
                .filter(answer -> !(answer instanceof Answer.Judged))
                .toList();
    }

    /** Whether each cell was judged again, with the same verdict for the same reason, or had nothing to be judged by. */
    public boolean unchanged() {
        return answers.stream()
                .allMatch(answer -> answer instanceof Answer.NothingSaved
                        || (answer instanceof Answer.Judged judged && !judged.changed()));
    }

    /** The exit code: that of the worst verdict, then or now. */
    public int exitCode() {
        return answers.stream()
                .map(Answer::counts)
                .reduce(Verdict.PASS, Verdict::worse)
                .exitCode();
    }
}
