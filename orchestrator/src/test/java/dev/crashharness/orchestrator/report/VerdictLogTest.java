package dev.crashharness.orchestrator.report;

import static dev.crashharness.orchestrator.judge.check.Verdict.ERROR;
import static dev.crashharness.orchestrator.judge.check.Verdict.PASS;
import static dev.crashharness.orchestrator.judge.check.Verdict.VIOLATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.report.VerdictLog.Contents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class VerdictLogTest {
    private static final VerdictRecord PASSED = Verdicts.of(PASS, "dedup-query", "worker@after_send");
    private static final VerdictRecord BROKEN = Verdicts.of(VIOLATION, "blind", "none", "lease=2s");

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("verdicts.jsonl");
    }

    @Test
    void verdictsComeBackAsTheyWereWritten() throws IOException {
        VerdictRecord unobserved = Verdicts.unobserved(ERROR, "blind", "none");
        write(PASSED, BROKEN, unobserved);

        assertThat(VerdictLog.read(file)).isEqualTo(new Contents(List.of(PASSED, BROKEN, unobserved), false));
    }

    @Test
    void eachVerdictIsInTheFileBeforeTheLogIsClosed() throws IOException {
        try (VerdictLog log = VerdictLog.create(file)) {
            log.append(PASSED);

            assertThat(VerdictLog.read(file).verdicts()).containsExactly(PASSED);
        }
    }

    @Test
    void theFieldsOfALineAreThosePromised() throws IOException {
        write(BROKEN);

        assertThat(Files.readString(file))
                .startsWith(
                        "{\"v\":1,\"cell\":\"blind/none?lease=2s\",\"verdict\":\"VIOLATION\",\"reason\":\"single_effect\","
                                + "\"check\":\"single_effect\",\"message\":\"2 effects, expected 1\",\"checks\":[{\"check\":")
                .contains(
                        "\"contract\":",
                        "\"schedule\":",
                        "\"settings\":",
                        "\"expected\":{",
                        "\"observed\":{",
                        "\"faults\":[{\"fault\":",
                        "\"generations\":2",
                        "\"effects\":1",
                        "\"receipts\":1",
                        "\"refusals\":0",
                        "\"task_state\":\"succeeded\"",
                        "\"duration_ms\":812",
                        "\"reproduce\":\"crash-harness reproduce 'blind/none'\"")
                .endsWith("\"dir\":\"cells/x\"}\n");
    }

    @Test
    void anExistingLogIsNeverOverwritten() throws IOException {
        write(PASSED);

        assertThatThrownBy(() -> VerdictLog.create(file)).isInstanceOf(FileAlreadyExistsException.class);

        assertThat(VerdictLog.read(file).verdicts()).containsExactly(PASSED);
    }

    @Test
    void aTornLastLineIsToldOfAndLeftOut() throws IOException {
        write(PASSED, BROKEN);
        String all = Files.readString(file);
        Files.writeString(file, all.substring(0, all.length() - 20));

        assertThat(VerdictLog.read(file)).isEqualTo(new Contents(List.of(PASSED), true));
    }

    @Test
    void aLastLineTornInsideACharacterIsToldOfToo() throws IOException {
        write(PASSED);
        byte[] torn = "{\"v\":1,\"cell\":\"ü".getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(torn, torn.length - 1), StandardOpenOption.APPEND);

        assertThat(VerdictLog.read(file)).isEqualTo(new Contents(List.of(PASSED), true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"v\":1                              | it is no JSON",
                "{\"v\":1}                             | its field 'cell' is missing or empty",
                "null                                | expected an object",
                "[]                                  | expected an object",
                "oops                                | it is no JSON",
                "{\"mood\":\"good\"}                   | it has a field 'mood' that this version does not know",
                "{\"verdict\":\"FINE\"}                | its field 'verdict' is not understood",
                "{\"checks\":[{\"check\":[]}]}         | its field 'checks.0.check' is not understood",
                "{\"duration_ms\":\"soon\"}            | its field 'duration_ms' is not understood",
            })
    void aLineInTheMiddleThatIsNoVerdictIsAnErrorThatNamesWhatIsWrong(String nonsense, String what) throws IOException {
        write(PASSED, BROKEN);
        List<String> lines = Files.readAllLines(file);
        Files.write(file, List.of(lines.get(0), nonsense, lines.get(1)));

        assertThatThrownBy(() -> VerdictLog.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("line 2 of " + file + " is not a verdict: " + what);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cell",
                "verdict",
                "reason",
                "message",
                "checks",
                "contract",
                "schedule",
                "settings",
                "faults",
                "task_state",
                "reproduce",
                "dir"
            })
    void aVerdictThatLacksWhatNoneIsWithoutIsNone(String field) throws IOException {
        write(PASSED, BROKEN);
        List<String> lines = Files.readAllLines(file);
        ObjectNode without = (ObjectNode) Json.MAPPER.readTree(lines.get(0));
        without.remove(field);
        Files.write(file, List.of(without.toString(), lines.get(1)));

        assertThatThrownBy(() -> VerdictLog.read(file)).hasMessageEndingWith("'" + field + "' is missing or empty");
    }

    @Test
    void onlyProvedKillsCountAsLanded() {
        assertThat(PASSED.killsLanded()).isEqualTo(1);
    }

    private void write(VerdictRecord... verdicts) throws IOException {
        try (VerdictLog log = VerdictLog.create(file)) {
            for (VerdictRecord verdict : verdicts) {
                log.append(verdict);
            }
        }
    }
}
