package dev.crashharness.orchestrator.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a target's file says of checks, held against those that there are. */
class HarnessTest {
    private static final String OWN =
            "worker: {run: w}\nschema: own\nchecks: [{name: one, command: c}]\nexpect: {violation: %s}\n";

    @TempDir
    private Path here;

    @ParameterizedTest
    @ValueSource(strings = {"one", "work_completes"})
    void aViolationMayBeExpectedOfEachCheckThatCanBringOne(String check) throws IOException {
        assertThat(Harness.planning(file(OWN.formatted(check))).criteria().knownDefect())
                .contains(check);
    }

    @ParameterizedTest
    @ValueSource(strings = {"single_effect", "kill_landed", "nothing_survives", "two"})
    void aCheckThatIsNeverAskedOrNeverBringsOneIsRefusedWithItsLine(String check) throws IOException {
        String file = file(OWN.formatted(check));

        assertThatThrownBy(() -> Harness.planning(file))
                .hasMessageStartingWith(
                        file + ":5: no check whose break is a violation here is called '" + check + "'; ");
    }

    @Test
    void theDocumentedSchemaHasAllBuiltInOnes() throws IOException {
        String documented = "worker: {run: w, submit: w}\nexpect: {violation: %s}\n";

        assertThat(Harness.planning(file(documented.formatted("single_effect")))
                        .criteria()
                        .knownDefect())
                .contains("single_effect");
        String file = file(documented.formatted("single_efect"));
        assertThatThrownBy(() -> Harness.planning(file)).hasMessageEndingWith("did you mean 'single_effect'?");
    }

    /** Broken, it would read like a cell in which the harness itself had failed. */
    @ParameterizedTest
    @ValueSource(strings = {"single_effect", "harness_failed", "interfered"})
    void aCheckBearsNoNameThatMeansSomethingElse(String name) throws IOException {
        String file = file("worker: {run: w}\nschema: own\nchecks: [{name: " + name + ", command: c}]\n");

        assertThatThrownBy(() -> Harness.planning(file))
                .hasMessage(
                        file + ":4: " + name + " is the name of a built-in check or reason; give yours another one");
    }

    private String file(String body) throws IOException {
        return Files.writeString(here.resolve("t.yaml"), "name: t\n" + body).toString();
    }
}
