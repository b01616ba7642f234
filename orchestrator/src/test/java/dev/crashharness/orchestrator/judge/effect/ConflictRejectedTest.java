package dev.crashharness.orchestrator.judge.effect;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.probed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of the same operation with other content. */
class ConflictRejectedTest {
    private static final Check CHECK = new ConflictRejected();
    private static final String PROBE = "kind=publish operation=op-1 payload_hash=h-2 attempt=probe";

    private static String examine(Run run) {
        return Answers.of(CHECK, run.finish());
    }

    @Test
    void aConflictIsHeld() {
        assertThat(examine(Runs.collidedAndRefused()))
                .isEqualTo("held: 1 requests with other content were answered as a conflict");
        assertThat(examine(Runs.clean().insertIntoLedger("request_log", "probe", PROBE + " outcome=conflict")))
                .startsWith("held: ");
    }

    @Test
    void withoutOtherContentThereIsNothingToReject() {
        assertThat(examine(Runs.clean())).isEqualTo("not_exercised: no operation came with other content");
        assertThat(examine(Runs.duplicatedUnderBlind())).startsWith("not_exercised: this contract accepts");
    }

    @Test
    void theReceiptOfOtherContentIsCaught() {
        assertThat(examine(Runs.collided().execute("op-1", "a-1", "r-1", false)))
                .isEqualTo("broken: operation op-1 is known with content h-2; attempt a-1 came with content h-1 and was"
                        + " answered receipt");
    }

    @Test
    void aRequestThatCameBeforeAnyEffectIsNoConflict() {
        assertThat(examine(new Run(blind()).spawn())).startsWith("not_exercised: ");
        assertThat(examine(new Run(cell(Contract.FENCED))
                        .spawn()
                        .insertIntoLedger("request_log", "1", PROBE + " outcome=fenced")
                        .execute("op-1", "a-1", "r-1", true)))
                .startsWith("not_exercised: ");
    }

    @Test
    void aRememberedReceiptThatChangesAtAConflictIsCaught() {
        Run changed = refused()
                .insertIntoLedger("dedup", "op-1", "operation=op-1 receipt=r-1")
                .updateLedger("dedup", "op-1", "receipt", "r-2");

        assertThat(examine(changed)).endsWith("update of dedup: receipt r-1 became r-2");
        assertThat(examine(refused().updateLedger("effect", "r-1", "payload_hash", "h-2")))
                .contains("update of effect");
    }

    @Test
    void aReceiptThatChangesWithoutAConflictIsAnothersConcern() {
        assertThat(examine(Runs.clean().updateLedger("effect", "r-1", "payload_hash", "h-2")))
                .startsWith("not_exercised: ");
    }

    private static Run refused() {
        return Runs.clean().insertIntoLedger("request_log", "probe", PROBE + " outcome=conflict");
    }

    @Test
    void afterTheWindowOtherContentIsAFirstRequestAgain() {
        Duration day = Duration.ofDays(1);
        Run run = new Run(probed(cell(Contract.dedupWindow(day)))).spawn();
        run.insertIntoLedger(
                "request_log", "1", "kind=publish operation=op-1 payload_hash=h-1 attempt=a-1 receipt=r-1");
        run.insertIntoLedger("effect", "r-1", "attempt=a-1 receipt=r-1 committed_at_ms=0");
        run.insertIntoLedger("request_log", "2", PROBE + " receipt=r-2 outcome=receipt");

        assertThat(examine(run.insertIntoLedger("effect", "r-2", "attempt=probe receipt=r-2 committed_at_ms=86400000")))
                .startsWith("not_exercised: ");
    }

    @Test
    void withinTheWindowItIsAConflict() {
        Run run = new Run(probed(cell(Contract.dedupWindow(Duration.ofDays(1))))).spawn();
        run.insertIntoLedger(
                "request_log", "1", "kind=publish operation=op-1 payload_hash=h-1 attempt=a-1 receipt=r-1");
        run.insertIntoLedger("effect", "r-1", "attempt=a-1 receipt=r-1 committed_at_ms=0");
        run.insertIntoLedger("request_log", "2", PROBE + " receipt=r-2 outcome=receipt");

        assertThat(examine(run.insertIntoLedger("effect", "r-2", "attempt=probe receipt=r-2 committed_at_ms=86399999")))
                .startsWith("broken: ");
    }
}
