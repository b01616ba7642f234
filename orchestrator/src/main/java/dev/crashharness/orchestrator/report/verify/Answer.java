package dev.crashharness.orchestrator.report.verify;

import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;

/** What came of judging one cell again. */
public sealed interface Answer {
    /** The verdict in the log. */
    VerdictRecord saved();

    /** The worse of what was said then and what is said now: neither can be trusted over the other. */
    Verdict counts();

    /** Judged again from its history; {@code otherForecast}: the model of today predicts another end than was planned. */
    record Judged(VerdictRecord saved, Judgement now, boolean otherForecast) implements Answer {
        /** Whether the verdict, or what decided it, is another one. */
        public boolean changed() {
            return saved.verdict() != now.verdict() || !saved.reason().equals(now.reason());
        }

        @Override
        public Verdict counts() {
            return Verdict.worse(saved.verdict(), now.verdict());
        }
    }

    /** There was nothing to judge: the harness had failed and said so. */
    record NothingSaved(VerdictRecord saved) implements Answer {
        @Override
        public Verdict counts() {
            return saved.verdict();
        }
    }

    /** The evidence is missing, cut short or of another cell; {@code why} is a sentence. Damaged evidence is a violation. */
    record Damaged(VerdictRecord saved, String why) implements Answer {
        @Override
        public Verdict counts() {
            return Verdict.VIOLATION;
        }
    }

    /** This version cannot predict the cell, or its evidence cannot be read now; {@code why} is a sentence. */
    record Unknown(VerdictRecord saved, String why) implements Answer {
        @Override
        public Verdict counts() {
            return Verdict.worse(saved.verdict(), Verdict.ERROR);
        }
    }
}
