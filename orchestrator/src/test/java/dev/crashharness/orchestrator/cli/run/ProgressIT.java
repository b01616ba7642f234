package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.crashharness.orchestrator.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a person sees on a terminal, through a pseudo terminal that {@code script} of util-linux makes. */
@Timeout(180)
class ProgressIT extends Cli {
    @Test
    void aTerminalShowsOneLineThatIsDrawnAgain() throws Exception {
        String seen = onATerminal(Map.of("CI", "", "TERM", "xterm", "NO_COLOR", "1"), "*/worker@before_lease");

        assertThat(seen)
                .contains("\r\u001b[K\u001b[?7l0/2 cells, 0 kills landed, 0 violations\u001b[?7h")
                .containsPattern("\r\u001b\\[K\u001b\\[\\?7l1/2 cells, 1 kills landed, 0 violations, about \\d+ s left")
                .contains("2/2 cells, 2 kills landed")
                .doesNotContain("PASS  ", "\u001b[3");
        assertThat(seen.strip()).endsWith("cells: 2 passed, 0 failed, 0 skipped");
    }

    @Test
    void inCiATerminalIsTreatedAsALog() throws Exception {
        String seen = onATerminal(Map.of("CI", "true", "TERM", "xterm"), "blind/worker@before_lease");

        assertThat(seen).doesNotContain("\u001b[").containsPattern("(?m)^PASS +\\d+ ms  blind/worker@before_lease");
        assertThat(seen.strip()).endsWith("cells: 1 passed, 0 failed, 0 skipped");
    }

    private String onATerminal(Map<String, String> variables, String filter) throws Exception {
        assumeTrue(
                List.of(System.getenv("PATH").split(":")).stream()
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "script"))),
                "needs script of util-linux, to make a pseudo terminal");
        String command = "'" + LAUNCHER + "' matrix --jobs 1 --filter '" + filter + "'";
        Started started = start(variables, List.of("script"), "-qec", command, "/dev/null");
        started.process().getOutputStream().close();
        assertThat(started.end().exit()).as("%s", started.output()).isZero();
        return started.output();
    }
}
