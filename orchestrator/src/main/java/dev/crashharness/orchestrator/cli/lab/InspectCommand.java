package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.lab.Inspection;
import dev.crashharness.orchestrator.report.text.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what both databases say now. */
@Command(
        name = "inspect",
        description = "Lab: show what the worker store and the publisher's database say now. Changes nothing.",
        mixinStandardHelpOptions = true)
public final class InspectCommand implements Callable<Integer> {
    enum Format {
        TEXT,
        JSON
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption database;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "What is printed (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Override
    public Integer call() throws IOException {
        Harness.useNativeLibrary();
        Inspection found = Inspection.of(database.files());
        PrintWriter out = spec.commandLine().getOut();
        if (format == Format.JSON) {
            out.println(Json.MAPPER.writeValueAsString(found));
        } else {
            List<String> lines = new ArrayList<>();
            print(lines::add, found);
            // Names and reasons are what somebody typed: a line of theirs must not read like one of ours.
            lines.forEach(line -> out.println(Visible.text(line)));
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void print(Consumer<String> out, Inspection found) {
        out.accept("task        " + found.task() + ": " + found.state() + ", generation " + found.generation());
        out.accept("lease       "
                + (found.owner() == null ? "held by nobody" : found.owner() + " until " + found.leaseExpiresAt()));
        found.checkpoints()
                .forEach(step -> out.accept("checkpoint  " + step.step() + " by generation " + step.generation()
                        + ", committed " + times(step.commits())));
        out.accept("intent      "
                + (found.operation() == null ? "none" : found.intent() + ", operation " + found.operation()));
        found.attempts().forEach(attempt -> out.accept(attempt(found, attempt)));
        out.accept("receipt     " + (found.receipt() == null ? "none" : found.receipt()));
        if (found.approval() != null) {
            out.accept("approval    of operation " + found.approval().operation() + ", by "
                    + found.approval().approvedBy());
        }
        if (found.resolution() != null) {
            out.accept("resolution  " + found.resolution().kind() + ", by "
                    + found.resolution().resolvedBy() + overtaken(found));
        }
        if (found.compensation() != null) {
            out.accept("undoing     " + found.compensation().state() + ", operation "
                    + found.compensation().operation() + ", receipt "
                    + (found.compensation().receipt() == null
                            ? "none"
                            : found.compensation().receipt()));
        }
        out.accept("refusals    " + found.refusals());
        out.accept("publisher   " + publisher(found.publisher()));
        found.publisher()
                .cancellations()
                .forEach(cancel -> out.accept("cancelled   operation " + cancel.original() + " by operation "
                        + cancel.operation() + ", which found " + cancel.foundEffects() + " effects, receipt "
                        + cancel.receipt()));
        out.accept("story");
        found.story().forEach(entry -> out.accept("  " + entry.line()));
    }

    private static String overtaken(Inspection found) {
        return found.story().stream()
                .filter(entry -> entry.what().equals("overtaken"))
                .findFirst()
                .map(entry -> "; overtaken by an effect at " + entry.at())
                .orElse("");
    }

    private static String publisher(Inspection.Publisher publisher) {
        return publisher.missing() == null
                ? publisher.effects() + " effects, receipts " + publisher.receipts() + ", " + publisher.requests()
                        + " requests"
                : publisher.missing();
    }

    private static String attempt(Inspection found, Attempt attempt) {
        boolean cancel = found.compensation() != null
                && attempt.operation().equals(found.compensation().operation());
        return (cancel ? "cancel      " : "attempt     ") + attempt.attempt() + " by generation "
                + attempt.generation() + ": " + attempt.outcome()
                + (attempt.evidence() == null ? "" : " (" + attempt.evidence() + ")");
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }
}
