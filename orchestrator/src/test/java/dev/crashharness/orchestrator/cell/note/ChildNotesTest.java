package dev.crashharness.orchestrator.cell.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose connection was refused, as far as anybody can know. */
class ChildNotesTest {
    @TempDir
    private Path here;

    private Target target;

    @BeforeEach
    void read() throws IOException {
        Path file = Files.writeString(
                here.resolve("t.yaml"),
                "name: t\nworker: {run: w}\nschema: own\npoints: [before_send]\nchecks: [{name: a, command: c}]\n");
        target = TargetFiles.find(file.toString(), Plain.TARGETS);
    }

    @Test
    void whoHadSaidHelloIsNamed() throws IOException {
        Event noted = noted(new ControlMessage.Refused("worker-1", "it sent nonsense", "", ""), "worker-2");

        assertThat(noted.get("who")).isEqualTo("worker-1");
        assertThat(noted.get("reason")).isEqualTo("worker-1 broke the control protocol: it sent nonsense");
    }

    @Test
    void ofABadHelloTheNameInItIsKept() throws IOException {
        Event noted = noted(new ControlMessage.Refused("", "a bad hello", "", "worker-1"), "worker-2");

        assertThat(noted.get("who")).isEmpty();
        assertThat(noted.get("perhaps")).isEqualTo("worker-1");
        assertThat(noted.get("reason")).isEqualTo("a bad hello; it called itself worker-1");
    }

    @Test
    void ofHalfAHelloTheOnlyOneThatIsStillSilentIsNamed() throws IOException {
        ControlMessage.Refused half = new ControlMessage.Refused("", "half a hello", "", "");

        assertThat(noted(half, "worker-2").get("perhaps")).isEqualTo("worker-2");
        assertThat(noted(half, "worker-2").get("reason")).isEqualTo("half a hello; worker-2 had not said hello");
        assertThat(noted(half, "").get("reason")).isEqualTo("half a hello");
    }

    private Event noted(ControlMessage.Refused refused, String silent) throws IOException {
        try (EventLog log = EventLog.append(here.resolve("events.jsonl"))) {
            new ChildNotes(log, target).refused(refused, silent);
            return log.events().get(0);
        }
    }
}
