package dev.crashharness.orchestrator.watcher;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.crashpoint.GateHooks;
import dev.crashharness.orchestrator.query.Answer;
import dev.crashharness.orchestrator.query.Query;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks {@code CRASH_HARNESS_WATCH_SQL} of {@code CRASH_HARNESS_WATCH_FILE} again and again, and reports {@code event rows
 * met=true} or {@code met=false} whenever the answer begins or ceases to be {@code CRASH_HARNESS_WATCH_ROWS}. There is no
 * event to wait for in a file of somebody else's, so it looks every 50 ms. Ends with the harness.
 */
public final class WatcherMain {
    private static final Duration EVERY = Duration.ofMillis(50);

    private final CrashGate gate;
    private final Path file;
    private final String sql;
    private final String wanted;
    private boolean met;
    private String problem = "";

    private WatcherMain(CrashGate gate, Map<String, String> environment) {
        this.gate = gate;
        this.file = Path.of(environment.get("CRASH_HARNESS_WATCH_FILE"));
        this.sql = environment.get("CRASH_HARNESS_WATCH_SQL");
        this.wanted = environment.get("CRASH_HARNESS_WATCH_ROWS");
    }

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Map<String, String> environment = System.getenv();
        GateHooks hooks = GateHooks.onLost(() -> Runtime.getRuntime().halt(1));
        try (CrashGate gate = CrashGate.fromEnvironment(environment, hooks)) {
            WatcherMain watcher = new WatcherMain(gate, environment);
            ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
            // Ends only by a failure, and then with it.
            clock.scheduleWithFixedDelay(watcher::look, 0, EVERY.toNanos(), TimeUnit.NANOSECONDS)
                    .get();
        }
    }

    private void look() {
        Answer answer = Query.ask(file, sql);
        if (!answer.problem().equals(problem)) {
            problem = answer.problem();
            if (!problem.isEmpty()) {
                gate.event("unanswered", Map.of("text", problem));
            }
        }
        // Not there yet, locked, without its table: not done yet.
        boolean now = answer.problem().isEmpty() && answer.text().equals(wanted);
        if (now != met) {
            met = now;
            gate.event("rows", Map.of("met", Boolean.toString(met)));
        }
    }
}
