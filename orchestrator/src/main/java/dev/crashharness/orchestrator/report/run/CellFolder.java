package dev.crashharness.orchestrator.report.run;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a run keeps of one cell, whatever else it removes: {@code history.jsonl} and {@code verdict.jsonl}. Only an ERROR may
 * have come to neither.
 */
record CellFolder(Path path) {
    private static final String HISTORY = "history.jsonl";
    private static final String VERDICT = "verdict.jsonl";

    /** Whether {@code saved} is an error of the harness that left nothing whole to judge by. */
    boolean hasNothingFor(VerdictRecord saved) {
        return saved.verdict() == Verdict.ERROR && (isUnfinished() || (!has(HISTORY) && !has(VERDICT)));
    }

    /**
     * Why {@code saved} has no evidence, as far as can be seen without reading all of it: thousands of cells are asked while a
     * matrix runs. {@link #damageInside} finds the rest.
     */
    Optional<String> damage(VerdictRecord saved) {
        if (saved.verdict() == Verdict.NOT_RUN) {
            return contradiction();
        }
        if (hasNothingFor(saved)) {
            return Optional.empty();
        }
        if (!has(HISTORY)) {
            return Optional.of("there is no " + HISTORY + " in " + path);
        }
        if (isUnfinished()) {
            return Optional.of("it was still being run: there is a RUNNING file in " + path);
        }
        try {
            return HistoryFile.isWhole(path.resolve(HISTORY))
                    ? Optional.empty()
                    : Optional.of("the " + HISTORY + " in " + path
                            + " ends without saying how the cell ended; it was cut short");
        } catch (IOException e) {
            return Optional.of("the " + HISTORY + " in " + path + " cannot be read: " + e.getMessage());
        }
    }

    /** A cell that was not run has left nothing, or is still marked as running: it was stopped before its end. */
    private Optional<String> contradiction() {
        return !isUnfinished() && (has(VERDICT) || has(HISTORY))
                ? Optional.of(
                        "the log says NOT_RUN, but there is a " + (has(VERDICT) ? VERDICT : HISTORY) + " in " + path)
                : Optional.empty();
    }

    /** The same after reading everything: also what is torn inside, of another cell, or says something else than the log. */
    Optional<String> damageInside(VerdictRecord saved) {
        Optional<String> seen = damage(saved);
        if (seen.isPresent() || saved.verdict() == Verdict.NOT_RUN || hasNothingFor(saved)) {
            return seen;
        }
        try {
            requireSameVerdict(saved);
            return history(saved).isPresent()
                    ? Optional.empty()
                    : Optional.of("there is no " + HISTORY + " in " + path);
        } catch (DamagedEvidenceException damaged) {
            return Optional.of(damaged.getMessage());
        } catch (IOException notNow) {
            return Optional.of("its evidence cannot be read now: " + notNow.getMessage());
        }
    }

    /** Two files say how a cell ended; when they differ, one of them was changed. */
    void requireSameVerdict(VerdictRecord saved) throws IOException {
        if (!has(VERDICT)) {
            throw new DamagedEvidenceException("there is no " + VERDICT + " in " + path);
        }
        List<VerdictRecord> own =
                read(() -> VerdictLog.read(path.resolve(VERDICT)).verdicts());
        if (own.size() != 1
                || !own.get(0).cell().equals(saved.cell())
                || own.get(0).verdict() != saved.verdict()) {
            throw new DamagedEvidenceException(
                    "the log says " + saved.verdict() + ", but the " + VERDICT + " in " + path
                            + (own.size() == 1
                                    ? " says " + own.get(0).verdict() + " of "
                                            + own.get(0).cell()
                                    : " is torn"));
        }
    }

    /** What {@code saved} was judged by, if it was saved. */
    Optional<History> history(VerdictRecord saved) throws IOException {
        if (!has(HISTORY)) {
            return Optional.empty();
        }
        History history = read(() -> HistoryFile.read(path.resolve(HISTORY)));
        if (!history.cell().equals(saved.cell())) {
            throw new DamagedEvidenceException("its " + HISTORY + " is of another cell, " + history.cell());
        }
        return Optional.of(history);
    }

    private boolean isUnfinished() {
        return has("RUNNING");
    }

    private boolean has(String name) {
        return Files.isRegularFile(path.resolve(name));
    }

    interface Reading<T> {
        T read() throws IOException;
    }

    /** What cannot be read now may be whole; what can be read and is not understood is damaged. */
    static <T> T read(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (FileSystemException notNow) {
            throw notNow;
        } catch (IOException notUnderstood) {
            throw new DamagedEvidenceException(notUnderstood.getMessage(), notUnderstood);
        }
    }
}
