package dev.crashharness.orchestrator.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.own.Observation;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a verdict says beside its reason. */
class AsideTest {
    private static final Event SPAWN =
            event("worker-1", EventType.SPAWN, Map.of("role", "worker", "place", "mine.yaml:4"));
    private static final Event LATER =
            event("worker-2", EventType.SPAWN, Map.of("role", "worker", "place", "mine.yaml:4"));

    @Test
    void aBrokenProtocolIsToldOnceWithTheLineOfTheCommand() {
        assertThat(judged("worker@before_send", "1", refusal("worker-1"), refusal("worker-2"))
                        .message())
                .isEqualTo("worker@before_send (fault 1) was never reached; no process announced any point;"
                        + " mine.yaml:4: worker-1 broke the control protocol: it sent half a line");
    }

    @Test
    void aFailureIsToldOnceWithItsLastWords() {
        assertThat(judged(
                                "worker@before_send",
                                "1",
                                exit("worker-1", "3", "no settings"),
                                exit("worker-2", "3", "no settings"))
                        .message())
                .endsWith("any point; mine.yaml:4: worker-1 ended with exit 3, and said: no settings");
        assertThat(judged("worker@before_send", "1", exit("worker-1", "3", "")).message())
                .endsWith("any point; mine.yaml:4: worker-1 ended with exit 3");
    }

    @Test
    void aPointThatTheFileDoesNotNameIsToldWhereAPointIsMissing() {
        Event at = event(
                "worker-1", EventType.AT, Map.of("point", "befor_send", "hit", "1", "unnamed", "mine.yaml:6 does not"));

        assertThat(judged("worker@before_send", "1", at).message())
                .endsWith("; worker-1 announced befor_send: mine.yaml:6 does not");
        assertThat(judged("none", "2", at).message()).isEqualTo("mine.yaml:9: expected 1, found 2");
    }

    @Test
    void whoHasOutlivedItsParentIsToldBesideABrokenPromise() {
        Event left = event("worker-1", EventType.SURVIVOR, Map.of("pid", "77"));

        Judgement broken = judged("none", "2", left);
        assertThat(broken.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(broken.message())
                .isEqualTo("mine.yaml:9: expected 1, found 2; mine.yaml:4: worker-1 left pid 77, which outlived it");
        assertThat(judged("none", "1", left).message())
                .isEqualTo(
                        "outlived its parent: mine.yaml:4: worker-1 left pid 77; whoever starts others ends them, or waits"
                                + " for them, before it ends");
    }

    /** Whoever had not said hello may have been any process of the machine: the name is a hint, with its line. */
    @Test
    void aRefusedHelloIsToldWithTheLineOfWhoseItMayHaveBeen() {
        Event refused = event(
                "harness",
                EventType.REFUSED,
                Map.of(
                        "reason", "a hello of protocol version 2, expected 1; it called itself worker-1",
                        "who", "",
                        "perhaps", "worker-1",
                        "what", "a hello of protocol version 2, expected 1"));

        assertThat(judged("worker@before_send", "1", refused, refused).message())
                .endsWith("any point; mine.yaml:4: a connection to the control port was refused:"
                        + " a hello of protocol version 2, expected 1; it called itself worker-1");
    }

    /** A worker that floods, or stops itself, was only said to have reached nothing. */
    @ParameterizedTest
    @EnumSource(names = {"DEADLINE", "INTERFERED", "LIVES_SPENT"})
    void thatTimeWasOverIsToldBesideAPointThatWasNotReached(Ending.Kind kind) {
        Ending ending = new Ending(kind, "the cell's 20 s were over", List.of());

        Judgement judgement = new Judge().judge(trial("worker@before_send", "1", ending));

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.message()).endsWith("any point; the cell's 20 s were over");
    }

    @Test
    void thatTheLogIsPartialIsToldAlsoOfAPass() {
        Event some = event("worker-1", EventType.LEFT_OUT, Map.of("of", "reported", "count", "20"));
        Event more = event("worker-1", EventType.LEFT_OUT, Map.of("of", "reported", "count", "3"));
        Event other = event("worker-2", EventType.LEFT_OUT, Map.of("of", "at", "count", "7"));
        String partial =
                "the log is partial: 23 events 'reported' of worker-1, 7 events 'at' of worker-2 were left out";

        assertThat(judged("none", "1", some, more, other).verdict()).isEqualTo(Verdict.PASS);
        assertThat(judged("none", "1", some, more, other).message()).isEqualTo(partial);
        assertThat(judged("none", "2", some, more, other).message())
                .isEqualTo("mine.yaml:9: expected 1, found 2; " + partial);
    }

    @Test
    void aPassSaysNothing() {
        assertThat(judged("none", "1", exit("worker-1", "3", "no settings")).message())
                .isEmpty();
    }

    @Test
    void aConditionThatWasNeverAnsweredIsAnError() {
        Event unanswered = event("worker-1", EventType.REPORTED, Map.of("name", "unanswered", "text", "no such table"));
        Event rows = event("worker-1", EventType.REPORTED, Map.of("name", "rows", "met", "true"));

        assertThat(judged("none", "1", unanswered).verdict()).isEqualTo(Verdict.ERROR);
        assertThat(judged("none", "1", unanswered).message())
                .isEqualTo("mine.yaml:4: the condition for done was never answered: no such table");
        assertThat(judged("none", "1", unanswered, rows).verdict()).isEqualTo(Verdict.PASS);
    }

    private static Event refusal(String instance) {
        String what = "it sent half a line";
        return event(
                "harness",
                EventType.REFUSED,
                Map.of("reason", instance + " broke the control protocol: " + what, "who", instance, "what", what));
    }

    private static Event exit(String instance, String code, String said) {
        return event(instance, EventType.EXIT, Map.of("code", code, "by_harness", "false", "said", said));
    }

    private static Event event(String instance, EventType type, Map<String, String> fields) {
        return new Event(1, type, instance, fields);
    }

    private static Judgement judged(String schedule, String found, Event... events) {
        return new Judge().judge(trial(schedule, found, new Ending(Ending.Kind.FINISHED, "", List.of()), events));
    }

    private static Trial trial(String schedule, String found, Ending ending, Event... events) {
        Cell cell = Cell.parse("blind/" + schedule);
        History history = new History(
                cell.print(),
                Stream.concat(Stream.of(SPAWN, LATER), Stream.of(events)).toList(),
                List.of(),
                List.of(),
                ending,
                false,
                List.of(new Observation("one_effect", "mine.yaml:9", "1", found, "")));
        return new Trial(cell, Optional.empty(), history);
    }
}
