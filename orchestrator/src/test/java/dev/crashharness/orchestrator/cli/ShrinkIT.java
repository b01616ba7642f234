package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/**
 * A planted bug that one fault shows, under three. M05 starts at collect after each takeover, so the kill at after_effect
 * shows it as well as the two before.
 */
@Timeout(180)
class ShrinkIT extends Cli {
    private static final String WHOLE =
            "dedup-query/worker@after_collect,worker@after_intent,worker@after_effect?again=1";

    /** Its second try waits for a lease, so that a signal comes in the middle of it. */
    private static final String SLOW = "dedup-query/worker@after_collect,worker@after_intent?expiry=wait&lease=6s";

    @Test
    void threeFaultsAreShrunkToTheOneThatShowsTheBug() throws Exception {
        Ended matrix = run("matrix", file(WHOLE), "--target", "mutant:M05");

        assertThat(matrix.exit()).isEqualTo(100);
        assertThat(matrix.lastLine()).isEqualTo("cells: 0 passed, 1 failed, 0 skipped");
        assertThat(matrix.err()).isEmpty();
        assertThat(matrix.out())
                .anyMatch(line -> line.matches(" +shortest that still fails: crash-harness reproduce"
                        + " 'dedup-query/worker@after_\\w+' --target mutant:M05 +\\(\\d+ shorter tried\\)"));
        Path run = cwd().resolve("crash-results/latest");
        JsonNode verdict = only(run.resolve("verdicts.jsonl"));
        JsonNode shrunk = verdict.get("shrunk");
        assertThat(verdict.get("cell").asText()).isEqualTo(WHOLE);
        assertThat(verdict.get("check").asText()).isEqualTo("step_committed_once");
        assertThat(shrunk.get("cell").asText()).matches("dedup-query/worker@after_\\w+");
        assertThat(shrunk.get("ended").asText()).isEqualTo("nothing_shorter_fails");
        assertTries(run.resolve(shrunk.get("dir").asText()), shrunk);
        Path evidence = run.resolve(verdict.get("dir").asText());
        assertThat(only(evidence.resolve("verdict.jsonl"))).isEqualTo(verdict);
        assertThat(Files.readString(evidence.resolve("report.txt"))).contains("shortest that still fails: ");
    }

    /** They are kept, and can be read as a run is; none of them is the whole cell. */
    private void assertTries(Path run, JsonNode shrunk) throws Exception {
        List<JsonNode> tries = lines(run.resolve("verdicts.jsonl"));
        assertThat(tries).hasSize(shrunk.get("tries").asInt()).hasSizeLessThanOrEqualTo(20);
        assertThat(tries).noneMatch(each -> each.get("cell").asText().equals(WHOLE));
        assertThat(tries)
                .filteredOn(each -> each.get("cell").equals(shrunk.get("cell")))
                .singleElement()
                .satisfies(each -> assertThat(each.get("verdict").asText()).isEqualTo("VIOLATION"));
        assertThat(tries)
                .allSatisfy(each ->
                        assertThat(run.resolve(each.get("dir").asText())).isDirectory());
        assertThat(names(run)).containsExactly("cells", "verdicts.jsonl");
        assertThat(ok("verdicts", run.toString()).lastLine()).startsWith("cells: ");
    }

    @Test
    void itCanBeSwitchedOff() throws Exception {
        Ended matrix = run("matrix", file(WHOLE), "--target", "mutant:M05", "--no-shrink");

        assertThat(matrix.exit()).isEqualTo(100);
        assertThat(matrix.text()).doesNotContain("shortest");
        Path run = cwd().resolve("crash-results/latest");
        assertThat(names(run.toRealPath())).doesNotContain("shrink");
        assertThat(only(run.resolve("verdicts.jsonl")).has("shrunk")).isFalse();
    }

    @Test
    void reproduceShrinksTooAndTheShortestReproducesIt() throws Exception {
        Ended again = run("reproduce", "blind/wire@reply=drop?again=1&submit=2&timeout=3s", "--target", "mutant:M09");

        assertThat(again.exit()).isEqualTo(100);
        assertThat(again.out())
                .anyMatch(
                        line -> line.contains(
                                "shortest that still fails: crash-harness reproduce 'blind/wire@reply=drop' --target mutant:M09"));
        Ended shortest = run("reproduce", "blind/wire@reply=drop", "--target", "mutant:M09");
        assertThat(shortest.exit()).isEqualTo(100);
        assertThat(shortest.text()).doesNotContain("shortest that still fails");
    }

