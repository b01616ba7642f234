package dev.crashharness.orchestrator.junit;

import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.matrix.plan.Fitting;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * The cells of a matrix, each as one dynamic test with real processes and real kills:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> everyKill() {
 *     return CrashMatrix.of("crash-matrix.yaml").target("target.yaml").tests();
 * }
 * }</pre>
 *
 * A test passes when its cell does; a cell that proves nothing fails it too. A violation that the target's file expects aborts
 * its test, and one more test fails when none has shown. {@code -Dcrashharness.filter=GLOB} runs only the
 * cells whose id matches. Evidence and reports lie below {@code target/crash-results}. Immutable.
 */
public final class CrashMatrix {
    private static final String FILTER = "crashharness.filter";

    private final String matrix;
    private final String target;
    private final Path out;

    private CrashMatrix(String matrix, String target, Path out) {
        this.matrix = matrix;
        this.target = target;
        this.out = out;
    }

    /** The matrix in {@code file}, a path seen from the working directory, which is the module's own under Maven. */
    public static CrashMatrix of(String file) {
        return new CrashMatrix(file, Target.BUNDLED, Path.of("target", "crash-results"));
    }

    /** Put through it is what the target file {@code file} describes, instead of the bundled pair. */
    public CrashMatrix target(String file) {
        return new CrashMatrix(matrix, file, out);
    }

    /** Evidence and reports go to {@code directory}. */
    public CrashMatrix results(Path directory) {
        return new CrashMatrix(matrix, target, directory);
    }

    /**
     * The tests. To be returned by a {@code @TestFactory}: JUnit closes the stream when all of them have run, and the
     * reports are written then.
     *
     * @throws IllegalArgumentException when a file is wrong, or no cell is left to run
     */
    public Stream<DynamicTest> tests() {
        try {
            MatrixFile file = MatrixLibrary.of(Installation.current().home()).load(matrix, Path.of(""));
            Fitting fitting = Fitting.of(file, MatrixSpec.USUAL_SEED, Harness.planning(target));
            CellFilter filter = new CellFilter(System.getProperty(FILTER, "*"));
            List<PlannedCell> cells = fitting.cells().stream()
                    .filter(planned -> filter.matches(planned.cell()))
                    .toList();
            if (cells.isEmpty()) {
                throw new IllegalArgumentException("no cell of " + matrix + " is left to run on " + target + ": "
                        + (fitting.leftOut().isEmpty() ? "none matches -D" + FILTER : fitting.notes()));
            }
            Harness.requireTracer(Harness.planning(target), cells.stream().map(PlannedCell::cell));
            return tests(file.name(), cells);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the tracer was tried out", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<DynamicTest> tests(String name, List<PlannedCell> cells) throws IOException {
        MatrixSpec spec = new MatrixSpec(name, cells, out, 1, 1, false, false, false, MatrixSpec.USUAL_SEED, true);
        Cells run = Cells.begin(spec, target);
        Stream<DynamicTest> each = cells.stream()
                .map(planned -> DynamicTest.dynamicTest(planned.cell().print(), () -> run.run(planned)));
        // A part of the cells does not say that it did not show.
        Stream<DynamicTest> expected = run
                .knownDefect()
                .filter(check -> System.getProperty(FILTER) == null)
                .map(check -> DynamicTest.dynamicTest("expect: violation " + check, run::requireKnownDefect))
                .stream();
        return Stream.concat(each, expected).onClose(run::close);
    }
}
