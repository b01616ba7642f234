package dev.crashharness.orchestrator.process.errand;

import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Launch;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.stray.Stray;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What came of a command that was run to its end. Whatever it left behind is dead. */
public sealed interface Errand {
    /** It ended by itself. */
    record Ended(int code) implements Errand {}

    /** It did not; {@code why} is one sentence, or the end of one that begins with the command. */
    record Failed(String why) implements Errand {}

    /**
     * Runs {@code command}.
     *
     * @param name for its threads and messages
     * @param within from its start to its end; it is killed then
     */
    static Errand run(Launcher launcher, Command command, String name, Duration within) throws InterruptedException {
        String token = UUID.randomUUID().toString();
        Launch launch = launcher.launch(marked(command, token), name);
        if (launch instanceof Launch.NotStarted failure) {
            return new Failed(failure.reason());
        }
        try (ChildProcess process = ((Launch.Started) launch).child()) {
            return new Ended(
                    process.exit().get(within.toNanos(), TimeUnit.NANOSECONDS).code());
        } catch (TimeoutException late) {
            return new Failed("it had not ended after " + within.toSeconds() + " s and was killed");
        } catch (ExecutionException lost) {
            return new Failed("its end was lost: " + lost.getCause().getMessage());
        } finally {
            Stray.kill(token);
        }
    }

    /** By which whoever forks away from it is found. */
    private static Command marked(Command command, String token) {
        Map<String, String> environment = new TreeMap<>(command.environment());
        environment.put("CRASH_HARNESS_TOKEN", token);
        return new Command(command.argv(), environment, command.workingDirectory(), command.stdout(), command.stderr());
    }
}
