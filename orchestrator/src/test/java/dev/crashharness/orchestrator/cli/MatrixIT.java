package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a matrix prints, keeps and answers. */
@Timeout(180)
class MatrixIT extends Cli {
    private static final List<String> LEASE_CELLS = List.of(
            "blind/worker@after_lease",
            "blind/worker@before_lease",
            "blind/worker@during_lease",
            "dedup-query/worker@after_lease",
            "dedup-query/worker@before_lease",
            "dedup-query/worker@during_lease");

    @Test
    void sixCellsPassAndCanBeReadAfterwards() throws Exception {
        Ended matrix = ok("matrix", "--filter", "*/worker@*_lease");

        assertThat(matrix.lastLine()).isEqualTo("cells: 6 passed, 0 failed, 0 skipped");
        assertThat(matrix.err()).isEmpty();
        assertThat(names(cwd())).containsExactly("crash-results");
        assertThat(matrix.out().stream().filter(line -> line.startsWith("PASS ")))
                .hasSize(6);
        assertRunDirectory();
        assertVerdictsCanBeRead();
    }

    private void assertRunDirectory() throws IOException {
        Path latest = cwd().resolve("crash-results/latest");
        assertThat(latest).isSymbolicLink();
        Path run = latest.toRealPath();
        assertThat(run.getParent()).isEqualTo(cwd().toRealPath().resolve("crash-results/smoke"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
                .isEqualTo("rwx------");
        assertThat(names(run))
                .containsExactly(
                        "cells", "junit.xml", "plan.jsonl", "report.html", "run.json", "summary.md", "verdicts.jsonl");
        assertThat(JSON.readTree(run.resolve("run.json").toFile()).get("cells").asInt())
                .isEqualTo(6);
        assertThat(cells(run.resolve("plan.jsonl"))).containsExactlyInAnyOrderElementsOf(LEASE_CELLS);
        assertThat(cells(run.resolve("verdicts.jsonl"))).containsExactlyInAnyOrderElementsOf(LEASE_CELLS);
        assertThat(names(run.resolve("cells"))).hasSize(6).allSatisfy(cell -> {
            assertThat(cell).matches("(blind|dedup-query)_worker_(before|during|after)_lease-[0-9a-f]{12}");
            assertThat(names(run.resolve("cells").resolve(cell))).containsExactly("history.jsonl", "verdict.jsonl");
        });
    }

    private void assertVerdictsCanBeRead() throws Exception {
        assertThat(ok("verdicts").lastLine()).isEqualTo("cells: 6 passed, 0 failed, 0 skipped");
        assertThat(ok("verdicts", "--failed").lastLine()).isEqualTo("cells: 0 passed, 0 failed, 0 skipped");
        assertThat(ok("verdicts", "--cell", "blind/worker@b").out())
                .startsWith("PASS  blind/worker@before_lease")
                .anyMatch(line -> line.matches("  held +kill_landed +1 of 1 faults landed, each with its proof"));
        assertRefused(run("verdicts", "--cell", "blind"), 2, "'blind' is the beginning of 3 cells");
        List<JsonNode> verdicts = parse(ok("verdicts", "--format", "jsonl").out());
        assertThat(verdicts).hasSize(6).allSatisfy(verdict -> {
            assertThat(verdict.get("v").asInt()).isEqualTo(1);
            assertThat(verdict.get("verdict").asText()).isEqualTo("PASS");
            assertThat(verdict.at("/faults/0/exit").asInt()).isEqualTo(137);
            assertThat(verdict.at("/faults/0/landed").asBoolean()).isTrue();
            assertThat(cwd().resolve("crash-results/latest")
                            .resolve(verdict.get("dir").asText()))
                    .isDirectory();
        });
    }

    @Test
    void keepAllKeepsTheEvidenceOfAPass() throws Exception {
        ok("matrix", "--filter", "blind/worker@after_lease", "--keep", "all");

        Path cell = theOnlyCell();
        assertThat(names(cell))
                .containsExactly(
                        "after-1",
                        "cmd.sh",
                        "events.jsonl",
                        "final",
                        "history.jsonl",
                        "logs",
                        "report.txt",
                        "verdict.jsonl");
        assertThat(names(cell.resolve("final"))).contains("ledger.sqlite", "store.sqlite");
        assertThat(names(cell.resolve("after-1"))).contains("ledger.sqlite", "store.sqlite");
        assertThat(names(cell.resolve("logs"))).contains("publisher-1.err", "worker-1.err", "worker-2.err");
    }

    /** A matrix that passes without its kills would prove nothing with them. */
    @Test
    void aDryKillProvesNothingAndSaysSo() throws Exception {
        Ended matrix = run("matrix", "--dry-kill", "--filter", "*/worker@*_lease");

        assertThat(matrix.exit()).isEqualTo(101);
        assertThat(matrix.lastLine()).isEqualTo("cells: 0 passed, 6 failed, 0 skipped");
        assertThat(parse(ok("verdicts", "--format", "jsonl").out())).hasSize(6).allSatisfy(verdict -> {
            assertThat(verdict.get("verdict").asText()).isEqualTo("INCONCLUSIVE");
            assertThat(verdict.get("reason").asText()).isEqualTo("kill_landed");
        });
    }

    @Test
    void aPlantedBugIsCaughtAndItsReproduceLineShowsItAgain() throws Exception {
        Ended matrix = run("matrix", "--target", "mutant:M10", "--filter", "blind/worker@after_send");

        assertThat(matrix.exit()).isEqualTo(100);
        assertThat(matrix.lastLine()).isEqualTo("cells: 0 passed, 1 failed, 0 skipped");
        assertThat(matrix.text()).contains("VIOLATION unknown_preserved");
        assertThat(names(theOnlyCell())).contains("after-1", "events.jsonl", "final", "logs", "report.txt");

        assertThat(execute(theOnlyCell().resolve("cmd.sh"))).isEqualTo(100);
        assertThat(names(cwd().resolve("crash-results"))).containsExactly("latest", "reproduce", "smoke");
        assertThat(theOnlyCell()).as("latest is the matrix still").isDirectory();

        Matcher line = Pattern.compile("crash-harness reproduce '(\\S+)' --target (\\S+)")
                .matcher(matrix.text());
        assertThat(line.find()).isTrue();
        Ended again = run("reproduce", line.group(1), "--target", line.group(2));
        assertThat(again.exit()).isEqualTo(100);
        assertThat(again.out())
                .startsWith("VIOLATION  blind/worker@after_send")
                .anyMatch(text -> text.startsWith("  unknown_preserved: "))
                .anyMatch(text -> text.contains("SIGKILL sent to pid"));
    }

    /** As a person would who was handed the file; the launcher is not on the path. */
    private int execute(Path script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(script.toString())
                .directory(cwd().toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("cmd.out").toFile());
        builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary());
        Process process = builder.start();
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private Path theOnlyCell() throws IOException {
        Path cells = cwd().resolve("crash-results/latest/cells");
        assertThat(names(cells)).hasSize(1);
        return cells.resolve(names(cells).get(0));
    }

    private static List<String> cells(Path log) throws IOException {
        return parse(Files.readAllLines(log)).stream()
                .map(line -> line.get("cell").asText())
                .toList();
    }

    private static List<JsonNode> parse(List<String> lines) throws IOException {
        List<JsonNode> parsed = new ArrayList<>();
        for (String line : lines) {
            parsed.add(JSON.readTree(line));
        }
        return parsed;
    }
}
