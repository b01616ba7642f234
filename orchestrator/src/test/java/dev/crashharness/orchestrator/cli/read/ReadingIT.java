package dev.crashharness.orchestrator.cli.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Element;

/** What a run has left is read: where it lies, somewhere else, and after it was cut off or changed. */
@Timeout(180)
class ReadingIT extends Cli {
    private static final String CELL = "dedup-query/worker@after_collect";
    private static final List<String> REPORTS = List.of("junit.xml", "report.html", "summary.md");

    @Test
    void aPlantedBugIsExplainedFromACopyThatMayOnlyBeRead() throws Exception {
        assertThat(run("matrix", "--target", "mutant:M05", "--filter", "*/worker@after_c*")
                        .exit())
                .isEqualTo(100);
        assertThat(names(latest())).contains("junit.xml", "report.html", "summary.md");
        Path copy = copyOf(latest().toRealPath());

        assertThat(ok("explain", copy.toString(), CELL).out())
                .startsWith("VIOLATION  " + CELL)
                .contains("The first broken promise: step_committed_once")
                .contains("  promised  Each step is committed once, and its checkpoint never changes.")
                .anyMatch(line -> line.startsWith("! committed steps"))
                .anyMatch(line -> line.matches("! .* worker-2 .*committed step collect as generation 2; AGAIN.*"))
                .anyMatch(line -> line.matches(".* worker-1 .*SIGKILL sent to pid \\d+"))
                .anyMatch(line -> line.contains("both databases then (after-1/)"))
                .contains("Again: crash-harness reproduce '" + CELL + "' --target mutant:M05");
        Path cell = history(copy, "dedup-query_worker_after_collect").getParent();
        assertThat(ok("explain", cell.toString()).out()).startsWith("VIOLATION  " + CELL);
        assertThat(ok("verdicts", copy.toString(), "--failed").lastLine()).startsWith("cells: 0 passed, 3 failed");
        assertVerifiedAndRendered(copy);
        restore(copy);
    }

    private void assertVerifiedAndRendered(Path copy) throws Exception {
        Ended verify = run("verify", copy.toString());
        assertThat(verify.exit()).isEqualTo(100);
        assertThat(verify.out()).first().asString().isEqualTo("judged again: 5 of 5 cells; no verdict changed");
        assertRefusedUnlessRoot(copy);
        Path again = cwd().resolve("again");
        ok("report", copy.toString(), "--out", again.toString());
        assertThat(names(again)).containsExactlyElementsOf(REPORTS);
        assertThat(Files.readString(again.resolve("report.html"))).contains("3 of 5 cells");
    }

    /** Root may write anywhere, and then there is nothing to refuse. */
    private void assertRefusedUnlessRoot(Path copy) throws Exception {
        if (!Files.isWritable(copy)) {
            assertRefused(run("report", copy.toString()), 2, "may not be written to", "--out DIR");
        }
    }

    @Test
    void aChangedVerdictAndDamagedEvidenceAreFound() throws Exception {
        ok("matrix", "--filter", "blind/worker@after_c*");
        Path run = latest().toRealPath();
        assertThat(ok("verify").out().get(0)).isEqualTo("judged again: 2 of 2 cells; no verdict changed");
        Path first = history(run, "after_collect");
        String text = Files.readString(first);

        Files.writeString(first, text.replace("\"landed\":true", "\"landed\":false"));
        Ended changed = run("verify");
        assertThat(changed.exit()).isEqualTo(101);
        assertThat(changed.out().get(0))
                .startsWith("CHANGED  blind/worker@after_collect  was PASS, is INCONCLUSIVE (kill_landed: ");

        Files.writeString(first, text.substring(0, text.length() / 2));
        Ended damaged = run("verify");
        assertThat(damaged.exit()).isEqualTo(100);
        assertThat(damaged.out().get(0)).startsWith("NOT judged again: 1 of 2 cells (1 damaged, ");
        assertThat(damaged.out().get(1)).startsWith("DAMAGED  blind/worker@after_collect  ");
        assertThat(damaged.err()).isEmpty();
        Ended doubted = run("explain", first.getParent().toString());
        assertThat(doubted.exit()).isEqualTo(100);
        assertThat(doubted.out()).startsWith("DAMAGED  blind/worker@after_collect");

        Files.delete(first);
        assertThat(run("verify").exit()).isEqualTo(100);
        Ended lost = run("explain", "blind/worker@after_collect");
        assertThat(lost.exit()).isEqualTo(100);
        assertThat(lost.err()).singleElement().asString().contains("DAMAGED  ", "there is no history.jsonl in ");
    }

