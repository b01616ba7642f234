package dev.crashharness.orchestrator.doctor.target;

import static dev.crashharness.orchestrator.doctor.rule.Level.DOUBT;
import static dev.crashharness.orchestrator.doctor.rule.Level.OK;
import static dev.crashharness.orchestrator.doctor.rule.Level.PROBLEM;
import static dev.crashharness.orchestrator.doctor.rule.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.doctor.rule.Level;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.own.Observation;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConductTest {
    @TempDir
    private Path here;

    private Conduct conduct;

    @BeforeEach
    void read() throws IOException {
        Path file = Files.writeString(
                here.resolve("t.yaml"),
                """
                name: t
                worker: {run: w}
                schema: own
                points: [before_send, own.done]
                sys: {publisher: [connect, sendto]}
                checks: [{name: a, command: c}]
                """);
        conduct = new Conduct(TargetFiles.find(file.toString(), Plain.TARGETS));
    }

    @Test
    void aPublisherListensOrNeverSaysSo() {
        expect(
                conduct.readiness(history(event("publisher-1", EventType.LISTENING, "address", "127.0.0.1:9")))
                        .get(0),
                OK,
                "127.0.0.1:9");
        expect(conduct.readiness(history()).get(0), PROBLEM, "it never said that it listens");
    }

    @Test
    void whereNoWorkerWasStartedNothingIsMissing() {
        History none = new History(
                "blind/none",
                List.of(),
                List.of(),
                List.of(),
                new Ending(Ending.Kind.HARNESS_FAILED, "worker-1 was not started", List.of()),
                false,
                List.of());

        assertThat(conduct.readiness(none)).isEmpty();
        assertThat(conduct.announcements(none)).isEmpty();
    }

    @Test
    void aLineThatBreaksTheProtocolIsNamedOnce() {
        Event refused = event("harness", EventType.REFUSED, "reason", "the first line was no hello");

        assertThat(conduct.protocol(history())).isEmpty();
        assertThat(conduct.protocol(history(refused, refused)))
                .singleElement()
                .satisfies(finding -> expect(finding, PROBLEM, "the first line was no hello"));
    }

    @Test
    void whatIsAnnouncedIsComparedWithTheFile() {
        Event hello = event("worker-1", EventType.HELLO, "pid", "7");

        expect(only(history()), PROBLEM, "never said hello");
        expect(only(history(hello)), PROBLEM, "said hello and announced no point");
        expect(only(history(hello, at("before_send"), at("own.done"))), OK, "all its points: 2");
        expect(only(history(hello, at("before_send"))), WARNING, "does not pass own.done");
        assertThat(conduct.announcements(history(hello, at("before_send"), at("own.done"), at("own.more"))))
                .singleElement()
                .satisfies(finding -> expect(
                        finding,
                        DOUBT,
                        "announced own.more: " + here.resolve("t.yaml")
                                + ":4 does not name it; did you mean 'own.done'?"));
    }

    @Test
    void aCleanRunIsRightOrSaysWhatIsNot() {
        expect(conduct.cleanRun(verdict("blind/none", List.of(), "1"), Path.of("a run")), OK, "every check held");
        expect(
                conduct.cleanRun(verdict("blind/none", List.of(), "2"), Path.of("a run")),
                PROBLEM,
                "VIOLATION without any fault: one: t:5: expected 1");
    }

    @Test
    void aWorkerWaitsOrRunsOnOrCannotBeKilled() {
        FaultOutcome landed = new FaultOutcome("worker@before_send", "worker-1", 7, 1, "KILL", 1, 137, true, "");
        FaultOutcome missed = new FaultOutcome("worker@before_send", "worker-1", 7, 1, "", 1, 0, false, "it had ended");
        Event ranOn = at("own.done");

        expect(conduct.blocking(verdict("blind/worker@before_send", List.of(landed), "1", parked())), OK, "it stood");
        expect(
                conduct.blocking(verdict("blind/worker@before_send", List.of(landed), "1", parked(), ranOn)),
                PROBLEM,
                "announced a point and ran on");
        expect(
                conduct.blocking(verdict("blind/worker@before_send", List.of(missed), "1", parked())),
                PROBLEM,
                "could not be killed at its point");
    }

    @Test
    void aWorkerThatWasStoppedComesBackOrDoesNot() {
        FaultOutcome stopped = new FaultOutcome("worker@before_send=pause", "worker-1", 7, 1, "STOP", 1, -1, true, "");
        Event resumed = event("worker-1", EventType.SIGNAL, "signal", "CONT");

        expect(
                conduct.continuing(verdict("blind/worker@before_send=pause", List.of(stopped), "1", parked(), resumed)),
                OK,
                "came to its end");
        expect(
                conduct.continuing(verdict("blind/worker@before_send=pause", List.of(stopped), "1", parked())),
                DOUBT,
                "it was never resumed");
    }

    @Test
    void aWorkerThatCameBackAndNeverEndedDidNotComeToItsEnd() {
        FaultOutcome stopped = new FaultOutcome("worker@before_send=pause", "worker-1", 7, 1, "STOP", 1, -1, true, "");
        Event resumed = event("worker-1", EventType.SIGNAL, "signal", "CONT");
        History overdue = new History(
                "blind/worker@before_send=pause",
                List.of(parked(), resumed),
                List.of(stopped),
                List.of(),
                new Ending(Ending.Kind.DEADLINE, "60 s were over", List.of()),
                false,
                List.of());

        expect(conduct.continuing(verdict(overdue)), DOUBT, "work_completes: the work did not end");
    }

    @Test
    void aConditionThatIsNeverAnsweredIsNamedWithSqlitesWords() {
        Event unanswered = new Event(
                3, EventType.REPORTED, "watcher-1", Map.of("name", "unanswered", "text", "near SELEC: syntax error"));
        Event met = new Event(4, EventType.REPORTED, "watcher-1", Map.of("name", "rows", "met", "true"));

        assertThat(conduct.condition(history())).isEmpty();
        assertThat(conduct.condition(history(unanswered, met))).isEmpty();
        assertThat(conduct.condition(history(unanswered)))
                .singleElement()
                .satisfies(finding -> expect(finding, PROBLEM, "never answered: near SELEC: syntax error"));
    }

    @Test
    void aWorkerWithoutAHarnessEndsOrLivesOn() {
        expect(conduct.orphaned(true), OK, "it ended");
        expect(conduct.orphaned(false), DOUBT, "it lived on");
    }

    private Finding only(History history) {
        List<Finding> findings = conduct.announcements(history);
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private static void expect(Finding finding, Level level, String text) {
        assertThat(finding.level()).as(finding.line()).isEqualTo(level);
        assertThat(finding.line()).contains(text);
    }

    private static Event parked() {
        return new Event(2, EventType.PARKED, "worker-1", Map.of("fault", "0", "point", "before_send", "hit", "1"));
    }

    @Test
    void itsPointsAtSystemCallsCanBeHadHereOrNot() {
        expect(conduct.tracing(Optional.empty()), OK, "2 calls are points");
        expect(conduct.tracing(Optional.of("strace was not found")), DOUBT, "possible here: strace was not found");
    }

    private static Event at(String point) {
        return event("worker-1", EventType.AT, "point", point);
    }

    private static Event event(String instance, EventType type, String field, String value) {
        return new Event(3, type, instance, Map.of(field, value));
    }

    private static History history(Event... events) {
        Event spawn = event("worker-1", EventType.SPAWN, "role", "worker");
        return history(
                "blind/none",
                List.of(),
                "1",
                Stream.concat(Stream.of(spawn), Stream.of(events)).toArray(Event[]::new));
    }

    private static History history(String cell, List<FaultOutcome> faults, String found, Event... events) {
        return new History(
                cell,
                List.of(events),
                faults,
                List.of(),
                new Ending(Ending.Kind.FINISHED, "", List.of()),
                false,
                List.of(new Observation("one", "t:5", "1", found, "")));
    }

    private static VerdictRecord verdict(String cell, List<FaultOutcome> faults, String found, Event... events) {
        return verdict(history(cell, faults, found, events));
    }

    private static VerdictRecord verdict(History history) {
        Trial trial = new Trial(Cell.parse(history.cell()), Optional.empty(), history);
        return VerdictRecord.of(trial, new Judge().judge(trial), Duration.ZERO, "again", "dir");
    }
}
