package dev.crashharness.orchestrator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.crashharness.crashpoint.ControlLine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real loopback connections; what a child does wrong is refused and said, and disturbs nobody else. */
@Timeout(30)
class ControlServerTest {
    private static final String TOKEN = "s3cret";

    private final Queue<ControlMessage> messages = new ConcurrentLinkedQueue<>();
    private ControlServer server;

    @BeforeEach
    void open() throws Exception {
        server = new ControlServer(TOKEN, messages::add);
        server.expect("worker-1");
        server.expect("worker-2");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aChildIsHeardFromItsHelloToItsEnd() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send("at 1 after_effect operation=op-1 attempt=at-2\n");
            child.send("event lease_live until_ms=1700\nlistening 127.0.0.1:4242\n");
        }

        awaitMessages(5);
        assertThat(messages).element(0).isInstanceOfSatisfying(ControlMessage.Hello.class, hello -> assertThat(
                        List.of(hello.instance(), hello.role(), Long.toString(hello.pid())))
                .containsExactly("worker-1", "worker", "4711"));
        assertThat(messages)
                .endsWith(
                        new ControlMessage.At(
                                "worker-1", 1, "after_effect", Map.of("operation", "op-1", "attempt", "at-2")),
                        new ControlMessage.Reported("worker-1", "lease_live", Map.of("until_ms", "1700")),
                        new ControlMessage.Listening("worker-1", "127.0.0.1", 4242),
                        new ControlMessage.Closed("worker-1"));
    }

    @Test
    void valuesArePercentDecoded() throws Exception {
        Map<String, String> fields = Map.of("text", "100 % = viel\nzu viel \u00fc");
        try (Child child = welcome("worker-1")) {
            child.send(new ControlLine("event", List.of("error"), fields));
            awaitMessages(2);
        }
        assertThat(messages).element(1).isEqualTo(new ControlMessage.Reported("worker-1", "error", fields));
    }

    @Test
    void goReachesTheChildThatWaitsForIt() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send("at 7 before_lease\n");
            awaitMessages(2);

            assertThat(link().go(7)).isTrue();
            assertThat(child.line()).isEqualTo("go 7");
        }
    }

    @Test
    void goToADeadChildIsAnOutcome() throws Exception {
        welcome("worker-1").close();
        awaitMessages(2);

        assertThat(link().go(1)).isFalse();
    }

    @Test
    void aClockStepIsConfirmedByItsOwnSerial() throws Exception {
        try (Child child = welcome("worker-1")) {
            CompletableFuture<Boolean> forth = link().clock(Duration.ofHours(2));
            CompletableFuture<Boolean> back = link().clock(Duration.ofMillis(-5));
            assertThat(child.line()).isEqualTo("clock 1 +7200000");
            assertThat(child.line()).isEqualTo("clock 2 -5");

            child.send("ok 2\n");
            assertThat(back.get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(forth).isNotDone();
        }
    }

    @Test
    void aClockStepOfAChildThatDiesIsNotConfirmed() throws Exception {
        Child child = welcome("worker-1");
        CompletableFuture<Boolean> asked = link().clock(Duration.ofSeconds(1));
        child.close();

        assertThat(asked.get(5, TimeUnit.SECONDS)).isFalse();
        assertThat(link().clock(Duration.ofSeconds(1)).get(5, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void twoChildrenAtOnceKeepTheirOwnOrder() throws Exception {
        try (Child one = welcome("worker-1");
                Child two = welcome("worker-2")) {
            for (int i = 1; i <= 100; i++) {
                one.send("at " + i + " p\n");
                two.send("at " + i + " p\n");
            }
            awaitMessages(202);
        }
        for (String instance : List.of("worker-1", "worker-2")) {
            assertThat(messages.stream()
                            .filter(ControlMessage.At.class::isInstance)
                            .map(ControlMessage.At.class::cast)
                            .filter(at -> at.instance().equals(instance))
                            .map(ControlMessage.At::serial))
                    .hasSize(100)
                    .isSorted();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            GET / HTTP/1.1                     | the first line was no hello
            hello 1 s3cret worker worker-1     | the first line was no hello
            hello 2 s3cret worker worker-1 5   | a hello of another protocol version than 1
            hello 1 wrong worker worker-1 5    | a hello with a wrong token
            hello 1 s3cret boss worker-1 5     | a hello with the unknown role 'boss'
            hello 1 s3cret worker worker-1 x   | the pid 'x' is no positive number
            hello 1 s3cret worker worker-9 5   | a hello of 'worker-9', which is not expected
            hello 1 s3cret worker %zz 5        | a line that cannot be decoded
            """)
    void aBadHelloIsClosedWithoutAnAnswer(String line, String reason) throws Exception {
        try (Child child = new Child(server.address())) {
            child.send(line + "\n");
            assertThat(child.line()).isNull();
        }
        assertThat(refusal()).startsWith(reason);
        assertThat(messages).hasSize(1);
    }

    @Test
    void aSecondHelloOfTheSameInstanceIsRefusedEvenAfterItsEnd() throws Exception {
        welcome("worker-1").close();
        awaitMessages(2);
        try (Child again = new Child(server.address())) {
            again.send("hello 1 " + TOKEN + " worker worker-1 5\n");
            assertThat(again.line()).isNull();
        }
        assertThat(refusal()).isEqualTo("a second hello of 'worker-1', which has connected before");
    }

    @Test
    void aHelloThatComesByteByByteMustStillBeInTime() throws Exception {
        server.close();
        server = new ControlServer(TOKEN, messages::add, Duration.ofMillis(200));
        try (Child child = new Child(server.address())) {
            child.send("hello 1");
            assertThat(child.line()).isNull();
        }
        assertThat(refusal()).isEqualTo("no complete line in time, 7 bytes of one had come");
    }

    @Test
    void aConnectionThatEndsInMidHelloIsRefused() throws Exception {
        try (Child child = new Child(server.address())) {
            child.send("hello 1 s3c");
        }
        assertThat(refusal()).isEqualTo("it ended before its hello");
    }

    @Test
    void halfALineAtTheEndIsNoMessage() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send("at 1 after_ef");
        }
        awaitMessages(2);
        assertThat(messages).last().isEqualTo(new ControlMessage.Closed("worker-1"));
    }

    @Test
    void aLineOfTheLimitPassesAndALongerOneEndsTheConnection() throws Exception {
        int rest = ControlLine.MAX_BYTES - "event e text=\n".length();
        try (Child child = welcome("worker-1")) {
            child.send("event e text=" + "x".repeat(rest) + "\n");
            child.send("event e text=" + "x".repeat(rest + 1) + "\n");
            assertThat(child.line()).isNull();
        }
        awaitMessages(4);
        assertThat(messages).element(1).isInstanceOf(ControlMessage.Reported.class);
        assertThat(refusal()).isEqualTo("a line of more than 4096 bytes");
        assertThat(messages).last().isEqualTo(new ControlMessage.Closed("worker-1"));
    }

    @Test
    void bytesThatAreNotUtf8EndTheConnection() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send(new byte[] {'e', (byte) 0xff, '\n'});
            assertThat(child.line()).isNull();
        }
        assertThat(refusal()).isEqualTo("a line that is not UTF-8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            at x before_lease      | the serial 'x' is no positive number
            at 1                   | the line 'at 1' lacks its word 2
            ok 3                   | an ok for 3, which was not asked
            listening here         | worker-1 listens on 'here', expected HOST:PORT
            listening h:70000      | worker-1 listens on port 70000, expected at most 65535
            GC(0) Pause            | worker-1 sent the unknown word 'GC(0)'
            """)
    void aLineThatBreaksTheProtocolEndsTheConnection(String line, String reason) throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send(line + "\n");
            assertThat(child.line()).isNull();
        }
        assertThat(refusal()).isEqualTo(reason);
        await().until(() -> messages.contains(new ControlMessage.Closed("worker-1")));
    }

    @Test
    void theSixtyFifthConnectionIsRefused() throws Exception {
        List<Child> children = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            children.add(new Child(server.address()));
        }
        assertThat(children.get(64).line()).isNull();
        assertThat(refusal()).isEqualTo("more than 64 connections");
        for (Child child : children) {
            child.close();
        }
    }

    @Test
    void closingTheServerEndsTheChildren() throws Exception {
        try (Child child = welcome("worker-1")) {
            server.close();

            assertThat(child.line()).isNull();
            assertThat(messages).last().isEqualTo(new ControlMessage.Closed("worker-1"));
        }
    }

    @Test
    void anInstanceNameServesOneLifeOnly() {
        assertThatThrownBy(() -> server.expect("worker-1"))
                .hasMessage("instance worker-1 is expected already; each life of a process needs a name of its own");
    }

    private Child welcome(String instance) throws IOException {
        return Child.welcome(server.address(), TOKEN, instance);
    }

    private void awaitMessages(int count) {
        await().until(() -> messages.size() >= count);
    }

    private ControlLink link() {
        return ((ControlMessage.Hello) messages.element()).link();
    }

    private String refusal() {
        await().until(() -> messages.stream().anyMatch(ControlMessage.Refused.class::isInstance));
        return messages.stream()
                .filter(ControlMessage.Refused.class::isInstance)
                .map(message -> ((ControlMessage.Refused) message).reason())
                .findFirst()
                .orElseThrow();
    }
}
