package dev.crashharness.orchestrator.matrix.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlannedCellTest {
    @Test
    void aPlanSaysWhatMustBeFoundAfterEachFaultAndAtTheEnd() throws Exception {
        PlannedCell planned = PlannedCell.of(Cell.parse("blind/worker@after_send"));

        assertThat(Json.MAPPER.writeValueAsString(planned.line()))
                .startsWith("{\"cell\":\"blind/worker@after_send\",\"expected_after_faults\":[{\"state\":\"running\"")
                .contains("\"expected\":{\"state\":\"unknown\",\"generation\":2,\"effects\":1,\"receipts\":1,")
                .endsWith("\"alternatives\":[]}");
    }

    @Test
    void whereARaceIsLegitimateThePlanHasEveryCourse() throws Exception {
        PlannedCell planned = PlannedCell.of(Cell.parse("fenced/none?skew.2=+60s&workers=2"));

        JsonNode line = Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(planned.line()));

        List<JsonNode> courses = new ArrayList<>(List.of(line.get("expected")));
        line.get("alternatives").forEach(other -> courses.add(other.get("expected")));
        assertThat(courses).hasSize(6).doesNotHaveDuplicates();
        assertThat(courses.stream().map(end -> end.get("generation").asInt()).distinct())
                .containsExactlyInAnyOrder(1, 2);
        assertThat(line.at("/alternatives/0/expected_after_faults")).isEmpty();
        assertThat(planned.ends()).hasSize(6);
    }

    @Test
    void aPointThatIsNeverReachedIsRefusedBeforeAnythingRuns() {
        assertThatThrownBy(() -> PlannedCell.of(Cell.parse("dedup-query/worker@after_lookup")))
                .isInstanceOf(UnplannableCellException.class)
                .hasMessageContaining("after_lookup");
    }
}
