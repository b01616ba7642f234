package dev.crashharness.orchestrator.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.JsonSchema;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written into the plan, and what its schema says of it. */
class PlanSchemaTest {
    private JsonSchema schema;

    @BeforeEach
    void load() throws IOException {
        schema = JsonSchema.beside(PlannedCell.class, "plan.schema.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blind/none",
                "blind/worker@after_effect",
                "dedup-query/worker@after_collect,worker@after_effect",
                "fenced/none?skew.2=+1m&workers=2"
            })
    void aLineOfThePlanIsValidAndEachOfItsFieldsIsDescribed(String cell) {
        JsonNode line = line(cell);

        assertThat(schema.complaints(line)).isEmpty();
        assertThat((Iterable<String>) schema.text().get("properties")::fieldNames)
                .containsExactlyElementsOf(line::fieldNames);
        assertThat((Iterable<String>) schema.text().at("/$defs/state/properties")::fieldNames)
                .containsExactlyElementsOf(line.get("expected")::fieldNames);
    }

    @Test
    void aRaceHasAlternatives() {
        assertThat(line("fenced/none?skew.2=+1m&workers=2").get("alternatives")).isNotEmpty();
    }

    @Test
    void aLineWithoutAnEndIsNotValid() {
        ObjectNode line = (ObjectNode) line("blind/none");
        line.remove("expected");

        assertThat(schema.complaints(line)).singleElement().asString().contains("expected");
    }

    private static JsonNode line(String cell) {
        return Json.MAPPER.valueToTree(PlannedCell.of(Cell.parse(cell)).line());
    }
}
