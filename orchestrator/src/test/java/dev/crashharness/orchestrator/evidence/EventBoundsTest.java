package dev.crashharness.orchestrator.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a flood, and what a flood must not take away. */
final class EventBoundsTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("events.jsonl");
    }

    @Test
    void whatAChildSaysTooOftenIsLeftOutAndCounted() throws IOException {
        try (EventLog log = EventLog.append(file)) {
            say(log, EventType.REPORTED, "worker-1", EventLog.MOST_OF_A_KIND + 3);
            log.note(EventType.AT, "worker-1", Map.of("point", "after_effect"));
        }

        List<Event> events = EventLog.read(file);
        assertThat(events).hasSize(EventLog.MOST_OF_A_KIND + 2);
        assertThat(events.get(EventLog.MOST_OF_A_KIND).type()).isEqualTo(EventType.AT);
        Event last = events.get(EventLog.MOST_OF_A_KIND + 1);
        assertThat(last.is(EventType.LEFT_OUT, "worker-1")).isTrue();
        assertThat(last.fields()).isEqualTo(Map.of("of", "reported", "count", "3"));
    }

    @Test
    void whatTheHarnessDoesIsKeptBehindAnyFlood() throws IOException {
        List<EventType> own = List.of(
                EventType.SPAWN,
                EventType.HELLO,
                EventType.PARKED,
                EventType.SIGNAL,
                EventType.EXIT,
                EventType.COPY,
                EventType.FAULT,
                EventType.SURVIVOR);
        try (EventLog log = EventLog.append(file)) {
            for (int child = 1; child <= 6; child++) {
                say(log, EventType.AT, "worker-" + child, EventLog.MOST_OF_A_KIND);
            }
            for (EventType type : own) {
                log.note(type, "worker-1", Map.of());
            }
        }

        assertThat(EventLog.read(file)).extracting(Event::type).containsSubsequence(own);
    }

    /** A worker that floods from its start had its publisher accused of never listening. */
    @Test
    void whoFloodsDoesNotSilenceOthers() throws IOException {
        try (EventLog log = EventLog.append(file)) {
            for (int child = 1; child <= 6; child++) {
                say(log, EventType.AT, "worker-" + child, EventLog.MOST_OF_A_KIND);
            }
            say(log, EventType.LISTENING, "publisher-1", 1);
            say(log, EventType.AT, "worker-7", EventLog.FIRST_OF_A_KIND);
        }

        List<Event> events = EventLog.read(file);
        assertThat(events)
                .filteredOn(event -> event.type() == EventType.LISTENING)
                .hasSize(1);
        assertThat(events)
                .filteredOn(event -> event.is(EventType.AT, "worker-7"))
                .hasSize(EventLog.FIRST_OF_A_KIND);
        assertThat(events.size()).isLessThan(EventLog.MOST_OF_ALL + 3 * EventLog.FIRST_OF_A_KIND + 10);
    }

    /** Whether something came before a kill or after it decides what it proves. */
    @Test
    void whatWasLeftOutIsCountedOnEachSideOfWhatTheHarnessDid() throws IOException {
        try (EventLog log = EventLog.append(file)) {
            say(log, EventType.AT, "worker-1", EventLog.MOST_OF_A_KIND + 2);
            log.note(EventType.PARKED, "worker-1", Map.of());
            log.note(EventType.SIGNAL, "worker-1", Map.of());
            say(log, EventType.AT, "worker-1", 1);
            assertThat(log.events()).isEqualTo(EventLog.read(file));
        }

        List<Event> events = EventLog.read(file);
        assertThat(events.subList(EventLog.MOST_OF_A_KIND, events.size()))
                .extracting(event -> event.type() + event.get("count"))
                .containsExactly("LEFT_OUT2", "PARKED", "SIGNAL", "LEFT_OUT1");
    }

    private static void say(EventLog log, EventType type, String instance, int times) {
        for (int i = 0; i < times; i++) {
            log.note(type, instance, Map.of("n", Integer.toString(i)));
        }
    }
}
