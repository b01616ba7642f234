package dev.crashharness.orchestrator.matrix.past;

import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Directories;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.DamagedEvidenceException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares the log of a run with what lies in the folders of its cells. A verdict without its evidence is hearsay. */
final class Evidence {
    private final Path run;
    private final List<String> distrusted = new ArrayList<>();
    private final Map<String, VerdictRecord> unconfirmed = new LinkedHashMap<>();

    Evidence(Path run) {
        this.run = run;
    }

    /** A sentence for each thing that does not count. */
    List<String> distrusted() {
        return List.copyOf(distrusted);
    }

    /** Of {@link #results}: the verdicts that are worse than NOT_RUN and have no whole evidence, by place. */
    Map<String, VerdictRecord> unconfirmed() {
        return Map.copyOf(unconfirmed);
    }

    /** The verdicts that count, by place. Of a torn last line nothing counts. */
    Map<String, VerdictRecord> results(List<PastRun.Place> places) throws IOException {
        Map<String, PastRun.Place> planned =
                places.stream().collect(Collectors.toMap(PastRun.Place::dir, Function.identity()));
        Map<String, VerdictRecord> results = new LinkedHashMap<>();
        Set<String> logged = new HashSet<>();
        for (VerdictRecord verdict : logged()) {
            logged.add(verdict.dir());
            PastRun.Place place = planned.get(verdict.dir());
            if (place == null || !place.cell().print().equals(verdict.cell())) {
                distrusted.add(verdict.cell() + " does not count: the run was not to do it");
                continue;
            }
            Optional<String> fault = fault(verdict, place);
            if (fault.isPresent()) {
                VerdictRecord worst = worse(verdict, own(place).orElse(verdict));
                distrust(worst, worst.equals(verdict) ? "the log" : "its folder", fault.get());
            } else if (!verdict.reason().equals(PastRun.MISSING)) {
                results.put(verdict.dir(), verdict);
            }
        }
        for (PastRun.Place place : places) {
            if (!logged.contains(place.dir())) {
                lookAtUnlogged(place);
            }
        }
        return results;
    }

    /** A cell has its verdict in its folder first: who was killed before the line was in the log must not hide it. */
    private void lookAtUnlogged(PastRun.Place place) throws IOException {
        if (isRunning(place.dir())) {
            distrusted.add(place.cell().print() + " counts as missing: it was still being run, " + place.dir()
                    + " has a RUNNING file");
        } else {
            Optional<VerdictRecord> own = own(place);
            if (own.isPresent()) {
                distrust(own.get(), "its folder", "the log has no line of it");
            }
        }
    }

    /** What is lost may have been a pass only where all say so; of two verdicts for one place the worse is kept. */
    private void distrust(VerdictRecord verdict, String witness, String fault) {
        if (Verdict.worse(verdict.verdict(), Verdict.NOT_RUN) == Verdict.NOT_RUN) {
            distrusted.add(verdict.cell() + " does not count: " + fault);
            return;
        }
        String kept = verdict.verdict() == Verdict.VIOLATION
                ? "which is kept and never run again"
                : "which a merge keeps and a resumed run does not";
        distrusted.add(
                verdict.cell() + " is " + verdict.verdict() + " by " + witness + " alone, " + kept + ": " + fault);
        unconfirmed.merge(verdict.dir(), verdict, Evidence::worse);
    }

    private static VerdictRecord worse(VerdictRecord a, VerdictRecord b) {
        return Verdict.worse(a.verdict(), b.verdict()) == a.verdict() ? a : b;
    }

    private List<VerdictRecord> logged() throws IOException {
        Path log = run.resolve("verdicts.jsonl");
        if (!Files.isRegularFile(log)) {
            distrusted.add("there is no verdicts.jsonl, without which no pass counts");
            return List.of();
        }
        VerdictLog.Contents contents = read(log);
        if (contents.torn()) {
            distrusted.add("the last line of verdicts.jsonl is torn and does not count");
        }
        return contents.verdicts();
    }

    /** What cannot be read now may be whole; a line in the middle that is no verdict is damage, as it is to whoever reads a run. */
    private static VerdictLog.Contents read(Path log) throws IOException {
        try {
            return VerdictLog.read(log);
        } catch (FileSystemException notNow) {
            throw notNow;
        } catch (IOException damaged) {
            throw new DamagedEvidenceException(damaged.getMessage(), damaged);
        }
    }

    private Optional<String> fault(VerdictRecord verdict, PastRun.Place place) throws IOException {
        if (verdict.verdict() == Verdict.NOT_RUN) {
            return hasEnded(place.dir())
                    ? Optional.of(
                            "the log says that it was not run, but " + place.dir() + " holds its verdict or history")
                    : Optional.empty();
        }
        if (isRunning(place.dir())) {
            return Optional.of("it was still being run, " + place.dir() + " has a RUNNING file");
        }
        if (isTooLarge(verdict, place)) {
            return Optional.of("its evidence in " + run + " holds " + Directories.LIMITS + ", which no cell leaves");
        }
        for (String file : List.of("verdict.jsonl", "history.jsonl")) {
            if (!Files.isRegularFile(run.resolve(place.dir()).resolve(file))) {
                return Optional.of(place.dir() + " has no " + file);
            }
        }
        if (!saysTheSame(verdict, place)) {
            return Optional.of(place.dir() + "/verdict.jsonl says something else than the log");
        }
        return historyIsWhole(place)
                ? Optional.empty()
                : Optional.of(place.dir() + "/history.jsonl is torn or damaged");
    }

    /** Before anything of it is read: what was fetched may be of any size. */
    private boolean isTooLarge(VerdictRecord verdict, PastRun.Place place) throws IOException {
        Path tries = run.resolve(
                        verdict.shrunk() == null
                                ? place.dir()
                                : verdict.shrunk().dir())
                .normalize();
        return (Files.isDirectory(run.resolve(place.dir())) && Directories.tooLarge(run.resolve(place.dir())))
                || (tries.startsWith(run) && Files.isDirectory(tries) && Directories.tooLarge(tries));
    }

    private boolean historyIsWhole(PastRun.Place place) {
        try {
            return HistoryFile.read(run.resolve(place.dir()).resolve("history.jsonl"))
                    .cell()
                    .equals(place.cell().print());
        } catch (IOException e) {
            return false;
        }
    }

    private boolean saysTheSame(VerdictRecord verdict, PastRun.Place place) throws IOException {
        return own(place).filter(own -> own.verdict() == verdict.verdict()).isPresent();
    }

    /** What the folder of the cell itself says; empty: no one verdict, or that of another place. */
    private Optional<VerdictRecord> own(PastRun.Place place) throws IOException {
        Path file = run.resolve(place.dir()).resolve("verdict.jsonl");
        if (!Files.isRegularFile(file) || Directories.tooLarge(file.getParent())) {
            return Optional.empty();
        }
        try {
            return Optional.of(VerdictLog.read(file).verdicts())
                    .filter(all -> all.size() == 1)
                    .map(all -> all.get(0))
                    .filter(own ->
                            own.cell().equals(place.cell().print()) && own.dir().equals(place.dir()));
        } catch (FileSystemException notNow) {
            throw notNow;
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    private boolean hasEnded(String dir) {
        Path folder = run.resolve(dir);
        return !isRunning(dir)
                && (Files.exists(folder.resolve("verdict.jsonl")) || Files.exists(folder.resolve("history.jsonl")));
    }

    private boolean isRunning(String dir) {
        return Files.exists(run.resolve(dir).resolve("RUNNING"));
    }
}
