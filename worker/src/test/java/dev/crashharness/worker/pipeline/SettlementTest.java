package dev.crashharness.worker.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.worker.pipeline.Settlement.Settled;
import dev.crashharness.worker.task.Attempt.Outcome;
import org.junit.jupiter.api.Test;

/** Only a receipt says that a cancel is done. */
final class SettlementTest {
    private final Settlement settlement = Settlement.byReceipt();

    @Test
    void aReceiptIsDone() {
        assertThat(settlement.of(new Answered(new Reply(Status.RECEIPT, "c-1", "a-1", "r-1", ""))))
                .isEqualTo(new Settled.Done("r-1"));
    }

    @Test
    void silenceIsOpen() {
        assertThat(settlement.of(new Unanswered("silent"))).isEqualTo(new Settled.Open("silent"));
    }

    @Test
    void aRefusalIsRefusedAndAConflictSaysWhich() {
        assertThat(settlement.of(answered(Status.REFUSED))).isEqualTo(new Settled.Refused(Outcome.REFUSED, "because"));
        assertThat(settlement.of(answered(Status.CONFLICT)))
                .isEqualTo(new Settled.Refused(Outcome.CONFLICT, "because"));
    }

    @Test
    void aFenceSaysNothingAboutTheCancel() {
        assertThat(settlement.of(answered(Status.FENCED)))
                .isEqualTo(new Settled.Fenced(new Reply(Status.FENCED, "c-1", "a-1", "", "because")));
    }

    private static Answered answered(Status status) {
        return new Answered(new Reply(status, "c-1", "a-1", "", "because"));
    }
}
