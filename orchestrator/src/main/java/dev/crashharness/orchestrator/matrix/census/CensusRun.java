package dev.crashharness.orchestrator.matrix.census;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.MatrixRun;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The clean runs that a census is taken of, one per contract.
 *
 * @param run what they came to; {@code latest} does not point at it
 */
public record CensusRun(MatrixRun run, List<Contract> contracts) {
    private static final String NAME = "census";

    public CensusRun {
        contracts = List.copyOf(contracts);
    }

    /** Runs {@code target} once under each contract, in a run directory of its own below {@code results}. */
    public static CensusRun under(List<Contract> contracts, Target target, Launcher launcher, Path results)
            throws IOException, InterruptedException, StageException {
        List<PlannedCell> cells = contracts.stream()
                .map(contract ->
                        PlannedCell.of(cleanRun(contract), target.criteria().documented()))
                .toList();
        int jobs = Math.min(cells.size(), Runtime.getRuntime().availableProcessors());
        MatrixSpec spec =
                new MatrixSpec(NAME, cells, results, jobs, 1, false, false, false, MatrixSpec.USUAL_SEED, false);
        return new CensusRun(MatrixRun.run(spec, target.counting(), launcher, verdict -> {}), contracts);
    }

    /** The runs that were not clean: a census of them would miss points. */
    public List<VerdictRecord> unclean() {
        return run.verdicts().stream()
                .filter(verdict -> verdict.verdict() != Verdict.PASS)
                .toList();
    }

    /** What the runs have announced, by what was saved of them. */
    public Census census() throws IOException {
        List<Path> histories = new ArrayList<>();
        for (Contract contract : contracts) {
            histories.add(run.directory().cell(cleanRun(contract), 0).resolve("history.jsonl"));
        }
        return Census.of(histories);
    }

    private static Cell cleanRun(Contract contract) {
        return Cell.parse(contract.id() + "/none");
    }
}
