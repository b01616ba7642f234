package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import org.junit.jupiter.api.Test;

final class PlannedCellTest {
    @Test
    void aPlanSaysWhatMustBeFoundAfterEachFaultAndAtTheEnd() throws Exception {
        PlannedCell planned = PlannedCell.of(Cell.parse("blind/worker@after_send"));

        assertThat(Json.MAPPER.writeValueAsString(planned.line()))
                .startsWith("{\"cell\":\"blind/worker@after_send\",\"expected_after_faults\":[{\"state\":\"running\"")
                .contains("\"expected\":{\"state\":\"unknown\",\"generation\":2,\"effects\":1,\"receipts\":1,");
    }

    @Test
    void aPointThatIsNeverReachedIsRefusedBeforeAnythingRuns() {
        assertThatThrownBy(() -> PlannedCell.of(Cell.parse("dedup-query/worker@after_lookup")))
                .isInstanceOf(UnplannableCellException.class)
                .hasMessageContaining("after_lookup");
    }
}
