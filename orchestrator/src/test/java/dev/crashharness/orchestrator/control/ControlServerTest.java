package dev.crashharness.orchestrator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.crashpoint.ControlLine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real loopback connections; what a child does wrong is refused and said, and disturbs nobody else. */
class ControlServerTest extends ControlFixture {
    @Test
    void aChildIsHeardFromItsHelloToItsEnd() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send("at 1 after_effect operation=op-1 attempt=at-2\n");
            child.send("event lease_live until_ms=1700\n");
        }

        awaitMessages(4);
        assertThat(messages).element(0).isInstanceOfSatisfying(ControlMessage.Hello.class, hello -> assertThat(
                        List.of(hello.instance(), hello.role(), Long.toString(hello.pid())))
                .containsExactly("worker-1", "worker", "4711"));
        assertThat(messages)
                .endsWith(
                        new ControlMessage.At(
                                "worker-1", 1, "after_effect", Map.of("operation", "op-1", "attempt", "at-2")),
                        new ControlMessage.Reported("worker-1", "lease_live", Map.of("until_ms", "1700")),
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
    void halfALineIsTheChildsUntilItsEnd() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send("at 1 before_se");
            await().until(() -> server.halfLines().equals(Map.of("worker-1", "at 1 before_se")));

            child.send("nd\n");
            awaitMessages(2);
            assertThat(server.halfLines()).isEmpty();
        }
    }

    @Test
    void whoEndsInTheMiddleOfALineIsToldFrom() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send("at 1 before_se");
        }

        assertThat(refusal()).isEqualTo("it ended behind 'at 1 before_se', in the middle of a line");
        awaitMessages(3);
        assertThat(messages).last().isEqualTo(new ControlMessage.Closed("worker-1"));
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
            listening here         | it listens on 'here', expected HOST:PORT
            listening 127.0.0.1:80 | it says that it listens, and only a publisher does
            listening h:70000      | it listens on port 70000, expected at most 65535
            GC(0) Pause            | it sent the unknown word 'GC(0)'
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
    void aPublisherIsHeardWhereItListens() throws Exception {
        try (Child child = welcome("publisher-1")) {
            child.send("listening 127.0.0.1:4242\n");
        }

        awaitMessages(3);
        assertThat(messages)
                .contains(new ControlMessage.Listening(
                        "publisher-1", new InetSocketAddress(InetAddress.getLoopbackAddress(), 4242)));
    }

    /** The relay is led there later, on a thread that decides and must not wait for anybody's name server. */
    @Test
    void aPublisherOnAHostThatNobodyKnowsIsNotHeard() throws Exception {
        try (Child child = welcome("publisher-1")) {
            child.send("listening [no-address]:4242\n");
            assertThat(child.line()).isNull();
        }
        assertThat(refusal()).isEqualTo("it listens on the host '[no-address]', which is not known here");
    }

    @Test
    void closingTheServerEndsTheChildren() throws Exception {
        try (Child child = welcome("worker-1")) {
            server.close();

            assertThat(child.line()).isNull();
            assertThat(messages).last().isEqualTo(new ControlMessage.Closed("worker-1"));
        }
    }
}
