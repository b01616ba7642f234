package dev.crashharness.orchestrator.doctor.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.doctor.rule.Level;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who was turned away, and who says too much. */
class ConductOnTheControlPortTest {
    @TempDir
    private Path here;

    private Conduct conduct;

    @BeforeEach
    void read() throws IOException {
        Path file = Files.writeString(
                here.resolve("t.yaml"),
                "name: t\nworker: {run: w}\npublisher: {run: p}\nschema: own\npoints: [before_send]\nchecks: [{name: a, command: c}]\n");
        conduct = new Conduct(TargetFiles.find(file.toString(), Plain.TARGETS));
    }

    @Test
    void whoseHelloWasRefusedHasItsLineNamed() throws IOException {
        Event refused = new Event(
                3,
                EventType.REFUSED,
                "harness",
                Map.of(
                        "reason",
                        "a hello with a wrong token; it called itself publisher-1",
                        "who",
                        "",
                        "perhaps",
                        "publisher-1"));

        assertThat(conduct.protocol(history(refused)))
                .singleElement()
                .satisfies(
                        finding -> expect(
                                finding,
                                Level.PROBLEM,
                                here.resolve("t.yaml")
                                        + ":3: a connection was closed: a hello with a wrong token; it called itself publisher-1"));
    }

    @Test
    void aFloodIsADoubt() {
        Event left = new Event(3, EventType.LEFT_OUT, "worker-1", Map.of("of", "at", "count", "9"));

        assertThat(conduct.flood(history())).isEmpty();
        assertThat(conduct.flood(history(left)))
                .singleElement()
                .satisfies(finding -> expect(
                        finding, Level.DOUBT, "worker-1 caused more events 'at' than the log keeps: 9 were left out"));
    }

    private static History history(Event... events) {
        Ending finished = new Ending(Ending.Kind.FINISHED, "", List.of());
        return new History("blind/none", List.of(events), List.of(), List.of(), finished, false, List.of());
    }

    private static void expect(Finding finding, Level level, String words) {
        assertThat(finding.level()).isEqualTo(level);
        assertThat(finding.line()).contains(words);
    }
}
