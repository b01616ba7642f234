package dev.crashharness.crashpoint;

import static dev.crashharness.crashpoint.FakeHarness.meanwhile;
import static dev.crashharness.crashpoint.FakeHarness.position;
import static dev.crashharness.crashpoint.FakeHarness.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class CrashGateTest {
    private FakeHarness harness;

    @BeforeEach
    void listen() throws IOException {
        harness = new FakeHarness();
    }

    @AfterEach
    void close() throws IOException {
        harness.close();
    }

    @Test
    void withoutAHarnessNoPointBlocksAndNothingIsSaid() throws IOException {
        try (CrashGate gate = CrashGate.fromEnvironment(Map.of(), GateHooks.onLost(() -> harness.lost.add("lost")))) {
            gate.at("before_send");
            gate.event("checkpoint", Map.of("step", "draft"));
            gate.listening("127.0.0.1", 1);

            assertThat(gate).isSameAs(CrashGate.disarmed());
        }
        assertThat(harness.lost).isEmpty();
    }

    @Test
    void theHelloCarriesVersionTokenRoleInstanceAndPid() throws Exception {
        CompletableFuture<CrashGate> child = harness.connecting("s3 cret=");
        harness.accept();

        ControlLine hello = harness.read();

        String pid = Long.toString(ProcessHandle.current().pid());
        assertThat(hello).isEqualTo(ControlLine.of("hello", "1", "s3 cret=", "worker", "worker-1", pid));
        harness.send("ok");
        within(child).close();
    }

    @Test
    void aPointBlocksUntilItsOwnNumberIsAnswered() throws Exception {
        try (CrashGate gate = harness.welcome()) {
            CompletableFuture<Void> parked = meanwhile(() -> gate.at("after_send", Map.of("attempt", "a 1")));
            ControlLine at = harness.read();
            assertThat(at).isEqualTo(new ControlLine("at", List.of("1", "after_send"), Map.of("attempt", "a 1")));

            harness.send("go 2");
            harness.send("clock 9 +1");
            // The clock's answer shows that the line before it was read.
            assertThat(harness.read()).isEqualTo(ControlLine.of("ok", "9"));
            assertThat(parked).isNotDone();

            harness.send("go 1");
            within(parked);
        }
    }

    @Test
    void twoThreadsParkedAtOnceAreFreedInAnyOrder() throws Exception {
        try (CrashGate gate = harness.welcome()) {
            CompletableFuture<Void> first = meanwhile(() -> gate.at("after_receive"));
            ControlLine one = harness.read();
            CompletableFuture<Void> second = meanwhile(() -> gate.at("after_commit"));
            ControlLine two = harness.read();
            assertThat(position(one)).containsExactly("at", "after_receive");
            assertThat(position(two)).containsExactly("at", "after_commit");
            assertThat(two.words().get(0)).isNotEqualTo(one.words().get(0));

            harness.send("go " + two.words().get(0));
            within(second);
            assertThat(first).isNotDone();

            harness.send("go " + one.words().get(0));
            within(first);
        }
    }

    @Test
    void anotherThreadMaySpeakWhileOneIsParked() throws Exception {
        try (CrashGate gate = harness.welcome()) {
            CompletableFuture<Void> parked = meanwhile(() -> gate.at("during_lease"));
            harness.read();

            gate.event("lease_live", Map.of("until_ms", "12"));

            assertThat(harness.read())
                    .isEqualTo(new ControlLine("event", List.of("lease_live"), Map.of("until_ms", "12")));
            harness.send("go 1");
            within(parked);
        }
    }

    @Test
    void aClockLineMovesTheClockAndIsAnswered() throws Exception {
        try (CrashGate gate = harness.welcome()) {
            harness.send("clock 5 +7200000");

            assertThat(harness.read()).isEqualTo(ControlLine.of("ok", "5"));
            assertThat(harness.clock).containsExactly(Duration.ofHours(2));
            gate.listening("127.0.0.1", 4711);
            assertThat(harness.read()).isEqualTo(ControlLine.of("listening", "127.0.0.1:4711"));
        }
    }

    @Test
    void aHarnessThatGoesAwayIsReportedOnceHoweverOftenItIsNoticed() throws Exception {
        CrashGate gate = harness.welcome();
        harness.hangUp();
        assertThat(harness.lost.poll(10, TimeUnit.SECONDS)).isEqualTo("lost");

        for (int i = 0; i < 50; i++) {
            gate.event("checkpoint", Map.of("step", "draft"));
        }
        gate.close();

        assertThat(harness.lost).isEmpty();
    }

    @Test
    void nonsenseFromTheHarnessIsAsGoodAsAHarnessGone() throws Exception {
        try (CrashGate gate = harness.welcome()) {
            harness.send("dance 1");

            assertThat(harness.lost.poll(10, TimeUnit.SECONDS)).isEqualTo("lost");
            assertThat(gate).isNotNull();
        }
    }

    @Test
    void closingTheGateIsNoLossOfTheHarness() throws Exception {
        harness.welcome().close();

        assertThat(harness.lost.poll(200, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void aRefusedHelloIsOneSentence() throws Exception {
        CompletableFuture<CrashGate> child = harness.connecting("wrong");
        harness.accept();
        harness.read();
        harness.hangUp();

        assertThatThrownBy(() -> within(child))
                .hasRootCauseInstanceOf(IOException.class)
                .rootCause()
                .hasMessageContaining("did not accept this child")
                .hasMessageContaining("token");
        assertThat(harness.lost).isEmpty();
    }

    @Test
    void anAddressThatIsNoneIsNamed() {
        for (String address : List.of("nowhere", "127.0.0.1:x", "127.0.0.1:99999", ":80")) {
            assertThatThrownBy(() -> CrashGate.fromEnvironment(
                            Map.of("CRASH_HARNESS_CONTROL", address), GateHooks.onLost(() -> {})))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("CRASH_HARNESS_CONTROL is '" + address + "'");
        }
    }

    @Test
    void aTokenTooLongForTheHelloIsNotBlamedOnTheAddress() {
        assertThatThrownBy(() ->
                        CrashGate.fromEnvironment(harness.environment("t".repeat(5000)), GateHooks.onLost(() -> {})))
                .hasMessageContaining("longer than 4096")
                .hasMessageNotContaining("host:port");
    }

    @Test
    void aPointWhoseFieldsMakeTheLineTooLongIsRefusedBeforeAnythingIsSent() throws Exception {
        try (CrashGate gate = harness.welcome()) {
            assertThatThrownBy(() -> gate.at("after_receive", Map.of("operation", "o".repeat(4096))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("longer than 4096");

            gate.event("next", Map.of());
            assertThat(harness.read()).isEqualTo(ControlLine.of("event", "next"));
        }
    }

    /** A long payload in the sentence of a refused submit ended the worker with exit 2 instead of 3. */
    @Test
    void anEventTooLongForItsLineIsCutAndNeverEndsTheChild() throws Exception {
        try (CrashGate gate = harness.welcome()) {
            String sentence = "ü".repeat(3000);

            assertThatCode(() -> gate.event("error", Map.of("text", sentence, "task", "task-1")))
                    .doesNotThrowAnyException();

            ControlLine line = harness.read();
            assertThat((line.print() + "\n").getBytes(StandardCharsets.UTF_8))
                    .hasSizeLessThanOrEqualTo(ControlLine.MAX_BYTES);
            assertThat(line.fields()).containsEntry("task", "task-1");
            assertThat(line.fields().get("text")).startsWith("üüüü").endsWith("...");
        }
    }
}
