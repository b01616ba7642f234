package dev.crashharness.orchestrator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is let in, and who is closed without an answer. */
class HelloTest extends ControlFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            GET / HTTP/1.1                     | the first line was no hello
            hello 1 s3cret worker worker-1     | the first line was no hello: 4 words behind it, expected 1 TOKEN
            hello 2 s3cret worker worker-1 5   | a hello of protocol version 2, expected 1
            hello 1 wrong worker worker-1 5    | a hello with a wrong token, expected the value of CRASH_HARNESS_TOKEN
            hello 1 s3cret boss worker-1 5     | a hello of 'worker-1' with the role 'boss', expected worker
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

    /** Seen the other way round: who had read the end looked for the reason and did not find it yet. */
    @Test
    void theReasonIsSaidBeforeTheConnectionIsClosed() throws Exception {
        server.close();
        server = new ControlServer(TOKEN, this::hearSlowly);
        try (Child child = new Child(server.address())) {
            child.send("GET / HTTP/1.1\n");
            assertThat(child.line()).isNull();
            assertThat(messages).hasSize(1);
        }
    }

    private void hearSlowly(ControlMessage message) {
        LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
        messages.add(message);
    }

    /** Who reads of a refusal wants to know whose command to mend. */
    @ParameterizedTest
    @CsvSource({
        "hello 2 s3cret worker worker-1 5, worker-1",
        "hello 1 wrong worker worker-1 5, worker-1",
        "hello 1 wrong worker worker-9 5, ''",
        "hello 1 s3cret, ''",
        "at 1 s3cret worker worker-1 5, ''",
    })
    void anExpectedNameInABadHelloIsKept(String line, String claimed) throws Exception {
        try (Child child = new Child(server.address())) {
            child.send(line + "\n");
            assertThat(child.line()).isNull();
        }
        awaitMessages(1);
        assertThat(messages).singleElement().satisfies(message -> {
            ControlMessage.Refused refused = (ControlMessage.Refused) message;
            assertThat(refused.claimed()).isEqualTo(claimed);
            assertThat(refused.reason()).doesNotContain("s3cret").doesNotContain("wrong worker");
        });
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
        server = new ControlServer(TOKEN, messages::add, Duration.ofSeconds(1));
        try (Child child = new Child(server.address())) {
            child.send("hello 1");
            assertThat(child.line()).isNull();
        }
        assertThat(refusal()).isEqualTo("no complete line in time, 7 bytes of one had come, and no line feed");
    }

    @Test
    void aConnectionThatEndsInMidHelloIsRefused() throws Exception {
        try (Child child = new Child(server.address())) {
            child.send("hello 1 s3c");
        }
        assertThat(refusal()).isEqualTo("it ended before its hello was whole: no line feed had come");
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
    void anInstanceNameServesOneLifeOnly() {
        assertThatThrownBy(() -> server.expect("worker", "worker-1"))
                .hasMessage("instance worker-1 is expected already; each life of a process needs a name of its own");
    }
}
