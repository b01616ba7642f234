package dev.crashharness.orchestrator.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EventLogTest {
    /** A device that is always full. */
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("events.jsonl");
    }

    @Test
    void whatWasNotedIsReadBackInItsOrder() throws IOException {
        List<Event> noted;
        try (EventLog log = EventLog.append(file)) {
            log.note(EventType.SPAWN, "worker-1", Map.of("pid", "17", "owner", "Jürgen \"1\"\n"));
            log.note(EventType.EXIT, "worker-1", Map.of());
            noted = log.events();
        }

        assertThat(EventLog.read(file)).isEqualTo(noted);
        assertThat(noted).extracting(Event::type).containsExactly(EventType.SPAWN, EventType.EXIT);
        assertThat(noted.get(0).get("owner")).isEqualTo("Jürgen \"1\"\n");
        assertThat(noted.get(1).tNs()).isGreaterThanOrEqualTo(noted.get(0).tNs());
    }

    @Test
    void everyEventIsInTheFileBeforeTheLogIsClosed() throws IOException {
        try (EventLog log = EventLog.append(file)) {
            log.note(EventType.HELLO, "worker-1", Map.of("pid", "17"));

            assertThat(EventLog.read(file)).isEqualTo(log.events());
        }
    }

    @Test
    void aSecondLogAppendsToTheFirst() throws IOException {
        noteHello();
        noteHello();

        assertThat(EventLog.read(file)).extracting(Event::type).containsExactly(EventType.HELLO, EventType.HELLO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"t_ns\":12,\"type\":\"exit\",\"inst", "null", "{\"t_ns\":12}"})
    void aTornLastLineIsLeftOut(String torn) throws IOException {
        noteHello();
        append(torn);

        assertThat(EventLog.read(file)).extracting(Event::type).containsExactly(EventType.HELLO);
    }

    @Test
    void aLastLineTornInsideACharacterIsLeftOutToo() throws IOException {
        noteHello();
        byte[] line = "{\"t_ns\":12,\"type\":\"note\",\"instance\":\"ü".getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(line, line.length - 1), StandardOpenOption.APPEND);

        assertThat(EventLog.read(file)).extracting(Event::type).containsExactly(EventType.HELLO);
    }

    /** A lab's log is appended to by one run after the other: a torn line in its middle made all of it unreadable. */
    @Test
    void anEventAppendedBehindATornLineIsReadBackAndTheTornOneIsNot() throws IOException {
        noteHello();
        append("{\"t_ns\":12,\"type\":\"exit\",\"inst");
        noteHello();

        assertThat(EventLog.read(file)).extracting(Event::type).containsExactly(EventType.HELLO, EventType.HELLO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"t_ns\":12,\"type\":\"ex",
                "null",
                "{\"t_ns\":1,\"type\":\"sneeze\",\"instance\":\"a\",\"fields\":{}}"
            })
    void aLineInTheMiddleThatIsNoEventIsAnErrorThatNamesIt(String line) throws IOException {
        noteHello();
        append(line + "\n");
        noteHello();

        assertThatThrownBy(() -> EventLog.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 2 of " + file);
    }

    @Test
    void aFieldOfALaterVersionIsNotReadOver() throws IOException {
        append("{\"t_ns\":1,\"type\":\"exit\",\"instance\":\"a\",\"fields\":{},\"mood\":\"good\"}\n");
        noteHello();

        assertThatThrownBy(() -> EventLog.read(file)).isInstanceOf(IOException.class);
    }

    /** Threads that only listen note too: an exception would end them, and each further try fails again. */
    @Test
    void whatCannotBeWrittenIsKeptInMemoryAndSaidOnce() throws IOException {
        assumeTrue(Files.exists(FULL), "this machine has no " + FULL);
        EventLog log = EventLog.append(FULL);

        log.note(EventType.HELLO, "worker-1", Map.of("pid", "17"));
        log.note(EventType.EXIT, "worker-1", Map.of());

        assertThat(log.events()).hasSize(2);
        assertThat(log.failure()).hasValueSatisfying(why -> assertThat(why)
                .startsWith("events.jsonl cannot be written: ")
                .contains("No space left on device"));
        assertThatThrownBy(log::close)
                .isInstanceOf(IOException.class)
                .hasMessage(log.failure().orElseThrow());
    }

    @Test
    void aLogThatCouldBeWrittenHasNoFailure() throws IOException {
        EventLog log = EventLog.append(file);
        log.note(EventType.HELLO, "worker-1", Map.of("pid", "17"));
        log.abandon();

        assertThat(log.failure()).isEmpty();
        assertThat(EventLog.read(file)).hasSize(1);
    }

    @Test
    void startsEndsAndCopiesBearTheWallClockWhereThereIsOne() throws IOException {
        Instant noon = Instant.parse("2026-01-01T12:00:00Z");
        try (EventLog log = EventLog.append(file, InstantSource.fixed(noon))) {
            log.note(EventType.SPAWN, "worker-1", Map.of("pid", "17"));
            log.note(EventType.HELLO, "worker-1", Map.of("pid", "17"));
            log.note(EventType.EXIT, "worker-1", Map.of());
            log.note(EventType.COPY, "harness", Map.of("label", "final"));
        }
        noteHello();

        String epoch = Long.toString(noon.toEpochMilli());
        assertThat(EventLog.read(file))
                .extracting(event -> event.get("epoch_ms"))
                .containsExactly(epoch, "", epoch, epoch, "");
    }

    private void noteHello() throws IOException {
        try (EventLog log = EventLog.append(file)) {
            log.note(EventType.HELLO, "worker-1", Map.of("pid", "17"));
        }
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
