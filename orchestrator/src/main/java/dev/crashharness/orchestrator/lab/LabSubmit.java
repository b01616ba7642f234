package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.cell.Submitting;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.lab.turn.Turn;
import dev.crashharness.orchestrator.lab.turn.TurnTakenException;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;

/** Stores a task in a person's own file, through a short worker process. */
public record LabSubmit(LabFiles files, String task, String payload, Contract contract, boolean needsApproval) {
    /**
     * Submits.
     *
     * @throws DatabaseRefusedException when the folder is missing, or the file is another's or damaged
     * @throws TurnTakenException when another command is at work on the file
     */
    public Submitting.Outcome run(Target target, Launcher launcher)
            throws IOException, InterruptedException, StageException {
        files.requireRoom();
        Turn turn = files.takeTurn();
        try {
            if (files.hasStore()) {
                files.look();
            }
            return Submitting.run(
                    new StageSpec(
                            target,
                            launcher,
                            files.place(),
                            contract,
                            task,
                            Settings.DEFAULT_LEASE,
                            StageSpec.PATIENT,
                            Journal.WAL),
                    payload,
                    needsApproval);
        } finally {
            turn.close();
        }
    }
}
