package dev.crashharness.orchestrator.process.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launch;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.SignalShell;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import dev.crashharness.orchestrator.process.pause.Pause.Outcome.NotStopped;
import dev.crashharness.orchestrator.process.pause.Pause.Outcome.Stopped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, real signals. */
@Timeout(60)
class PauseIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String COUNTS = "while :; do echo x >>counter; done";

    @TempDir
    Path directory;

    private Launcher launcher;
    private Pause pause;
    private ChildProcess child;

    @BeforeEach
    void open() throws Exception {
        launcher = new Launcher(Containment.find("/usr/bin:/bin"), Launcher.Limits.DEFAULT);
        pause = new Pause(launcher.signals());
    }

    @AfterEach
    void end() {
        child.close();
        launcher.close();
    }

    @Test
    void aStoppedProcessDoesNothingUntilItIsResumed() throws Exception {
        start(COUNTS);

        itStandsUntilItIsResumed();
    }

    /** As behind {@code uv run}, or a script that does not end with {@code exec}. */
    @Test
    void whatAWrapperWaitsForStandsToo() throws Exception {
        start("sh -c '" + COUNTS + "'; exit 3");

        itStandsUntilItIsResumed();
    }

    @Test
    void whatHasMadeASessionOfItsOwnStandsTooAsLongAsItsParentLives() throws Exception {
        start("setsid sh -c 'echo up; " + COUNTS + "' & wait");

        itStandsUntilItIsResumed();
    }

    private void itStandsUntilItIsResumed() throws Exception {
        Path counter = directory.resolve("counter");
        await().until(() -> Files.exists(counter));

        assertThat(pause.stop(child, SOON)).isInstanceOf(Stopped.class);
        long size = Files.size(counter);
        assertThat(child.living()).extracting(ProcessStat::state).containsOnly('T');
        assertThat(Files.size(counter)).isEqualTo(size);

        assertThat(pause.resume(child)).isTrue();
        await().until(() -> Files.size(counter) > size);
    }

    /** The list of those that are to be stopped is old as soon as it is made. */
    @Test
    void noneIsOverlookedOfAFamilyThatGrows() throws Exception {
        start("while :; do sleep 60 & sleep 0.01; echo x >>counter; done");
        await().until(() -> Files.exists(directory.resolve("counter")));

        Pause.Outcome outcome = pause.stop(child, SOON);

        assertThat(outcome).isInstanceOfSatisfying(Stopped.class, stopped -> assertThat(stopped.pids())
                .containsAll(child.survivors())
                .hasSizeGreaterThan(1));
        assertThat(child.living()).extracting(ProcessStat::state).containsOnly('T');
    }

    @Test
    void aProcessThatIsGoneCannotBeStopped() throws Exception {
        start("exit 0");
        child.exit().join();

        assertThat(pause.stop(child, SOON)).isEqualTo(new NotStopped("pid " + child.pid() + " is gone"));
        assertThat(pause.resume(child)).isFalse();
    }

    @Test
    void silenceOfTheShellIsNotTakenForAnEnd() throws Exception {
        start("sleep 60");
        try (SignalShell silent = new SignalShell(Duration.ZERO)) {
            assertThat(new Pause(silent).stop(child, SOON)).satisfies(says("gave no answer"));
        }
    }

    @Test
    void aProcessThatAlwaysHoldsTheWriteLockIsNotStopped() throws Exception {
        start("exec sleep 60");

        assertThat(holding(child.pid()).stop(child, SOON)).satisfies(says("write lock", "50 times"));
        await().until(() -> child.stopped().isEmpty());
    }

    @Test
    void norIsOneWhoseChildHoldsIt() throws Exception {
        start("sh -c '" + COUNTS + "'; exit 3");
        await().until(() -> child.living().size() == 2);

        long grandchild = child.living().get(1).pid();

        assertThat(holding(grandchild).stop(child, SOON)).satisfies(says("write lock", "50 times"));
        await().until(() -> child.stopped().isEmpty());
    }

    /** The kernel keeps 15 bytes of a thread's name, and cuts a longer one wherever they end. */
    @Test
    void aNameThatIsCutInTheMiddleOfACharacterIsNoObstacle() throws Exception {
        start("printf 'fourteen-bytes\\303\\244' >/proc/$$/comm; echo up >counter; while :; do sleep 1; done");
        await().until(() -> Files.exists(directory.resolve("counter")));
        byte[] name = Files.readAllBytes(Path.of("/proc", Long.toString(child.pid()), "comm"));
        assertThat(name[14]).as("the name is cut").isEqualTo((byte) 0xC3);

        assertThat(pause.stop(child, SOON)).isInstanceOf(Stopped.class);
    }

    private Pause holding(long pid) throws Exception {
        Path locks = directory.resolve("locks");
        Files.writeString(locks, "1: POSIX  ADVISORY  WRITE " + pid + " fe:00:131 120 120\n");
        return new Pause(launcher.signals(), locks);
    }

    private static ThrowingConsumer<Pause.Outcome> says(String... words) {
        return outcome -> assertThat(outcome).isInstanceOfSatisfying(NotStopped.class, not -> assertThat(not.why())
                .contains(words));
    }

    private void start(String script) throws Exception {
        Command command = new Command(
                List.of("sh", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"),
                directory,
                directory.resolve("out"),
                directory.resolve("err"));
        Launch launch = launcher.launch(command, "child");
        assertThat(launch).isInstanceOf(Launch.Started.class);
        child = ((Launch.Started) launch).child();
    }
}
