package dev.crashharness.orchestrator.matrix.misbehave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Examination;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stranger takes a database's write lock and does not give it back: a backup, a browser for databases, a colleague.
 *
 * <pre>
 * worker-1 ── after_collect, parked ── SIGKILL │ worker-2 ── claim ... 5 s ... SQLITE_BUSY
 *             a stranger ── BEGIN IMMEDIATE ──────────────────────────────────────────────
 * </pre>
 */
@Timeout(120)
class LockedStoreIT extends Misbehaving {
    private Process stranger;

    @AfterEach
    void endTheStranger() throws InterruptedException {
        stranger.destroyForcibly().waitFor();
    }

    @ParameterizedTest(name = "store={0}")
    @ValueSource(strings = {"wal", "delete"})
    void aStrangersLockOnTheStoreIsNamedAndNobodyIsAccused(String journal) throws Exception {
        String settings = journal.equals("wal") ? "" : "?store=" + journal;

        Examination found = run(
                "dedup-query/worker@after_collect" + settings,
                right(),
                parked -> lock(parked.place().store()),
                DEADLINE);

        assertNamed(found, "store.sqlite");
        assertThat(found.verdict().message()).contains("; before that: worker-2", "exit 1", "SQLITE_BUSY");
    }

    /** The worker only hears no answer: without a look at the lock it would be an unknown that nobody predicted. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"worker@before_send", "worker@after_draft"})
    void aStrangersLockOnTheLedgerIsNamedToo(String fault) throws Exception {
        Examination found =
                run("blind/" + fault, right(), parked -> lock(parked.place().ledger()), DEADLINE, true);

        assertNamed(found, "ledger.sqlite");
    }

    private void assertNamed(Examination found, String file) {
        assertThat(found.verdict().verdict()).as(found.verdict().message()).isEqualTo(Verdict.ERROR);
        assertThat(found.verdict().reason()).isEqualTo("harness_failed");
        assertThat(found.verdict().message())
                .startsWith("pid " + stranger.pid() + " (")
                .contains("which is no process of this cell, holds the write lock of ", file);
    }

    private void lock(Path database) {
        ProcessBuilder builder =
                new ProcessBuilder(java(LockerMain.class)).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("DATABASE", database.toString());
        try {
            stranger = builder.start();
            assertThat(stranger.inputReader().readLine()).isEqualTo("locked");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
