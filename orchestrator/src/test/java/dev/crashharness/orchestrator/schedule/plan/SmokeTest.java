package dev.crashharness.orchestrator.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmokeTest {
    private final List<String> ids = Smoke.cells().stream().map(Cell::print).toList();

    @Test
    void hasFortyTwoDifferentCellsInAFixedOrder() {
        assertThat(ids).hasSize(42).doesNotHaveDuplicates();
        assertThat(ids.subList(0, 3))
                .containsExactly(
                        "dedup-query/none", "dedup-query/worker@before_lease", "dedup-query/worker@during_lease");
        assertThat(ids.subList(19, 22))
                .containsExactly("dedup-query/worker@after_release", "blind/none", "blind/worker@before_lease");
        assertThat(ids.subList(39, 42))
                .containsExactly(
                        "blind/worker@after_release",
                        "dedup-query/worker@after_collect?expiry=wait&lease=2s",
                        "dedup-query/worker@after_effect?expiry=wait&lease=2s");
    }

    @Test
    void killsAtEachPointThatAFirstWorkerPasses() {
        assertThat(ids).noneMatch(id -> id.contains("after_lookup"));
        assertThat(ids.stream().filter(id -> id.startsWith("blind/worker@"))).hasSize(19);
    }
}
