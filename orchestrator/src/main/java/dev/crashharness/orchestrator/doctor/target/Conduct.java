package dev.crashharness.orchestrator.doctor.target;

import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.target.Link.Readiness;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the runs of a target say of its conduct.
 *
 * @param target what was run
 */
record Conduct(Target target) {
    private static final String ANNOUNCES = "announces";
    private static final String BLOCKS = "blocks";

    /** Whether the publisher said that it listens; where no worker was started, it may not have had the time. */
    List<Finding> readiness(History clean) {
        Optional<Finding> listens = clean.events(EventType.LISTENING)
                .findFirst()
                .map(event -> Finding.ok("publisher", "it listens on " + event.get("address")));
        if (listens.isPresent() || !hasWorker(clean)) {
            return listens.stream().toList();
        }
        return List.of(
                Finding.problem(
                        "publisher",
                        target.wrong(Programs.PUBLISHER, "it never said that it listens"),
                        target.link().readiness() == Readiness.PORT
                                ? "listen on {port} of 127.0.0.1; see its log in logs/"
                                : "send listening HOST:PORT on the control channel, or write ready: port and listen on {port}"));
    }

    /** What is missing where nobody was started is a consequence. */
    private static boolean hasWorker(History clean) {
        return clean.events(EventType.SPAWN).anyMatch(Conduct::isWorker);
    }

    /** Lines that broke the protocol. */
    List<Finding> protocol(History run) {
        return run
                .events(EventType.REFUSED)
                .collect(Collectors.toMap(Conduct::what, event -> event, (one, same) -> one, TreeMap::new))
                .values()
                .stream()
                .map(refused -> Finding.problem(
                        "protocol",
                        target.wrong(program(refused), "a connection was closed: " + refused.get("reason")),
                        "see docs/protocol.md"))
                .toList();
    }

    private static String program(Event refused) {
        String who = refused.get("who") + refused.get("perhaps");
        return who.startsWith("publisher-") ? Programs.PUBLISHER : Programs.RUN;
    }

    /** What the log has too much of to keep; findings that rest on the rest may miss something. */
    List<Finding> flood(History run) {
        return run.events(EventType.LEFT_OUT)
                .map(left -> Finding.doubt(
                        "flood",
                        "%s caused more events '%s' than the log keeps: %s were left out"
                                .formatted(left.instance(), left.get("of"), left.get("count")),
                        "say less on the control channel; cells are judged by what was kept"))
                .toList();
    }

    private static String what(Event refused) {
        return refused.get("what").isEmpty() ? refused.get("reason") : refused.get("what");
    }

    /** What was announced in a clean run, beside what the file says. */
    List<Finding> announcements(History clean) {
        Set<String> announced = clean.events(EventType.AT)
                .map(event -> event.get("point"))
                .collect(Collectors.toCollection(TreeSet::new));
        List<Finding> findings = new ArrayList<>();
        announced.forEach(point -> target.unnamed(point)
                .ifPresent(why -> findings.add(Finding.doubt(
                        ANNOUNCES,
                        "it announced " + point + ": " + why,
                        "cells at points that no file names are left out"))));
        Set<String> missing = missing(announced);
        if (!hasWorker(clean)) {
            return findings;
        }
        if (findings.isEmpty() && workers(announced) == 0 && !missing.isEmpty()) {
            findings.add(silent(clean));
        } else if (!missing.isEmpty()) {
            findings.add(Finding.warning(
                    ANNOUNCES,
                    "a clean run does not pass " + String.join(", ", missing) + ": a first fault there never lands",
                    "leave them out of points unless recovery passes them"));
        }
        if (findings.isEmpty()) {
            findings.add(Finding.ok(
                    ANNOUNCES,
                    workers(announced) == 0 ? "nothing, as its file says" : "all its points: " + workers(announced)));
        }
        return findings;
    }

    private static Finding silent(History clean) {
        boolean hello = clean.events(EventType.HELLO).anyMatch(Conduct::isWorker);
        return Finding.problem(
                ANNOUNCES,
                hello ? "the worker said hello and announced no point" : "the worker never said hello",
                "connect to CRASH_HARNESS_CONTROL and send hello, then at N POINT; see docs/protocol.md");
    }