    /** Each setting is left out by itself, and what is left needs a store of its own kind. */
    @Test
    void ofTwoSettingsThatAStoreIsMadeForTheOneThatMattersIsLeft() throws Exception {
        Ended again = run("reproduce", "dedup-query/none?approve=1&store=delete", "--target", "mutant:M05");

        assertThat(again.exit()).as(again.text()).isEqualTo(100);
        assertThat(again.out())
                .anyMatch(
                        line -> line.contains(
                                "shortest that still fails: crash-harness reproduce 'dedup-query/none?approve=1' --target mutant:M05"));
        assertThat(again.text()).doesNotContain("ERROR");
    }

    /** It starts nothing, so that there is nothing to start it with. */
    @Test
    void afterTheTimeBudgetNothingIsTriedNorSaidToBe() throws Exception {
        StringWriter said = new StringWriter();
        CommandLine command = CommandLineInterface.parser();
        command.setOut(new PrintWriter(said));
        VerdictRecord violation = SavedRuns.verdict(WHOLE, Verdict.VIOLATION);
        Brake spent = Brake.after(Optional.of(Duration.ofNanos(1)));

        new ShrinkPrinter(command, null, null, spent, false).shrink(List.of(violation), new RunDirectory(cwd()), 3);

        assertThat(said.toString()).isEmpty();
        assertThat(names(cwd())).isEmpty();
    }

    /** The verdicts were in the log before; the try at hand comes to its end, and what was found so far is kept. */
    @Test
    void oneInterruptEndsTheShrinkingAfterTheTryAtHand() throws Exception {
        Started matrix = shrinking();
        signal("INT", matrix);
        Ended ended = matrix.end();

        assertThat(ended.exit()).as("%s", ended).isEqualTo(130);
        assertThat(ended.lastLine()).isEqualTo("cells: 0 passed, 1 failed, 0 skipped");
        assertThat(ended.err()).singleElement().asString().contains("SIGINT: no new cell is started");
        JsonNode verdict = only(run().resolve("verdicts.jsonl"));
        assertThat(verdict.get("verdict").asText()).isEqualTo("VIOLATION");
        assertThat(verdict.at("/shrunk/ended").asText()).isEqualTo("interrupted");
        assertThat(verdict.at("/shrunk/tries").asInt()).isBetween(1, 2);
        assertThat(ok("verdicts").lastLine()).isEqualTo(ended.lastLine());
        assertThat(processes()).isEmpty();
    }

    @Test
    void theSecondInterruptBreaksTheTryOffAndKillsItsProcesses() throws Exception {
        Started matrix = shrinking();
        signal("INT", matrix);
        await("the first signal was heard").atMost(Duration.ofSeconds(20)).until(() -> Files.readString(matrix.err())
                .contains("no new cell"));
        signal("INT", matrix);
        Ended ended = matrix.end();

        assertThat(ended.exit()).as("%s", ended).isEqualTo(130);
        JsonNode verdict = only(run().resolve("verdicts.jsonl"));
        assertThat(verdict.get("verdict").asText()).isEqualTo("VIOLATION");
        assertThat(names(run())).contains("junit.xml", "report.html", "summary.md");
        assertThat(processes()).isEmpty();
    }

    /** A matrix that has come to its first try. */
    private Started shrinking() throws Exception {
        Started matrix = start(
                Map.of(),
                List.of("env", "--default-signal=INT,TERM", LAUNCHER.toString()),
                "matrix",
                file(SLOW),
                "--target",
                "mutant:M05");
        await("a first try")
                .atMost(Duration.ofSeconds(90))
                .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                .until(this::hasTried);
        return matrix;
    }

    private boolean hasTried() throws IOException {
        Path tries = run().resolve("shrink");
        if (!Files.isDirectory(tries) || names(tries).isEmpty()) {
            return false;
        }
        Path log = tries.resolve(names(tries).get(0)).resolve("verdicts.jsonl");
        return Files.exists(log) && Files.readString(log).contains("\n");
    }

    private Path run() throws IOException {
        return cwd().resolve("crash-results/latest");
    }

    private static void signal(String name, Started matrix) throws Exception {
        String pid = Long.toString(matrix.process().pid());
        assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor())
                .isZero();
    }

    private String file(String cell) throws IOException {
        Path file = cwd().resolve("mine.yaml");
        Files.writeString(file, "name: mine\ndescription: one long schedule\ncells:\n  - cell: '" + cell + "'\n");
        return file.toString();
    }

    private static JsonNode only(Path log) throws IOException {
        List<JsonNode> lines = lines(log);
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    private static List<JsonNode> lines(Path log) throws IOException {
        List<JsonNode> parsed = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            parsed.add(JSON.readTree(line));
        }
        return parsed;
    }
}
