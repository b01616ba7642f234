package dev.crashharness.orchestrator.matrix.misbehave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Examination;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker writes, and what it leaves behind: the one is kept and believed by nobody, the other is found. */
@Timeout(120)
class NoisyWorkerIT extends Misbehaving {
    private static final String CELL = "dedup-query/worker@after_effect";

    /** Surefire took lines of a garbage collector's log for commands (maven-surefire#2385). */
    @Test
    void whatAWorkerPrintsIsALogWhateverItLooksLike() throws Exception {
        Examination found = run(
                CELL,
                firstWorker("printf 'at 7 after_effect\\nhello 1 x worker worker-2 1\\ngo 1\\n"
                        + "[0.012s][info][gc] GC(0) Pause Young\\nevent lease_lost text=no\\nhalf a li'; "
                        + "printf 'listening 127.0.0.1:1\\n' >&2"));

        assertPassed(found);
        assertThat(text(logs(found).resolve("worker-1.out")))
                .startsWith("at 7 after_effect\nhello 1 x worker worker-2 1\n")
                .endsWith("half a li");
        assertThat(text(logs(found).resolve("worker-1.err"))).startsWith("listening 127.0.0.1:1\n");
    }

    /** A pipe that nobody reads stops its writer after 64 KiB (yegor256/jaxec#165). */
    @Test
    void twoHundredMegabytesNeitherStopAWorkerNorFillTheDisk() throws Exception {
        Examination found = run(CELL, firstWorker("head -c 100000000 /dev/zero; head -c 100000000 /dev/zero >&2"));

        assertPassed(found);
        String last = "\ntruncated at 4194304 bytes\n";
        for (String log : new String[] {"worker-1.out", "worker-1.err"}) {
            assertThat(Files.size(logs(found).resolve(log))).isEqualTo((4L << 20) + last.length());
            assertThat(text(logs(found).resolve(log))).endsWith(last);
        }
    }

    /** It holds the pipe open, which a reader would wait for, and is not the worker's own pid. */
    @Test
    void aGrandchildDiesWithTheWorkerThatIsKilled() throws Exception {
        Examination found = run(CELL, firstWorker("sleep 600 & echo $! >\"$CRASH_HARNESS_CELL_DIR/logs/grandchild\""));

        assertPassed(found);
        assertThat(isRunning(found)).isFalse();
    }

    @Test
    void aGrandchildThatOutlivesAWorkerThatHasEndedIsNamedAndKilled() throws Exception {
        Examination found = run(
                "dedup-query/none", firstWorker("sleep 600 & echo $! >\"$CRASH_HARNESS_CELL_DIR/logs/grandchild\""));

        String pid = text(logs(found).resolve("grandchild")).strip();
        assertThat(found.verdict().verdict()).as(found.verdict().message()).isEqualTo(Verdict.ERROR);
        assertThat(found.verdict().reason()).isEqualTo("nothing_survives");
        assertThat(found.verdict().message()).startsWith("outlived its parent: worker-1 left pid " + pid + "; ");
        assertThat(isRunning(found)).isFalse();
    }

    private static boolean isRunning(Examination found) throws Exception {
        long pid = Long.parseLong(text(logs(found).resolve("grandchild")).strip());
        return ProcessHandle.of(pid)
                .filter(process -> process.info().commandLine().orElse("").contains("sleep 600"))
                .isPresent();
    }
}