    /** A condition for done that cannot be asked is never met. */
    List<Finding> condition(History clean) {
        boolean met = clean.events(EventType.REPORTED)
                .anyMatch(event -> event.get("name").equals("rows"));
        return clean
                .events(EventType.REPORTED)
                .filter(event -> !met && event.get("name").equals("unanswered"))
                .reduce((earlier, later) -> later)
                .map(event -> Finding.problem(
                        "done",
                        target.wrong(Programs.DONE, "its condition was never answered: " + event.get("text")),
                        "mend sql in done"))
                .stream()
                .toList();
    }

    private long workers(Set<String> announced) {
        return target.scope().of(Actor.WORKER).stream()
                .map(Point::id)
                .filter(announced::contains)
                .count();
    }

    private Set<String> missing(Set<String> announced) {
        return target.scope().of(Actor.WORKER).stream()
                .filter(Conduct::isPassedByACleanRun)
                .map(Point::id)
                .filter(point -> !announced.contains(point))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Others are passed by who comes after a fault only: there is nothing to look up or to undo before. */
    static boolean isPassedByACleanRun(Point point) {
        return !point.compensates() && point != Point.AFTER_LOOKUP;
    }

    /** Whether a run without faults is right; {@code run} is never the latest one, so it has to be named. */
    Finding cleanRun(VerdictRecord clean, Path run) {
        return clean.verdict() == Verdict.PASS
                ? Finding.ok("clean run", "the work was done and every check held")
                : Finding.problem(
                        "clean run",
                        clean.verdict() + " without any fault: " + clean.reason() + ": " + clean.message(),
                        "mend this first; logs and databases: crash-harness explain " + Target.quoted(run.toString())
                                + " " + Target.quoted(clean.cell()));
    }

    /** Whether the worker waits where it stands, by a kill there. */
    Finding blocking(VerdictRecord killed) {
        String landed = finding(killed, "kill_landed");
        if (landed.contains("ran past the point")) {
            return Finding.problem(
                    BLOCKS, "it announced a point and ran on: " + landed, "read a line after at, and wait for go N");
        }
        return killed.faults().stream().allMatch(FaultOutcome::landed)
                ? Finding.ok(BLOCKS, "it stood where it said when it was killed")
                : Finding.problem(
                        BLOCKS, "it could not be killed at its point: " + killed.message(), "see its log in logs/");
    }

    /** Whether a worker that was stopped and continued comes to its end. */
    Finding continuing(VerdictRecord paused) {
        return paused.faults().stream().allMatch(FaultOutcome::landed)
                        && paused.verdict() != Verdict.INCONCLUSIVE
                        && paused.verdict() != Verdict.ERROR
                        && !"work_completes".equals(paused.check())
                ? Finding.ok("continues", "it was stopped, continued, and came to its end")
                : Finding.doubt(
                        "continues",
                        "stopped and continued, " + paused.reason() + ": " + paused.message(),
                        "see what it does after a long halt; cells with a pause end INCONCLUSIVE");
    }

    /** Whether a worker to which nobody speaks any more ends. */
    Finding orphaned(boolean ended) {
        return ended
                ? Finding.ok("orphaned", "it ended when the control connection was closed")
                : Finding.doubt(
                        "orphaned",
                        "it lived on when the control connection was closed",
                        "exit at once when reading from it gives an end, or a harness that is killed leaves workers behind");
    }

    /** Whether its points at system calls can be had here; {@code obstacle} is why not. */
    Finding tracing(Optional<String> obstacle) {
        int points = target.scope().sys().points().size();
        return obstacle.map(why -> Finding.doubt(
                        "sys", "no kill at its " + points + " calls is possible here: " + why, "its other cells run"))
                .orElseGet(() -> Finding.ok(
                        "sys",
                        points + " calls are points, and a kill there lands here; census says how often each is made"));
    }

    private static boolean isWorker(Event hello) {
        return hello.instance().startsWith("worker-");
    }

    private static String finding(VerdictRecord verdict, String check) {
        return verdict.checks().stream()
                .filter(each -> each.check().equals(check))
                .map(Judgement.Finding::message)
                .findFirst()
                .orElse("");
    }
}
