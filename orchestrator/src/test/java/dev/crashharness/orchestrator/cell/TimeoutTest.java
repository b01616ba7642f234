package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import dev.crashharness.orchestrator.schedule.Cell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What workers are told and what the judge believes they were told is written down twice, on purpose. */
class TimeoutTest {
    @ParameterizedTest
    @CsvSource({
        "dedup-query/none, 10000",
        "dedup-query/wire@reply=drop, 500",
        "dedup-query/wire@reply=delay:100ms, 10000",
        "dedup-query/wire@request=delay:500ms, 10000",
        "dedup-query/wire@request=delay:501ms, 500",
        "dedup-query/wire@request=delay..after_lookup, 500",
        "dedup-query/wire@request=duplicate, 10000",
        "dedup-query/wire@reply=drop?timeout=3s, 3000",
    })
    void theJudgeExpectsTheTimeoutThatWorkersAreTold(String id, long ms) {
        Cell cell = Cell.parse(id);
        CellPlan plan = plan(cell, Hold.NOT);

        assertThat(plan.timeout()).hasMillis(ms);
        assertThat(Clocks.timeout(cell)).hasMillis(ms);
        assertThat(Clocks.isTimeout(cell, ms)).isTrue();
        assertThat(Clocks.isTimeout(cell, ms - 1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"dedup-query/none", "dedup-query/wire@reply=drop", "dedup-query/none?timeout=3s"})
    void whileAPersonLooksItIsOneThatTheJudgeAccepts(String id) {
        Cell cell = Cell.parse(id);

        assertThat(Clocks.isTimeout(cell, plan(cell, parked -> {}).timeout().toMillis()))
                .isTrue();
    }

    /** Whether a window is surely open depends on how long a worker waits, and the model reckons with the usual time. */
    @ParameterizedTest
    @CsvSource({"dedup-window:24h/worker@before_send, 10000", "dedup-window:24h/wire@reply=drop, 500"})
    void whereThePublisherForgetsAPersonsLookChangesNothing(String id, long ms) {
        Cell cell = Cell.parse(id);

        assertThat(plan(cell, parked -> {}).timeout()).hasMillis(ms);
        assertThat(Clocks.isTimeout(cell, ms)).isTrue();
        assertThat(Clocks.isTimeout(cell, Duration.ofHours(12).toMillis())).isFalse();
    }

    private static CellPlan plan(Cell cell, Hold hold) {
        return new CellPlan(cell, null, Path.of("none"), Optional.empty(), false, Duration.ofMinutes(1), hold);
    }
}
