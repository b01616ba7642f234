package dev.crashharness.orchestrator.matrix.misbehave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.cell.session.Hold.Parked;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Examination;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody else strikes a worker: while it is parked, so that the harness comes too late, or while it runs.
 *
 * <pre>
 * worker-1 ── after_collect, parked ── SIGKILL, SIGSEGV of a stranger ── the harness's own signal meets nobody
 *                                   └─ SIGSTOP of a stranger ── go ── ... nothing, until the deadline
 * </pre>
 */
@Timeout(120)
class InterferenceIT extends Misbehaving {
    /** Long enough for a JVM to start on a busy machine, for the whole of it is waited for. */
    private static final Duration SHORT = Duration.ofSeconds(40);

    private static final String CELL = "blind/worker@after_collect";

    @Test
    void aWorkerThatAStrangerStopsIsNamedAndProvesNothing() throws Exception {
        Examination found = run(CELL, right(), InterferenceIT::stop, SHORT, true);

        Ending ending = found.history().ending();
        assertThat(ending.kind()).isEqualTo(Ending.Kind.INTERFERED);
        assertThat(ending.detail()).contains("at after_collect").containsPattern("somebody else had stopped pid \\d+");
        assertThat(found.verdict().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void aParkedWorkerThatAStrangerKillsIsNotTheHarnesssKill() throws Exception {
        Examination found = run(CELL, right(), parked -> strike("KILL", parked), DEADLINE);

        assertProvesNothing(
                found, "kill_landed", "no SIGKILL was sent: it had ended by itself with exit 137 before the signal");
    }

    /** The JVM's own report of its death is kept with the evidence. */
    @Test
    void aParkedWorkerThatCrashesLeavesItsCrashReport() throws Exception {
        Examination found = run(CELL, right(), parked -> strike("SEGV", parked), DEADLINE);

        assertProvesNothing(
                found, "kill_landed", "no SIGKILL was sent: it had ended by itself with exit 134 before the signal");
        try (Stream<Path> logs = Files.list(logs(found))) {
            assertThat(logs.map(log -> log.getFileName().toString())).anyMatch(log -> log.matches("hs_err_\\d+\\.log"));
        }
    }

    /** As the kernel does when memory runs out. */
    @Test
    void aWorkerThatIsKilledWhileItRunsAccusesNobody() throws Exception {
        Examination found = run("blind/none", firstWorker("kill -KILL $$"));

        assertProvesNothing(
                found, "kill_landed", "worker-1 died with exit 137, and it was not the harness that killed it");
    }

    /** The signal is under way when it has been sent: a thread that it has not reached yet would still take its go. */
    private static void stop(Parked parked) throws InterruptedException {
        signal("STOP", parked.pid());
        await().atMost(Duration.ofSeconds(20))
                // A thread that ends while it is looked at.
                .ignoreExceptionsMatching(IOException.class::isInstance)
                .until(() -> stands(parked.pid()));
    }

    /** The first thread of a JVM is not the one that runs the program, so that each is looked at. */
    private static boolean stands(long pid) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                if (!text(thread.resolve("stat")).contains(") T ")) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void strike(String signal, Parked parked) throws InterruptedException {
        signal(signal, parked.pid());
        await().atMost(Duration.ofSeconds(20)).until(() -> isGone(parked.pid()));
    }
}
