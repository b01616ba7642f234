package dev.crashharness.orchestrator.judge;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Failed;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Puts all checks to one trial. Thread-safe: it keeps nothing. */
public final class Judge {
    private final Function<Trial, List<Check>> choice;

    /** A judge with all checks there are for a trial. */
    public Judge() {
        this(Checks::of);
    }

    Judge(List<Check> checks) {
        this(trial -> checks);
    }

    private Judge(Function<Trial, List<Check>> choice) {
        this.choice = choice;
    }

    /** What the history proves; never throws for what a check throws. */
    public Judgement judge(Trial trial) {
        List<Answer> answers = answers(choice.apply(trial), trial);
        List<Finding> findings = answers.stream().map(Answer::finding).toList();
        return worst(answers, trial.history().ending())
                .map(cause -> new Judgement(
                        cause.verdict,
                        cause.reason,
                        cause.check,
                        new Aside(trial).behind(cause.message, cause.verdict),
                        findings))
                .orElseGet(() -> new Judgement(Verdict.PASS, "", Optional.empty(), "", findings));
    }

    /** Promises first: what speaks against the experiment itself decides whether the prediction may be compared. */
    private static List<Answer> answers(List<Check> checks, Trial trial) {
        List<Answer> promises = checks.stream()
                .filter(check -> !check.needsLandedFaults())
                .map(check -> new Answer(check, ask(check, trial)))
                .toList();
        Optional<String> obstacle = obstacle(promises, trial.history().ending());
        return inListOrder(checks, promises, comparisons(checks, trial, obstacle));
    }

    private static List<Answer> comparisons(List<Check> checks, Trial trial, Optional<String> obstacle) {
        return checks.stream()
                .filter(Check::needsLandedFaults)
                .map(check -> new Answer(
                        check, obstacle.<CheckResult>map(NotExercised::new).orElseGet(() -> ask(check, trial))))
                .toList();
    }

    private static List<Answer> inListOrder(List<Check> checks, List<Answer> promises, List<Answer> comparisons) {
        List<Answer> all = new ArrayList<>(promises);
        all.addAll(comparisons);
        all.sort(Comparator.comparingInt(answer -> checks.indexOf(answer.check)));
        return all;
    }

    private static Optional<String> obstacle(List<Answer> promises, Ending ending) {
        return promises.stream()
                .filter(Answer::spoilsTheComparison)
                .findFirst()
                .map(answer -> "not the predicted run: " + answer.result.message())
                .or(() -> Cause.of(ending).map(cause -> "not the predicted run: " + cause.message));
    }

    /** A check that fails is an error of the harness, with all it had to say (never a pass, never silence). */
    private static CheckResult ask(Check check, Trial trial) {
        try {
            return check.examine(trial);
        } catch (RuntimeException failure) {
            return new Failed("the check itself failed: " + failure);
        }
    }

    private static Optional<Cause> worst(List<Answer> answers, Ending ending) {
        List<Cause> causes = new ArrayList<>();
        Optional<Cause> end = Cause.of(ending);
        // What the harness failed of comes before what a check makes of the remains.
        end.filter(cause -> cause.verdict == Verdict.ERROR).ifPresent(causes::add);
        answers.forEach(answer -> answer.cause().ifPresent(causes::add));
        end.ifPresent(causes::add);
        return causes.stream().min(Comparator.comparing(Cause::verdict));
    }

    /** The reasons of verdicts that name no check. */
    public static List<String> otherReasons() {
        return Arrays.stream(Ending.Kind.values()).map(Judge::id).toList();
    }

    private static String id(Ending.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private record Answer(Check check, CheckResult result) {
        Finding finding() {
            return new Finding(check.name(), result.word(), result.message());
        }

        boolean spoilsTheComparison() {
            return check.verdictWhenBroken() == Verdict.INCONCLUSIVE && cause().isPresent();
        }

        Optional<Cause> cause() {
            if (result instanceof Failed failed) {
                return Optional.of(cause(Verdict.ERROR, failed.message()));
            }
            return result instanceof Broken broken
                    ? Optional.of(cause(check.verdictWhenBroken(), broken.message()))
                    : Optional.empty();
        }

        private Cause cause(Verdict verdict, String message) {
            return new Cause(verdict, check.name(), Optional.of(check.name()), message);
        }
    }

    private record Cause(Verdict verdict, String reason, Optional<String> check, String message) {
        /** Only these two endings decide by themselves; what a deadline means, the checks know. */
        static Optional<Cause> of(Ending ending) {
            return switch (ending.kind()) {
                case HARNESS_FAILED -> Optional.of(of(Verdict.ERROR, ending));
                case INTERFERED -> Optional.of(of(Verdict.INCONCLUSIVE, ending));
                case FINISHED, DEADLINE, LIVES_SPENT, CHILD_FAILED -> Optional.empty();
            };
        }

        private static Cause of(Verdict verdict, Ending ending) {
            return new Cause(verdict, id(ending.kind()), Optional.empty(), ending.detail());
        }
    }
}
