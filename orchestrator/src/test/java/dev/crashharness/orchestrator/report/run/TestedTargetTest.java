package dev.crashharness.orchestrator.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestedTargetTest {
    private static final String OWN =
            """
            name: t
            worker: {run: w}
            schema: own
            points: [before_send]
            checks: [{name: one_effect, command: c}]
            """;

    @TempDir
    private Path here;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(here.resolve("t.yaml"), OWN + "expect: {violation: one_effect}\n");
    }

    @Test
    void whatIsNotedIsReadBack() throws IOException {
        TestedTarget now = now();

        assertThat(now.facts())
                .containsEntry("schema", "own")
                .containsEntry("expect", "one_effect")
                .hasEntrySatisfying(
                        "target_sha256", digest -> assertThat(digest.toString()).matches("[0-9a-f]{64}"));
        assertThat(TestedTarget.NAMES).containsAll(now.facts().keySet());
        assertThat(noted(now)).isEqualTo(now);
        TestedTarget bundled = TestedTarget.of(Plain.TARGETS.bundled());
        assertThat(bundled.facts()).containsOnlyKeys("schema");
        assertThat(TestedTarget.of(Json.MAPPER.createObjectNode().put("target", "bundled")))
                .isEqualTo(bundled);
        assertThat(bundled.differences(bundled)).isEmpty();
    }

    @Test
    void aFileThatWasEditedIsAnotherTarget() throws IOException {
        TestedTarget before = noted(now());
        assertThat(before.differences(now())).isEmpty();

        Files.writeString(file, OWN);
        assertThat(before.differences(now()))
                .hasSize(2)
                .contains("expect 'one_effect' and 'nothing'")
                .last()
                .asString()
                .matches("target_sha256 \\(the content of the target file\\) '[0-9a-f]{12}' and '[0-9a-f]{12}'");

        Files.writeString(file, OWN.replace("{run: w}", "{run: other}") + "expect: {violation: one_effect}\n");
        assertThat(before.differences(now())).singleElement().asString().startsWith("target_sha256");
    }

    @Test
    void whatFollowsAnotherSchemaIsAnotherTarget() throws IOException {
        TestedTarget before = now();
        Files.writeString(file, "name: t\nworker: {run: w, submit: s}\n");

        assertThat(before.differences(now())).contains("schema 'own' and 'documented'");
    }

    /** A run of an older version says nothing of its file. */
    @Test
    void aFileThatIsNotOnRecordIsNeverTheSame() throws IOException {
        ObjectNode run = run(now());
        run.remove("target_sha256");
        TestedTarget older = TestedTarget.of(run);

        assertThat(older.differences(now()))
                .singleElement()
                .asString()
                .contains("'not on record' and '" + now().sha256().orElseThrow().substring(0, 12) + "'");
        assertThat(older.differences(older)).singleElement().asString().endsWith("'not on record' and 'not on record'");
    }

    private TestedTarget now() throws IOException {
        return TestedTarget.of(TargetFiles.find(file.toString(), Plain.TARGETS));
    }

    private TestedTarget noted(TestedTarget target) {
        return TestedTarget.of(run(target));
    }

    private ObjectNode run(TestedTarget target) {
        ObjectNode run = Json.MAPPER.valueToTree(target.facts());
        return run.put("target", file.toString());
    }
}
