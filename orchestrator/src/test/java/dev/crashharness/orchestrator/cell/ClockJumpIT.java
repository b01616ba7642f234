package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.schedule.Cell;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The clock of the machine is set while a worker stands parked, or the machine sleeps. Nobody may set the real one for a test:
 * the harness's reading of it jumps, all processes are real.
 */
@Timeout(120)
class ClockJumpIT {
    private static final Cell CELL = Cell.parse("dedup-query/worker@after_collect");

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0}")
    @CsvSource({"PT1H, INCONCLUSIVE, further than", "PT-1H, INCONCLUSIVE, back against", "PT0.2S, PASS, ''"})
    void aJumpOfTheClockProvesNothingAndAStepIsNone(Duration jump, Verdict verdict, String words) throws Exception {
        AtomicLong ahead = new AtomicLong();
        InstantSource clock = () -> InstantSource.system().instant().plusMillis(ahead.get());
        try (CellGround ground = CellGround.prepare(directory.resolve("templates"), List.of(CELL))) {
            Hold whileParked = parked -> ahead.set(jump.toMillis());

            History history = CellRun.run(plan(ground, whileParked), ground.launcher(), clock);

            assertThat(history.ending().kind())
                    .as(
                            "no deadline of the harness rests on it: %s",
                            history.ending().detail())
                    .isEqualTo(Ending.Kind.FINISHED);
            assertThat(history.events(EventType.COPY)
                            .filter(copy -> copy.get("label").equals(Snapshot.FINAL)))
                    .as("how long the machine stood still at most is measured in every cell")
                    .singleElement()
                    .satisfies(copy -> assertThat(copy.get("pause_ms")).matches("\\d+"));
            Judgement judgement =
                    new Judge().judge(new Trial(CELL, PlannedCell.of(CELL).prediction(), history));
            assertThat(judgement.verdict()).as(judgement.message()).isEqualTo(verdict);
            assertThat(judgement.reason()).isEqualTo(verdict == Verdict.PASS ? "" : "settings_effective");
            assertThat(judgement.message()).contains(words);
            assertThat(judgement.message()).contains(words.isEmpty() ? "" : "the machine's clock was set, or it slept");
        }
    }

    private CellPlan plan(CellGround ground, Hold whileParked) {
        return new CellPlan(
                CELL,
                ground.bench().target(),
                directory.resolve("cell"),
                ground.bench().template(CELL),
                false,
                ground.bench().target().criteria().limits().cell(),
                whileParked);
    }
}
