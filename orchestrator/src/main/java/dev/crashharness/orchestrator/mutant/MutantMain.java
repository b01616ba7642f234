package dev.crashharness.orchestrator.mutant;

import dev.crashharness.worker.WorkerMain;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;

/** The worker's main with one planted bug: {@code MutantMain M02 [run|submit]}. */
public final class MutantMain {
    private MutantMain() {}

    public static void main(String[] args) throws IOException, SQLException {
        WorkerMutant mutant = WorkerMutant.of(args[0])
                .orElseThrow(() -> new IllegalArgumentException("no bug planted in the worker is called " + args[0]));
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        System.exit(WorkerMain.live(rest, mutant.decisions()).code());
    }
}
