package dev.crashharness.orchestrator.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Targets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bug that its schedule does not show: a self-test that could not be red would prove nothing. */
@Timeout(120)
class MissedBugIT {
    /** The task is done by then, and no takeover begins anew. */
    private static final String HARMLESS = "dedup-query/worker@after_confirm";

    @TempDir
    private Path directory;

    @Test
    void aBugThatIsNotCaughtIsNamedWithItsScheduleAndTheCheckThatMissedIt() throws Exception {
        Installation installation = Installation.current();
        NativeLibrary library = NativeLibrary.provide(installation);
        library.useHere();
        Planted hidden = new Planted("M05", "a takeover starts at collect", HARMLESS, "step_committed_once", "", "");
        List<Line> lines;
        try (Launcher launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT)) {
            lines = new SelfTest(new Targets(installation, library, List.of()), launcher, directory, 1, List.of(hidden))
                    .run(line -> {});
        }

        assertThat(lines).filteredOn(line -> !line.met()).singleElement().satisfies(line -> assertThat(line.text())
                .startsWith("NOT  M05")
                .contains("expected VIOLATION step_committed_once", HARMLESS, ", found PASS: "));
        assertThat(CheckTable.lines(lines)).anyMatch(line -> line.matches("M05 +NOT +[. ]*!.*"));
    }
}