    @Test
    void whichCellIsMeantIsNeverGuessed() throws Exception {
        assertRefused(run("explain", "no/where"), 2, "there is no folder no/where", "explain RUN no/where");
        ok("matrix", "--filter", "blind/worker@after_c*");

        assertThat(ok("explain", "blind/worker@after_col").out()).startsWith("PASS  blind/worker@after_collect");
        assertRefused(run("explain", "blind"), 2, "'blind' is the beginning of 2 cells");
        assertRefused(run("explain", "blind/worker@after_colect"), 2, "did you mean 'blind/worker@after_collect'?");
        assertRefused(run("verdicts", "--cell", "blind/worker@after_colect"), 2, "did you mean");
        for (String command : List.of("verdicts", "verify", "report")) {
            assertRefused(run(command, "nowhere"), 2, "there is no run at nowhere");
        }
        assertRefused(run("report", "--out", ""), 2, "--out is empty");
        assertRefused(run("explain", "nowhere", "blind"), 2, "there is no run at nowhere");
    }

    /** Ctrl-C is SIGINT; a CI server that gives up sends SIGTERM. */
    @Test
    void aRunThatIsCutOffLeavesValidReportsThatAgreeWithItsLog() throws Exception {
        Started matrix = start("matrix", "--jobs", "2");
        await().atMost(Duration.ofSeconds(60))
                .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                .until(() -> verdicts().size() >= 3);
        matrix.process().destroy();
        assertThat(matrix.end().exit()).isEqualTo(143);

        long judged = verdicts().stream()
                .filter(line -> !line.contains("\"verdict\":\"NOT_RUN\""))
                .count();
        assertThat(verdicts()).hasSize(42);
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(latest().resolve("junit.xml").toFile())
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("42");
        assertThat(suite.getAttribute("skipped")).isEqualTo(Long.toString(42 - judged));
        assertThat(Files.readString(latest().resolve("report.html")))
                .contains("Broken off after " + judged + " of 42 cells");
        assertThat(names(latest())).containsAll(REPORTS).noneMatch(name -> name.startsWith("."));
    }

    private Path latest() throws IOException {
        return cwd().resolve("crash-results/latest");
    }

    private List<String> verdicts() throws IOException {
        Path log = latest().resolve("verdicts.jsonl");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    private static Path history(Path run, String point) throws IOException {
        return run.resolve("cells")
                .resolve(names(run.resolve("cells")).stream()
                        .filter(name -> name.contains(point))
                        .findFirst()
                        .orElseThrow())
                .resolve("history.jsonl");
    }

    private Path copyOf(Path run) throws IOException {
        Path copy = cwd().resolve("elsewhere");
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(run.relativize(file).toString()));
            }
        }
        permit(copy, "r-xr-xr-x");
        return copy;
    }

    /** So that the test's folder can be removed. */
    private static void restore(Path copy) throws IOException {
        permit(copy, "rwxr-xr-x");
    }

    private static void permit(Path copy, String permissions) throws IOException {
        try (Stream<Path> folders = Files.walk(copy)) {
            folders.filter(Files::isDirectory).forEach(folder -> {
                try {
                    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
