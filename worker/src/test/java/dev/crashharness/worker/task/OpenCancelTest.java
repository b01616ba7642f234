package dev.crashharness.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import org.junit.jupiter.api.Test;

/** Nobody is sent to a run that does nothing. */
class OpenCancelTest {
    @Test
    void underBlindOnlyACancelThatWasNotSentIsAWorkersToDo() {
        assertThat(OpenCancel.next(Contract.BLIND)).startsWith("run a worker if no cancel was sent yet; ");
        assertThat(OpenCancel.nextOfSent(Contract.BLIND)).doesNotContain("run a worker");
    }

    @Test
    void elsewhereItIsAskedForOrSentAgain() {
        assertThat(OpenCancel.next(Contract.QUERY_ONLY))
                .contains("looks the cancel up")
                .doesNotContain("again");
        assertThat(OpenCancel.next(Contract.DEDUP_QUERY)).contains("looks the cancel up and sends it again if");
        assertThat(OpenCancel.next(Contract.FENCED)).isEqualTo(OpenCancel.next(Contract.DEDUP_QUERY));
        assertThat(OpenCancel.next(Contract.DEDUP_ONLY))
                .contains("sends the same cancel again")
                .doesNotContain("look");
        assertThat(OpenCancel.next(Contract.of("dedup-window:24h").orElseThrow()))
                .contains("window is surely open");
    }
}
