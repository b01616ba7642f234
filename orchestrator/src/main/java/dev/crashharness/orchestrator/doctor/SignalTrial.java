package dev.crashharness.orchestrator.doctor;

import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.KillOutcome;
import dev.crashharness.orchestrator.process.Launch;
import dev.crashharness.orchestrator.process.pause.Pause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What became of a real child that was stopped, continued and killed.
 *
 * @param notStarted why there was none; empty when there was
 * @param notStopped why it did not stand; empty when it did
 * @param continued whether it ran on
 * @param killed whether its death is proved to be ours
 * @param died how it ended, in words
 */
record SignalTrial(String notStarted, String notStopped, boolean continued, boolean killed, String died) {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final long LOOK_AGAIN_NS = Duration.ofMillis(1).toNanos();

    /** It ends by itself soon, should it resist everything else. */
    private static final List<String> CHILD = List.of("sleep", "60");

    static SignalTrial on(Trials trials) throws InterruptedException {
        Launch launch = trials.start("signals", CHILD);
        if (launch instanceof Launch.NotStarted failure) {
            return new SignalTrial(failure.reason(), "", false, false, "");
        }
        try (ChildProcess child = ((Launch.Started) launch).child()) {
            Pause pause = new Pause(trials.launcher().signals());
            Pause.Outcome stop = pause.stop(child, DEADLINE);
            boolean continued = pause.resume(child) && runsAgain(child);
            KillOutcome outcome = child.kill();
            String why = stop instanceof Pause.Outcome.NotStopped not ? not.why() : "";
            return new SignalTrial("", why, continued, outcome instanceof KillOutcome.Killed, died(outcome));
        }
    }

    Finding finding() {
        if (!notStarted.isEmpty()) {
            return Finding.problem("signals", "no child: " + notStarted, "see that sleep is on the PATH");
        }
        if (!killed) {
            return Finding.problem(
                    "signals",
                    "SIGKILL to a child of ours is not proved: " + died,
                    "see what forbids signals or reaps foreign children here");
        }
        if (!notStopped.isEmpty() || !continued) {
            String what = notStopped.isEmpty() ? "a child that was stopped does not run on" : notStopped;
            return Finding.doubt(
                    "signals",
                    what + ": cells with a pause end INCONCLUSIVE",
                    "see what forbids SIGSTOP, or run with --filter without pauses");
        }
        return Finding.ok("signals", "a child was stopped, continued and killed, and died of it");
    }

    private static String died(KillOutcome outcome) {
        if (outcome instanceof KillOutcome.AlreadyGone gone) {
            return "it had ended before with " + gone.exit().code();
        }
        return outcome instanceof KillOutcome.NotConfirmed not
                ? "it was not seen to die within " + not.waited().toSeconds() + " s"
                : "by our signal";
    }

    private static boolean runsAgain(ChildProcess child) {
        long endNs = System.nanoTime() + DEADLINE.toNanos();
        while (System.nanoTime() - endNs < 0) {
            if (child.stopped().isEmpty()) {
                return !child.isGone();
            }
            // The kernel tells nobody that a process runs on.
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
        return false;
    }
}
