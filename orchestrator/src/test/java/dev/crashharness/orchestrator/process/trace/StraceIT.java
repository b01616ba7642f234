package dev.crashharness.orchestrator.process.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program of the tracer's name that kills nobody. */
@Timeout(30)
class StraceIT {
    @TempDir
    private Path bin;

    /** A harness that was killed in the trial left its file in the machine's temporary folder for ever. */
    @Test
    void whatTheTrialSaysLiesInAFileThatHasNoNameAnyMore() throws Exception {
        tracer(
                """
                for try in $(seq 100); do
                  case "$(readlink /proc/$$/fd/2)" in *'(deleted)') echo 'it is gone' >&2; exit 1;; esac
                  sleep 0.05
                done
                echo 'it is still there' >&2
                exit 1
                """);

        assertThat(Strace.obstacle(bin.toString(), List.of("fsync"))).hasValueSatisfying(why -> assertThat(why)
                .contains("a trial ended with exit 1, expected 137, and it said: it is gone; allow ptrace"));
    }

    @Test
    void aTrialThatSaysNothingIsToldWithoutWords() throws Exception {
        tracer("exit 3\n");

        assertThat(Strace.obstacle(bin.toString(), List.of("fsync")))
                .hasValueSatisfying(why -> assertThat(why).contains("exit 3, expected 137; allow ptrace"));
    }

    private void tracer(String script) throws Exception {
        Path program = Files.writeString(bin.resolve("strace"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
}
