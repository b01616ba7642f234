package dev.crashharness.orchestrator.junit;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.OpenRun;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Assumptions;

/** The open run behind a stream of tests. Thread-safe as far as JUnit may run tests at once. */
final class Cells implements AutoCloseable {
    private final Harness harness;
    private final OpenRun run;
    private final Optional<String> knownDefect;
    private final Collection<VerdictRecord> verdicts = new ConcurrentLinkedQueue<>();

    private Cells(Harness harness, OpenRun run, Optional<String> knownDefect) {
        this.harness = harness;
        this.run = run;
        this.knownDefect = knownDefect;
    }

    static Cells begin(MatrixSpec spec, String target) throws IOException {
        Harness harness = null;
        boolean begun = false;
        try {
            harness = Harness.open();
            RunDirectory directory = RunDirectory.create(spec.out(), spec.name(), Instant.now());
            Target tested = harness.target(target);
            OpenRun run = OpenRun.begin(spec, directory, tested, harness.launcher());
            begun = true;
            return new Cells(harness, run, tested.criteria().knownDefect());
        } catch (StageException e) {
            throw new IOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the matrix was prepared", e);
        } finally {
            if (harness != null && !begun) {
                harness.close();
            }
        }
    }

    /**
     * Runs one cell. Whatever is no pass fails the test, with all that a person needs next; what the target's file expects
     * aborts it.
     */
    void run(PlannedCell planned) throws IOException, InterruptedException {
        VerdictRecord verdict = run.run(planned).verdict();
        verdicts.add(verdict);
        if (knownDefect.filter(check -> KnownDefect.is(check, verdict)).isPresent()) {
            Assumptions.abort("as the target's file expects: " + message(verdict, planned));
        }
        if (verdict.verdict() != Verdict.PASS) {
            throw new AssertionError(message(verdict, planned));
        }
    }

    /** Fails the test when the violation that the target's file expects has shown in none of the cells that have run. */
    void requireKnownDefect() {
        KnownDefect defect = KnownDefect.of(knownDefect.orElseThrow(), List.copyOf(verdicts), false);
        if (defect.absent()) {
            throw new AssertionError(defect.line());
        }
    }

    /** The check that the target's file says is broken. */
    Optional<String> knownDefect() {
        return knownDefect;
    }

    private String message(VerdictRecord verdict, PlannedCell planned) {
        return "%s %s: %s: %s%n  again:    %s%n            mvn test -Dcrashharness.filter='%s'%n  evidence: %s"
                .formatted(
                        verdict.verdict(),
                        verdict.cell(),
                        verdict.reason(),
                        verdict.message(),
                        verdict.reproduce(),
                        verdict.cell(),
                        run.evidence(planned).toAbsolutePath());
    }

    @Override
    public void close() {
        try {
            run.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the reports of " + run.directory().path() + " could not be written", e);
        } finally {
            harness.close();
        }
    }
}
