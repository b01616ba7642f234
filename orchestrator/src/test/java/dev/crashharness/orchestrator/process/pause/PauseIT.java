package dev.crashharness.orchestrator.process.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.process.SignalShell;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, real signals. */
@Timeout(60)
class PauseIT {
    private static final Duration SOON = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private final SignalShell signals = new SignalShell(SOON);
    private final Pause pause = new Pause(signals);
    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
        signals.close();
    }

    @Test
    void aStoppedProcessDoesNothingUntilItIsResumed() throws Exception {
        Path counter = directory.resolve("counter");
        process = shell("while :; do echo x >>" + counter + "; done");
        await().until(() -> Files.exists(counter));

        assertThat(pause.stop(process.pid(), SOON)).isInstanceOf(Pause.Outcome.Stopped.class);
        long size = Files.size(counter);
        assertThat(state()).isEqualTo('T');
        assertThat(Files.size(counter)).isEqualTo(size);

        assertThat(pause.resume(process.pid())).isTrue();
        await().until(() -> Files.size(counter) > size);
    }

    @Test
    void aProcessThatIsGoneCannotBeStopped() throws Exception {
        process = shell("exit 0");
        process.waitFor();

        assertThat(pause.stop(process.pid(), SOON)).isInstanceOf(Pause.Outcome.NotStopped.class);
    }

    @Test
    void aProcessThatAlwaysHoldsTheWriteLockIsNotStopped() throws Exception {
        process = shell("exec sleep 60");
        Path proc = directory.resolve("proc");
        Files.createDirectories(proc.resolve(process.pid() + "/task/1"));
        Files.writeString(proc.resolve(process.pid() + "/task/1/stat"), "1 (a) b) T" + " 1".repeat(50));
        Files.writeString(proc.resolve("locks"), "1: POSIX  ADVISORY  WRITE " + process.pid() + " fe:00:131 120 120\n");

        Pause.Outcome outcome = new Pause(signals, proc).stop(process.pid(), SOON);

        assertThat(outcome).isInstanceOfSatisfying(Pause.Outcome.NotStopped.class, not -> assertThat(not.why())
                .contains("write lock", "50 times"));
        await().until(() -> state() != 'T');
    }

    private Process shell(String script) throws IOException {
        return new ProcessBuilder("/bin/sh", "-c", script).start();
    }

    private char state() {
        return ProcessStat.read(process.pid()).orElseThrow().state();
    }
}
