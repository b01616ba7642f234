package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.HoldPrompt;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.lab.LabRun;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.Nearest;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.task.OpenCancel;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lives one worker life. */
@Command(
        name = "run",
        description = {
            "Lab: run one worker on the task, and kill it at a point if asked to.",
            "Exit 0: succeeded, or compensated as asked. 5: ended unknown, awaiting approval, in conflict, failed or not undone.",
            "75: killed as asked, the lease is live or lost, or another command is at work on the file: run again.",
            "101: the worker never came to the point."
        },
        mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
    private static final BigDecimal LONGEST_LEASE_SECONDS =
            BigDecimal.valueOf(Duration.ofDays(1).toSeconds());

    /** Where the worker can be killed, for the completion at the prompt. */
    static final class Points implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Point.of(Actor.WORKER).stream().map(Point::id).iterator();
        }
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption database;

    @Option(
            names = "--lease-seconds",
            paramLabel = "S",
            defaultValue = "2",
            description = "How long a claim lasts without renewal (default: ${DEFAULT-VALUE}).")
    private BigDecimal leaseSeconds;

    @Option(
            names = "--fault",
            paramLabel = "POINT",
            completionCandidates = Points.class,
            description = "SIGKILL the worker there, for example after_effect.")
    private String fault;

    @Option(names = "--hold", description = "Leave it parked at the point until Enter is pressed.")
    private boolean hold;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        if (hold && fault == null) {
            throw new UsageException("--hold needs a point to hold at; add --fault POINT");
        }
        Hold whileParked = hold ? new HoldPrompt(spec.commandLine().getOut()) : Hold.NOT;
        LabRun.Options options = new LabRun.Options(lease(), point(), whileParked);
        try (Harness harness = Harness.open()) {
            LabRun.Outcome outcome = new LabRun(database.files(), options).run(harness.bundled(), harness.launcher());
            return report(outcome);
        }
    }

    private Optional<Point> point() {
        if (fault == null) {
            return Optional.empty();
        }
        List<Point> points = Point.of(Actor.WORKER);
        Optional<Point> found =
                points.stream().filter(point -> point.id().equals(fault)).findFirst();
        if (found.isEmpty()) {
            List<String> known = points.stream().map(Point::id).toList();
            throw new UsageException("unknown point '" + fault + "'; " + Nearest.advice(fault, known));
        }
        return found;
    }

    private Duration lease() {
        boolean inRange = leaseSeconds.signum() > 0 && leaseSeconds.compareTo(LONGEST_LEASE_SECONDS) <= 0;
        Duration lease =
                inRange ? Duration.ofMillis(leaseSeconds.movePointRight(3).longValue()) : Duration.ZERO;
        if (lease.isZero()) {
            throw new UsageException(
                    "--lease-seconds is " + leaseSeconds + ", expected 0.001 to " + LONGEST_LEASE_SECONDS);
        }
        return lease;
    }

    private int report(LabRun.Outcome outcome) {
        PrintWriter out = spec.commandLine().getOut();
        String who = outcome.worker() + " (owner " + outcome.owner() + ")";
        if (outcome.end() instanceof LifeEnd.Killed) {
            FaultOutcome landed = outcome.fault().orElseThrow();
            if (!landed.landed()) {
                return notCarriedOut(who, landed);
            }
            out.println(who + " stood at " + fault + " and was killed: pid " + landed.pid() + ", SIGKILL, exit "
                    + landed.exit());
            return ExitCode.TRY_AGAIN;
        }
        if (outcome.end() instanceof LifeEnd.Overdue overdue) {
            spec.commandLine()
                    .getErr()
                    .println("crash-harness: " + who + " did not end in time; it was last seen at "
                            + overdue.lastPoint() + "; see " + database.files().log(outcome.worker()));
            return ExitCode.HARNESS_ERROR;
        }
        LifeEnd.Exited exited = (LifeEnd.Exited) outcome.end();
        boolean missed = outcome.fault().filter(each -> !each.landed()).isPresent();
        int code = ended(out, outcome, who, exited);
        boolean decided = code == ExitCode.OK || code == ExitCode.ENDED_OTHERWISE;
        return missed && decided ? notCarriedOut(who, outcome.fault().get()) : code;
    }

    private int notCarriedOut(String who, FaultOutcome missed) {
        spec.commandLine()
                .getErr()
                .println("crash-harness: " + who + " was not killed at " + fault + ": " + missed.reason());
        return ExitCode.INCONCLUSIVE;
    }

    private int ended(PrintWriter out, LabRun.Outcome outcome, String who, LifeEnd.Exited exited) {
        switch (exited.code()) {
            case 0 -> {
                out.println(who + " ended: the task "
                        + (outcome.state().equals("compensated") ? "is compensated" : "has succeeded"));
                return ExitCode.OK;
            }
            case 11 -> {
                out.println(who + " claimed nothing: the lease is live until "
                        + Instant.ofEpochMilli(exited.leaseLiveUntilMs()) + "; run again then");
                return ExitCode.TRY_AGAIN;
            }
            case 10 -> {
                out.println(who + " lost its lease and stopped; run again");
                return ExitCode.TRY_AGAIN;
            }
            case 12, 13, 14 -> {
                out.println(who + " ended: " + otherwise(outcome.state(), outcome.contract()));
                return ExitCode.ENDED_OTHERWISE;
            }
            default -> {
                spec.commandLine()
                        .getErr()
                        .println("crash-harness: " + who + " ended with exit " + exited.code()
                                + (exited.error().isEmpty()
                                        ? "; see " + database.files().log(outcome.worker())
                                        : ": " + exited.error()));
                return exited.code() == ExitCode.USAGE || exited.code() == ExitCode.REFUSED
                        ? exited.code()
                        : ExitCode.HARNESS_ERROR;
            }
        }
    }

    static String otherwise(String state, Contract contract) {
        return switch (state) {
            case "unknown" -> "the outcome is unknown, its evidence is kept; decide with: crash-harness resolve";
            case "awaiting_approval" -> "its operation is stored and waits for: crash-harness approve";
            case "compensating" ->
                "whether it was undone is unknown, and its evidence is kept; it stays compensating until a receipt or a"
                        + " refusal of the cancel is known; " + OpenCancel.nextOfSent(contract);
            case "conflict" -> "the task is in conflict";
            case "compensation_failed" -> "the publisher refused to undo it; the task is not compensated";
            default -> "the task is " + state;
        };
    }
}
