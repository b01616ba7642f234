package dev.crashharness.orchestrator.judge;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.effect.AttemptsMatchWire;
import dev.crashharness.orchestrator.judge.effect.ConflictRejected;
import dev.crashharness.orchestrator.judge.effect.NoEffectBeforeIntent;
import dev.crashharness.orchestrator.judge.effect.OperationStable;
import dev.crashharness.orchestrator.judge.effect.SingleEffect;
import dev.crashharness.orchestrator.judge.effect.SingleReceipt;
import dev.crashharness.orchestrator.judge.effect.StaleRequestRefused;
import dev.crashharness.orchestrator.judge.effect.StateAsPredicted;
import dev.crashharness.orchestrator.judge.effect.SucceededImpliesEffect;
import dev.crashharness.orchestrator.judge.effect.unknown.CompensationRecorded;
import dev.crashharness.orchestrator.judge.effect.unknown.UnknownPreserved;
import dev.crashharness.orchestrator.judge.effect.unknown.WindowRespected;
import dev.crashharness.orchestrator.judge.kill.DatabasesIntact;
import dev.crashharness.orchestrator.judge.kill.FenceExercised;
import dev.crashharness.orchestrator.judge.kill.KillLanded;
import dev.crashharness.orchestrator.judge.kill.NothingSurvives;
import dev.crashharness.orchestrator.judge.kill.PointReached;
import dev.crashharness.orchestrator.judge.kill.SettingsEffective;
import dev.crashharness.orchestrator.judge.lease.AcknowledgedCheckpointSurvives;
import dev.crashharness.orchestrator.judge.lease.GenerationExpected;
import dev.crashharness.orchestrator.judge.lease.GenerationStrictlyIncreases;
import dev.crashharness.orchestrator.judge.lease.LostLeaseStopsWork;
import dev.crashharness.orchestrator.judge.lease.StaleWriteRejected;
import dev.crashharness.orchestrator.judge.lease.StepCommittedOnce;
import dev.crashharness.orchestrator.judge.lease.StepsFormAPrefix;
import dev.crashharness.orchestrator.judge.lease.TerminalIsFinal;
import dev.crashharness.orchestrator.judge.lease.WorkCompletes;
import dev.crashharness.orchestrator.judge.own.OwnAnswer;
import dev.crashharness.orchestrator.judge.own.WorkDone;
import java.util.List;
import java.util.stream.Stream;

/** All checks. A new one is added here and nowhere else. */
public final class Checks {
    private static final List<Check> WITHOUT_A_MODEL = List.of(
            new KillLanded(), new PointReached(), new SettingsEffective(), new NothingSurvives(), new WorkDone());

    private Checks() {}

    /**
     * The built-in checks that can make a cell of a target a {@link Verdict#VIOLATION}, by name.
     *
     * @param documented whether there is a model of the target
     */
    public static List<String> violable(boolean documented) {
        return (documented ? all() : WITHOUT_A_MODEL)
                .stream()
                        .filter(check -> check.verdictWhenBroken() == Verdict.VIOLATION)
                        .map(Check::name)
                        .toList();
    }

    /** Those that are put to {@code trial}, in order of importance. */
    static List<Check> of(Trial trial) {
        Stream<Check> own = trial.history().observations().stream().map(answer -> new OwnAnswer(answer.check()));
        Stream<Check> known = trial.forecast().isPresent() ? all().stream() : WITHOUT_A_MODEL.stream();
        return Stream.concat(known, own).toList();
    }

    /**
     * In order of importance: of several broken promises of one class the first gives the judgement its name, so a cause
     * stands before what it leads to, and the comparison of everything stands last.
     */
    public static List<Check> all() {
        return List.of(
                new KillLanded(),
                new PointReached(),
                new FenceExercised(),
                new SettingsEffective(),
                new NothingSurvives(),
                new DatabasesIntact(),
                new GenerationStrictlyIncreases(),
                new StepCommittedOnce(),
                new StaleWriteRejected(),
                new LostLeaseStopsWork(),
                new StepsFormAPrefix(),
                new AcknowledgedCheckpointSurvives(),
                new OperationStable(),
                new NoEffectBeforeIntent(),
                new AttemptsMatchWire(),
                new ConflictRejected(),
                new StaleRequestRefused(),
                new WindowRespected(),
                new TerminalIsFinal(),
                new CompensationRecorded(),
                new UnknownPreserved(),
                new SucceededImpliesEffect(),
                new WorkCompletes(),
                new GenerationExpected(),
                new SingleEffect(),
                new SingleReceipt(),
                new StateAsPredicted());
    }
}
