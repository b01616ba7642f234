package dev.crashharness.orchestrator.report;

import static dev.crashharness.orchestrator.judge.check.Verdict.ERROR;
import static dev.crashharness.orchestrator.judge.check.Verdict.PASS;
import static dev.crashharness.orchestrator.judge.check.Verdict.VIOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.JsonSchema;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written into the log, and what its schema says of it. */
class VerdictsSchemaTest {
    private static final Shrunk SHORTEST =
            new Shrunk("blind/none", "crash-harness reproduce 'blind/none'", 3, "nothing_shorter_fails", "shrink/x");
    private static final VerdictRecord BROKEN =
            Verdicts.of(VIOLATION, "blind", "worker@after_send", "lease=2s").with(SHORTEST);

    private JsonSchema schema;

    @BeforeEach
    void load() throws IOException {
        schema = JsonSchema.beside(VerdictRecord.class, "verdicts.schema.json");
    }

    @Test
    void eachKindOfVerdictIsValid() {
        assertThat(schema.complaints(tree(Verdicts.of(PASS, "dedup-query", "none"))))
                .isEmpty();
        assertThat(schema.complaints(tree(BROKEN))).isEmpty();
        assertThat(schema.complaints(tree(Verdicts.unobserved(ERROR, "blind", "none"))))
                .isEmpty();
    }

    @Test
    void whyTheShrinkingEndedIsDescribedInEachOfItsWords() {
        assertThat(schema.text().at("/properties/shrunk/properties/ended/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Shrunk.End.values()).map(Shrunk.End::id).toList());
    }

    @Test
    void aMissingFieldAndAnUnknownVerdictAreNotValid() {
        ObjectNode without = (ObjectNode) tree(BROKEN);
        without.remove("reproduce");
        assertThat(schema.complaints(without)).singleElement().asString().contains("reproduce");

        ObjectNode other = (ObjectNode) tree(BROKEN);
        other.put("verdict", "FINE");
        assertThat(schema.complaints(other)).singleElement().asString().contains("/verdict");
    }

    /** The schema lets fields through that it does not know, so nothing else would notice a new one. */
    @Test
    void eachFieldOnEachLevelIsDescribed() {
        JsonNode line = tree(BROKEN);

        assertThat(names(schema.text().get("properties"))).containsExactlyElementsOf(names(line));
        assertThat(names(schema.text().at("/properties/shrunk/properties")))
                .containsExactlyElementsOf(names(line.get("shrunk")));
        assertThat(names(schema.text().at("/$defs/state/properties")))
                .containsExactlyElementsOf(names(line.get("observed")));
        assertThat(names(schema.text().at("/$defs/fault/properties")))
                .containsExactlyElementsOf(names(line.at("/faults/0")));
        assertThat(names(schema.text().at("/properties/checks/items/properties")))
                .containsExactlyElementsOf(names(line.at("/checks/0")));
        assertThat(schema.text().at("/properties/verdict/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Verdict.values()).map(Verdict::name).toList());
    }

    private static Iterable<String> names(JsonNode object) {
        assertThat(object.isObject()).as("%s", object).isTrue();
        return object::fieldNames;
    }

    private static JsonNode tree(VerdictRecord verdict) {
        return Json.MAPPER.valueToTree(verdict);
    }
}
