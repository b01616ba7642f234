package dev.crashharness.worker;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.crashpoint.GateHooks;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.worker.config.Environment;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.person.Command;
import dev.crashharness.worker.pipeline.Decisions;
import dev.crashharness.worker.pipeline.WorkerExit;
import dev.crashharness.worker.pipeline.WorkerLife;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.Submission;
import dev.crashharness.worker.task.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * The worker process: {@code run} (default) lives once, {@code submit} stores a task, {@code approve} and {@code resolve}
 * carry out a person's command. Configured by {@code CRASH_HARNESS_*}; exits with a code of {@link WorkerExit}. Before 2
 * and 3 it sends an {@code error} event.
 */
public final class WorkerMain {
    /** Exit code when the harness has gone: nobody is left to read it. */
    private static final int HARNESS_GONE = 1;

    private WorkerMain() {}

    public static void main(String[] args) throws IOException, SQLException {
        System.exit(live(args, Decisions.correct()).code());
    }

    /** One worker life under {@code decisions}; the seam at which planted bugs come in. */
    public static WorkerExit live(String[] args, Decisions decisions) throws IOException, SQLException {
        GateHooks hooks = GateHooks.onLost(() -> Runtime.getRuntime().halt(HARNESS_GONE));
        Environment environment = new Environment(System.getenv());
        try (CrashGate gate = CrashGate.fromEnvironment(environment.variables(), hooks)) {
            try {
                return obey(args.length == 0 ? "run" : args[0], environment, gate, decisions);
            } catch (IllegalArgumentException | DatabaseRefusedException e) {
                return refused(WorkerExit.CONFIGURATION, e.getMessage(), gate);
            } catch (SQLException e) {
                // Locked, full or read-only: the life ends here, with its reason on record and the trace in the log.
                gate.event("error", Map.of("text", "the store failed: " + e.getMessage()));
                throw e;
            }
        } catch (IllegalArgumentException e) {
            // No harness was reached that could be told.
            return refused(WorkerExit.CONFIGURATION, e.getMessage(), CrashGate.disarmed());
        }
    }

    private static WorkerExit obey(String command, Environment environment, CrashGate gate, Decisions decisions)
            throws SQLException {
        return switch (command) {
            case "run" -> run(environment, gate, decisions);
            case "submit" -> submit(environment, gate);
            case "approve" -> heard(new Command(environment, gate, decisions.guards()).approve(), gate);
            case "resolve" -> heard(new Command(environment, gate, decisions.guards()).resolve(), gate);
            default ->
                throw new IllegalArgumentException(
                        "the worker was told to '" + command + "', expected run, submit, approve or resolve");
        };
    }

    private static WorkerExit heard(Optional<String> refused, CrashGate gate) {
        return refused.map(why -> refused(WorkerExit.REFUSED, why, gate)).orElse(WorkerExit.SUCCEEDED);
    }

    private static WorkerExit run(Environment environment, CrashGate gate, Decisions decisions) throws SQLException {
        WorkerConfig config = WorkerConfig.from(environment);
        InstantSource clock = InstantSource.offset(InstantSource.system(), config.clockOffset());
        return new WorkerLife(config, gate, clock, decisions).run();
    }

    private static WorkerExit submit(Environment environment, CrashGate gate) throws SQLException {
        Task task = new Task(
                environment.need("TASK"),
                environment.contract(),
                environment.need("PAYLOAD"),
                environment.approvalRequired());
        task.requireRoomInFrame();
        Path store = Path.of(environment.need("STORE"));
        Submission submission = Store.submit(store, task, InstantSource.system(), environment.journal());
        if (submission instanceof Submission.Refused refused) {
            Task stored = refused.stored();
            return refused(
                    WorkerExit.REFUSED,
                    store + " holds task " + stored.id() + " under " + stored.contract() + " with payload '"
                            + stored.payload() + "'" + (stored.needsApproval() ? ", to be approved" : "")
                            + ", which is not what was submitted; nothing was changed",
                    gate);
        }
        boolean stored = submission instanceof Submission.Stored;
        gate.event("submitted", Map.of("task", task.id(), "new", Boolean.toString(stored)));
        return WorkerExit.SUCCEEDED;
    }

    private static WorkerExit refused(WorkerExit exit, String text, CrashGate gate) {
        System.err.println("worker: " + text);
        gate.event("error", Map.of("text", text));
        return exit;
    }
}
