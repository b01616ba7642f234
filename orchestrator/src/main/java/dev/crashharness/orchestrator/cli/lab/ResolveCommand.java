package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.lab.LabPerson;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Decides about an unknown. */
@Command(
        name = "resolve",
        description = {
            "Lab: decide about a task whose outcome is unknown; who, when, why and on which evidence goes on record.",
            "Exit 0: resolved, now or before. 3: it cannot be resolved this way, or was to be undone before; nothing was decided.",
            "75: another command is at work on the file."
        },
        mixinStandardHelpOptions = true)
public final class ResolveCommand implements Callable<Integer> {
    /** The ways out, of which one is chosen. */
    static final class Way {
        @Option(
                names = "--confirmed",
                required = true,
                description = "It took effect. The publisher is asked for the receipt where it can be.")
        private boolean confirmed;

        @Option(
                names = "--not-executed",
                required = true,
                description = "It took no effect and will not: the task has failed. Needs --because.")
        private boolean notExecuted;

        @Option(
                names = "--compensate",
                required = true,
                description = "Whatever it did is to be undone; then run a worker, which sends the cancel.")
        private boolean compensate;

        private String kind() {
            return confirmed ? "confirmed" : notExecuted ? "not_executed" : "compensate";
        }
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption database;

    @Mixin
    private MeantOptions meant;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Way way;

    @Option(
            names = "--receipt",
            paramLabel = "R",
            description =
                    "With --confirmed: the receipt that you have seen; needed where the publisher cannot be asked.")
    private String receipt;

    @Option(names = "--because", paramLabel = "TEXT", description = "Why; goes on record.")
    private String because;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        LabPerson.Order order = order();
        try (Harness harness = Harness.open()) {
            LabPerson.Outcome outcome =
                    new LabPerson(database.files(), order).run(harness.bundled(), harness.launcher());
            return PersonReport.of(outcome, spec, database.files(), this::words);
        }
    }

    private LabPerson.Order order() {
        if (receipt != null && !way.confirmed) {
            throw new UsageException("--receipt proves an effect; give it with --confirmed, or leave it out");
        }
        Map<String, String> words = meant.words();
        words.put("RESOLUTION", way.kind());
        if (receipt != null) {
            words.put("RECEIPT", receipt);
        }
        if (because != null) {
            words.put("BECAUSE", because);
        }
        return new LabPerson.Order("resolve", meant.task(), words, !way.compensate);
    }

    private String words(Map<String, String> told) {
        boolean now = Boolean.parseBoolean(told.get("new"));
        return (now ? "resolved: " : "resolved before: ") + told.get("kind") + ", by " + told.get("by") + " at "
                + told.get("at") + "; " + told.get("evidence") + (now ? next() : "; nothing was changed");
    }

    private String next() {
        return way.compensate
                ? "; go on with: crash-harness run --db "
                        + Target.quoted(database.files().store().toString())
                : "";
    }
}
