package dev.crashharness.orchestrator.process.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StraceTest {
    private static final Strace STRACE = new Strace(Path.of("/usr/bin/strace"));

    @TempDir
    private Path empty;

    /** With {@code --seccomp-bpf} the kill is never delivered and strace ends with 0. */
    @Test
    void theKillIsToldWithItsFileAndWithoutTheOptionThatLosesIt() {
        List<String> words = STRACE.words(
                Path.of("/log"), List.of("fsync"), List.of(Path.of("/a")), Optional.of(new Strace.Kill("fsync", 3)));

        assertThat(String.join(" ", words))
                .isEqualTo("/usr/bin/strace -D -f -q -s 0 -yy -o /log -e trace=fsync -e signal=SIGCHLD,SIGKILL -P /a"
                        + " -e inject=fsync:signal=KILL:when=3 --");
        assertThat(words).doesNotContain("--seccomp-bpf");
    }

    @Test
    void aWorkerThatIsOnlyWatchedIsNotKilled() {
        assertThat(STRACE.words(Path.of("/log"), List.of("fsync", "unlink"), List.of(), Optional.empty()))
                .contains("trace=fsync,unlink")
                .noneMatch(word -> word.startsWith("inject="));
    }

    /** Seen in that moment on a loaded machine, it was said to have outlived its worker. */
    @Test
    void oneThatIsAboutToEndAndHasNoProgramAnyMoreMayBeTheTracer() {
        assertThat(STRACE.mayBeTracer(Optional.of("/opt/strace"))).isTrue();
        assertThat(STRACE.mayBeTracer(Optional.empty())).isTrue();
        assertThat(STRACE.mayBeTracer(Optional.of("/usr/bin/sleep"))).isFalse();
    }

    @Test
    void aMachineWithoutStraceSaysSo() throws InterruptedException {
        assertThat(Strace.obstacle(empty.toString(), List.of("fsync")))
                .contains(
                        "kills at system calls need Linux and strace, which was not found along PATH; install it, or leave"
                                + " such cells out");
    }
}
