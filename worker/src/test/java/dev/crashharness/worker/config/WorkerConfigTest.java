package dev.crashharness.worker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.Journal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkerConfigTest {
    private static final Map<String, String> NEEDED = Map.of(
            "CRASH_HARNESS_STORE", "/tmp/store.sqlite",
            "CRASH_HARNESS_TASK", "task-1",
            "CRASH_HARNESS_OWNER", "ada",
            "CRASH_HARNESS_PUBLISHER", "127.0.0.1:4711",
            "CRASH_HARNESS_TOKEN", "s3cret");

    @Test
    void whatIsNotGivenHasItsDefault() {
        assertThat(WorkerConfig.from(new Environment(NEEDED)))
                .isEqualTo(new WorkerConfig(
                        Path.of("/tmp/store.sqlite"),
                        "task-1",
                        "ada",
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711),
                        "s3cret",
                        Duration.ofMinutes(1),
                        Duration.ZERO,
                        Duration.ofSeconds(10),
                        Optional.empty()));
    }

    @Test
    void whatIsGivenIsTaken() {
        WorkerConfig config = with("LEASE_MS", "86400000");
        assertThat(config.lease()).isEqualTo(Duration.ofDays(1));
        assertThat(with("LEASE_MS", "1").lease()).isEqualTo(Duration.ofMillis(1));
        assertThat(with("CLOCK_OFFSET_MS", "60000").clockOffset()).isEqualTo(Duration.ofMinutes(1));
        assertThat(with("TIMEOUT_MS", "500").timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(with("PUBLISHER", "::1:80").publisher().getPort()).isEqualTo(80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"STORE", "TASK", "OWNER", "PUBLISHER", "TOKEN"})
    void eachVariableThatIsNeededIsNamedWhenItIsMissingOrEmpty(String name) {
        Map<String, String> without = new HashMap<>(NEEDED);
        without.remove("CRASH_HARNESS_" + name);

        assertSentence(() -> WorkerConfig.from(new Environment(without)), name, "is not set; the worker needs it");
        assertSentence(() -> with(name, ""), name, "is not set; the worker needs it");
    }

    @ParameterizedTest
    @CsvSource({
        "LEASE_MS,        soon,        expected a whole number",
        "LEASE_MS,        1.5,         expected a whole number",
        "LEASE_MS,        0,           expected 1 to 86400000",
        "LEASE_MS,        -1,          expected 1 to 86400000",
        "LEASE_MS,        86400001,    expected 1 to 86400000",
        "CLOCK_OFFSET_MS, later,       expected a whole number",
        "CLOCK_OFFSET_MS, 3155760000001,  expected -3155760000000 to 3155760000000",
        "CLOCK_OFFSET_MS, -3155760000001, expected -3155760000000 to 3155760000000",
        "CLOCK_OFFSET_MS, 9223372036854775807, expected -3155760000000 to 3155760000000",
        "TIMEOUT_MS,      never,       expected a whole number",
        "TIMEOUT_MS,      0,           expected 1 to 86400000",
        "TIMEOUT_MS,      -500,        expected 1 to 86400000",
        "TIMEOUT_MS,      99999999999, expected 1 to 86400000",
        "PUBLISHER,       localhost,   expected host:port",
        "PUBLISHER,       :80,         expected host:port",
        "PUBLISHER,       here:there,  expected a whole number",
        "PUBLISHER,       here:0,      expected a port from 1 to 65535",
        "PUBLISHER,       here:65536,  expected a port from 1 to 65535",
        "PUBLISHER,       here:99999999999, expected a port from 1 to 65535",
    })
    void aValueThatCannotBeIsNamedWithWhatWasExpected(String name, String value, String expected) {
        assertSentence(() -> with(name, value), name, expected);
    }

    /** It would be refused by the publisher, and the task could never end. */
    @Test
    void aWordingThatFitsIntoNoFrameIsRefused() {
        assertThatThrownBy(() -> with("PAYLOAD", "x".repeat(65_536)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 65536");
    }

    @Test
    void anUnknownContractIsNamedWithThoseThereAre() {
        Environment environment = new Environment(Map.of("CRASH_HARNESS_CONTRACT", "exactly-once"));

        assertSentence(environment::contract, "CONTRACT", "'exactly-once', expected one of " + Contract.ids());
        assertThat(new Environment(Map.of("CRASH_HARNESS_CONTRACT", "blind")).contract())
                .isEqualTo(Contract.BLIND);
    }

    @Test
    void aWordingIsTakenWhenThereIsOne() {
        assertThat(with("PAYLOAD", "other").wording()).contains("other");
        assertThat(with("PAYLOAD", "").wording()).isEmpty();
    }

    @Test
    void aJournalThatThereIsNotIsNamedWithThoseThereAre() {
        Environment environment = new Environment(Map.of("CRASH_HARNESS_JOURNAL", "truncate"));

        assertSentence(environment::journal, "JOURNAL", "'truncate', expected one of [wal, delete]");
        assertThat(new Environment(Map.of("CRASH_HARNESS_JOURNAL", "delete")).journal())
                .isEqualTo(Journal.DELETE);
        assertThat(new Environment(Map.of()).journal()).isEqualTo(Journal.WAL);
    }

    private static WorkerConfig with(String name, String value) {
        Map<String, String> variables = new HashMap<>(NEEDED);
        variables.put("CRASH_HARNESS_" + name, value);
        return WorkerConfig.from(new Environment(variables));
    }

    private static void assertSentence(ThrowingCallable reading, String name, String expected) {
        assertThatThrownBy(reading)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("CRASH_HARNESS_" + name + " is ")
                .hasMessageEndingWith(expected)
                .hasMessageNotContaining("\n");
    }
}
