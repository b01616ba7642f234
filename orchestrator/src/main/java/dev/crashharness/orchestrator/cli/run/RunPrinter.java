package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.text.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Shows a matrix while it runs: a line per cell, or on a terminal one line that is drawn again and the cells that did not
 * pass. For one thread at a time.
 */
public final class RunPrinter implements Consumer<VerdictRecord> {
    private static final String CLEAR = "\r\u001b[K";
    // A line that is wrapped could not be drawn again: the terminal cuts it off instead.
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintWriter out;
    private final boolean json;
    private final Terminal terminal;
    private final long startNs = System.nanoTime();
    private Progress progress;

    private RunPrinter(PrintWriter out, boolean json, Terminal terminal, Progress progress) {
        this.out = out;
        this.json = json;
        this.terminal = terminal;
        this.progress = progress;
        draw();
    }

    /** For what {@code selection} will run; tells a person first what that is. */
    public static RunPrinter of(Selection selection, PrintWriter out, boolean json) {
        if (json) {
            return json(out);
        }
        selection.lead().forEach(out::println);
        return human(out, Terminal.of(System.getenv()), selection.runs(), selection.cost());
    }

    /** One verdict as JSON per line, and nothing else. */
    static RunPrinter json(PrintWriter out) {
        return new RunPrinter(out, true, Terminal.NONE, Progress.none(0, Duration.ZERO));
    }

    /**
     * For a person.
     *
     * @param total how many verdicts will come
     * @param cost what they are expected to cost
     */
    static RunPrinter human(PrintWriter out, Terminal terminal, int total, Duration cost) {
        return new RunPrinter(out, false, terminal, Progress.none(total, cost));
    }

    @Override
    public void accept(VerdictRecord verdict) {
        if (json) {
            out.println(json(verdict));
        } else if (verdict.verdict() != Verdict.NOT_RUN) {
            progress = progress.and(verdict);
            if (!terminal.redraws()) {
                print(verdict);
            } else if (verdict.verdict() != Verdict.PASS) {
                out.print(CLEAR);
                print(verdict);
            }
            draw();
        }
        out.flush();
    }

    /** Takes the redrawn line away; what follows is the summary. */
    public void finish() {
        if (terminal.redraws()) {
            out.print(CLEAR);
            out.flush();
        }
    }

    private void draw() {
        if (terminal.redraws()) {
            String line = progress.line(Duration.ofNanos(System.nanoTime() - startNs));
            String words = progress.violations() + " violations";
            out.print(CLEAR + NO_WRAP + (progress.violations() > 0 ? line.replace(words, red(words)) : line) + WRAP);
            out.flush();
        }
    }

    private void print(VerdictRecord verdict) {
        String end = verdict.observed() == null ? "" : verdict.observed().brief();
        String word = "%-12s".formatted(verdict.verdict());
        boolean passed = verdict.verdict() == Verdict.PASS;
        out.printf(
                Locale.ROOT,
                "%s %6d ms  %s  %s%n",
                passed ? word : red(word),
                verdict.durationMs(),
                verdict.cell(),
                end);
        if (!verdict.why().isEmpty()) {
            out.println("             " + Visible.text(verdict.why()));
        }
        if (!passed) {
            out.println("             " + verdict.reproduce());
        }
    }

    private String red(String text) {
        return terminal.colours() ? RED + text + PLAIN : text;
    }

    private static String json(VerdictRecord verdict) {
        try {
            return Json.MAPPER.writeValueAsString(verdict);
        } catch (IOException e) {
            throw new UncheckedIOException("a verdict cannot be printed", e);
        }
    }
}
