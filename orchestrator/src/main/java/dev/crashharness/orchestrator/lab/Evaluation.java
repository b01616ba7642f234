package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.effect.unknown.FalseWord;
import dev.crashharness.orchestrator.judge.effect.unknown.UnknownPreserved;
import dev.crashharness.orchestrator.judge.model.Forecast;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.judge.model.Unreachable;
import dev.crashharness.orchestrator.lab.turn.Turn;
import dev.crashharness.orchestrator.lab.turn.TurnTakenException;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Judges what a person's runs have left, as a cell is judged. */
public sealed interface Evaluation {
    /** The checks' answers; {@code cell} is what the runs amount to. */
    record Judged(Cell cell, Judgement judgement) implements Evaluation {}

    /**
     * No expectation could be rebuilt, and it takes none to see that a person's word contradicts the ledger.
     *
     * @param check whose promise that breaks
     * @param word both rows
     * @param why there is nothing else to say
     */
    record Contradicted(String check, String word, String why) implements Evaluation {}

    /** The work is not finished, or the record does not say how it came about. One sentence. */
    record TooEarly(String why) implements Evaluation {}

    /**
     * Reads both databases and the record of the runs.
     *
     * @throws DatabaseRefusedException when the store or the ledger is missing, another's or damaged
     * @throws TurnTakenException when a command that starts processes is at work on the file
     */
    static Evaluation of(LabFiles files) throws IOException {
        Turn turn = files.shareTurn();
        try {
            return undisturbed(files);
        } finally {
            turn.close();
        }
    }

    private static Evaluation undisturbed(LabFiles files) throws IOException {
        StoreImage store = StoreReader.read(files.store());
        files.requireLedger(store);
        Evaluation evaluation = judged(files, store);
        return evaluation instanceof TooEarly early
                ? FalseWord.of(store, LedgerReader.read(files.ledger()))
                        .<Evaluation>map(word -> new Contradicted(new UnknownPreserved().name(), word, early.why()))
                        .orElse(early)
                : evaluation;
    }

    private static Evaluation judged(LabFiles files, StoreImage store) throws IOException {
        StoreImage.Task task = store.task()
                .orElseThrow(() -> new DatabaseRefusedException(
                        store.integrity().equals("ok") ? Reason.MISSING : Reason.DAMAGED,
                        files.store()
                                + (store.integrity().equals("ok")
                                        ? " holds no task; submit one first"
                                        : " is damaged (" + store.integrity() + "); keep it as evidence")));
        LabRecord record = LabRecord.read(files, store.decided());
        Optional<String> unfinished = unfinished(files, task, record);
        if (unfinished.isPresent()) {
            return new TooEarly(unfinished.get());
        }
        Cell cell;
        try {
            cell = record.cell(Contract.of(task.contract()).orElseThrow());
        } catch (Flaw tooMuch) {
            return new TooEarly("the runs on " + files.store() + " are more than one schedule can hold ("
                    + tooMuch.getMessage() + "), so no expectation can be rebuilt; begin anew with another file");
        }
        Forecast forecast = ReferenceModel.retrace(cell);
        if (forecast instanceof Unreachable unreachable) {
            return new TooEarly(
                    "the runs on " + files.store() + " are no schedule that could be predicted: " + unreachable.why());
        }
        List<Snapshot> snapshots = LabCopies.taken(files, record.landedFaults());
        snapshots.add(new Snapshot(Snapshot.FINAL, store, LedgerReader.read(files.ledger())));
        History history = new History(
                cell.print(),
                record.judged(),
                record.landed(),
                snapshots,
                new Ending(Ending.Kind.FINISHED, "", List.of()));
        return new Judged(cell, new Judge().judge(new Trial(cell, (Prediction) forecast, history)));
    }

    private static Optional<String> unfinished(LabFiles files, StoreImage.Task task, LabRecord record) {
        String where =
                task.task() + " in " + files.store() + " is " + task.state() + " at generation " + task.generation();
        Optional<String> next = next(task, record);
        if (next.isPresent()) {
            return Optional.of(where + ", so there is nothing to judge yet; go on with: crash-harness " + next.get()
                    + " --db " + Target.quoted(files.store().toString()));
        }
        if (record.workers() == 0) {
            return Optional.of(where + ", but " + files.directory()
                    + " holds no record of the runs that led there, so no expectation can be rebuilt");
        }
        if (record.people().isApprovedUnheard()) {
            return Optional.of(
                    where + ", but the command that approved it was broken off before it could say so; approve"
                            + " again, which changes nothing, and evaluate then");
        }
        return record.unexplained()
                .map(why ->
                        where + ", but " + why + ", so no expectation can be rebuilt; begin anew with another file");
    }

    /** The command that brings the task on, or empty when it has come as far as it can. */
    private static Optional<String> next(StoreImage.Task task, LabRecord record) {
        return switch (task.state()) {
            case "pending", "running" -> Optional.of("run");
            case "awaiting_approval" -> Optional.of("approve");
            // One that could not be proved is an end, like an unknown; one that was never tried is none.
            case "compensating" -> record.people().followed(record.concluded()) ? Optional.empty() : Optional.of("run");
            default -> Optional.empty();
        };
    }
}
