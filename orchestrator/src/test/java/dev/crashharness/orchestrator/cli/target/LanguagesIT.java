package dev.crashharness.orchestrator.cli.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Workers that are no JVMs, killed and judged like the bundled one. The smallest pair of each language that this machine
 * has, and the large one in Python.
 */
@Timeout(600)
class LanguagesIT extends Cli {
    private static final Path TARGETS = LAUNCHER.resolveSibling("targets");
    private static final String KILLED_WITH_THE_RECEIPT_IN_MEMORY = "dedup-query/worker@after_effect";

    @ParameterizedTest
    @CsvSource({"python, python3", "node, node", "bash, curl", "go, go"})
    void aKeyMadeInEachProcessIsCaught(String language, String program) throws Exception {
        Ended ended = tutorial(language, "naive", program);

        assertThat(ended.exit()).as("%s", ended).isZero();
        List<JsonNode> verdicts = verdicts();
        assertThat(verdicts).hasSizeGreaterThan(2).allSatisfy(verdict -> {
            boolean fatal = verdict.get("cell").asText().startsWith(KILLED_WITH_THE_RECEIPT_IN_MEMORY);
            assertThat(verdict.get("verdict").asText()).as("%s", verdict).isEqualTo(fatal ? "VIOLATION" : "PASS");
            assertThat(verdict.get("check").asText("")).isEqualTo(fatal ? "one_effect" : "");
        });
        assertThat(verdicts)
                .extracting(verdict -> verdict.get("cell").asText())
                .contains("dedup-query/none", "dedup-query/worker@before_send", KILLED_WITH_THE_RECEIPT_IN_MEMORY);
    }

    @ParameterizedTest
    @CsvSource({"python, python3", "node, node", "bash, curl", "go, go"})
    void aKeyStoredBeforeTheSendPasses(String language, String program) throws Exception {
        Ended ended = tutorial(language, "careful", program);

        assertThat(ended.exit()).as("%s", ended).isZero();
        assertThat(verdicts())
                .extracting(verdict -> verdict.get("cell").asText())
                .contains(KILLED_WITH_THE_RECEIPT_IN_MEMORY);
        assertThat(verdicts())
                .extracting(verdict -> verdict.get("verdict").asText())
                .containsOnly("PASS");
    }

    /** The model predicts its cells as those of the bundled worker, and all built-in checks judge it. */
    @Test
    void theLargeWorkerInPythonIsJudgedByTheModel() throws Exception {
        assumeHere("python3");

        Ended ended = large("smoke", "--filter", "*/worker@during_*");

        assertThat(ended.exit()).as("%s", ended).isZero();
        assertThat(verdicts()).hasSizeGreaterThan(3).allSatisfy(LanguagesIT::isAsTheModelSaid);
    }

    /** Written from the documents: so what they say of approvals, decisions and compensations is enough. */
    @Test
    void theLargeWorkerInPythonListensToPeople() throws Exception {
        assumeHere("python3");
        Files.writeString(
                cwd().resolve("people.yaml"),
                """
                name: people
                description: One cell of each thing that a person can say, and of each end of a compensation.
                cells:
                  - cell:
                      - dedup-query/person@during_approval?approve=2
                      - fenced/wire@reply=reset,wire@request#2=reset,person@after_resolution?resolve=confirmed
                      - blind/worker@before_send?resolve=not-executed
                      - blind/worker@before_send,worker@comp_intent?resolve=compensate
                      - blind/worker@before_send,worker@comp_after_effect?resolve=compensate
                      - fenced/wire@reply=reset,wire@request#2=reset,worker@comp_after_send?resolve=compensate
                      - query-only/wire@reply=reset,wire@request#2=reset?cancel=refused&resolve=compensate
                """);

        Ended ended = large("people.yaml");

        assertThat(ended.exit()).as("%s", ended).isZero();
        assertThat(verdicts()).hasSize(7).allSatisfy(LanguagesIT::isAsTheModelSaid);
    }

    private Ended large(String matrix, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "matrix",
                matrix,
                "--target",
                TARGETS.resolve("python/python.yaml").toString()));
        words.addAll(List.of(options));
        return run(words.toArray(String[]::new));
    }

    private static void isAsTheModelSaid(JsonNode verdict) {
        assertThat(verdict.get("verdict").asText()).isEqualTo("PASS");
        assertThat(verdict.get("expected")).isEqualTo(verdict.get("observed"));
    }

    private Ended tutorial(String language, String kind, String program) throws Exception {
        assumeHere(program);
        Path file = TARGETS.resolve("tutorial").resolve(language).resolve(kind + ".yaml");
        return run("matrix", "smoke", "--target", file.toString());
    }

    private List<JsonNode> verdicts() throws Exception {
        List<JsonNode> verdicts = new ArrayList<>();
        for (String line : Files.readAllLines(cwd().resolve("crash-results/latest/verdicts.jsonl"))) {
            verdicts.add(JSON.readTree(line));
        }
        return verdicts;
    }

    private static void assumeHere(String program) {
        boolean here = Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
        assumeTrue(here, () -> program + " is not on this machine's PATH");
    }
}
