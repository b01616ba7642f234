package dev.crashharness.orchestrator.matrix.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class BrakeTest {
    private final Brake brake = Brake.unlimited();

    @Test
    void nobodyHasPressedItAtFirst() throws Exception {
        assertThat(brake.reason()).isEmpty();
        assertThat(brake.whileWorking(() -> "done")).contains("done");
    }

    @Test
    void pressedItLetsWorkEndAndKeepsTheFirstReason() throws Exception {
        assertThat(brake.<String>whileWorking(() -> {
                    brake.press(Reason.FAIL_FAST);
                    brake.press(Reason.INTERRUPTED);
                    return "done";
                }))
                .contains("done");
        assertThat(brake.reason()).contains(Reason.FAIL_FAST);
        assertThat(brake.interrupted()).isTrue();
    }

    @Test
    void onlyASignalIsAnInterruption() {
        brake.press(Reason.FAIL_FAST);
        brake.press(Reason.TIME_BUDGET);

        assertThat(brake.interrupted()).isFalse();
    }

    @Test
    void slammedItInterruptsWorkAndTheThreadGoesOnUninterrupted() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CompletableFuture<Optional<String>> result = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(brake.whileWorking(() -> {
                    working.countDown();
                    new CountDownLatch(1).await();
                    return "never";
                }));
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();
        working.await();

        brake.slam(Reason.INTERRUPTED);

        assertThat(result.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(brake.whileWorking(() -> "too late")).isEmpty();
    }

    /** A closed channel or a failed step is what an interrupt looks like from outside. */
    @Test
    void whatFailsBecauseOfTheSlamIsNoResultAndNoError() throws Exception {
        assertThat(brake.<String>whileWorking(() -> {
                    brake.slam(Reason.INTERRUPTED);
                    throw new IOException("closed by interrupt");
                }))
                .isEmpty();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void whatFailsByItselfIsAnError() {
        assertThatThrownBy(() -> brake.whileWorking(() -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }

    /** Shrinking asks for it after a run that another cell's failure has ended. */
    @Test
    void aBudgetThatHasPassedIsKnownWhateverElseWasAReasonBefore() {
        Brake spent = Brake.after(Optional.of(Duration.ofNanos(1)));
        spent.press(Reason.FAIL_FAST);

        assertThat(spent.reason()).contains(Reason.FAIL_FAST);
        assertThat(spent.outOfTime()).isTrue();
        assertThat(Brake.after(Optional.of(Duration.ofDays(1))).outOfTime()).isFalse();
        assertThat(brake.outOfTime()).isFalse();
    }

    @Test
    void aBudgetPressesItOnceItHasPassed() {
        assertThat(Brake.after(Optional.of(Duration.ofNanos(1))).reason()).contains(Reason.TIME_BUDGET);
        assertThat(Brake.after(Optional.of(Duration.ofDays(1))).reason()).isEmpty();
    }
}
