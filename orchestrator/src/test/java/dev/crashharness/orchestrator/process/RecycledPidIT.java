package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.crashharness.orchestrator.process.SignalShell.Signal;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import dev.crashharness.orchestrator.process.pause.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/**
 * The kernel has given a dead child's pid to somebody else, who leads a group of the same number (getdango/dango#470 killed
 * such a stranger).
 *
 * <pre>
 * child 4711 ── ends          stranger 4711 ── setsid sleep
 *                    kill ──> nobody
 * </pre>
 */
class RecycledPidIT extends ChildFixture {
    /** The pid that was given out last; only root may set it. */
    private static final Path LAST_PID = Path.of("/proc/sys/kernel/ns_last_pid");

    /** Others start processes too, and may be faster; whom they start may live longer than all tries. */
    private static final int MOST_TRIES = 200;

    private static final int MOST_CHILDREN = 20;

    /** A child that is dead, and who has its pid now. */
    private record Recycled(ChildProcess child, Process stranger) {}

    @Test
    void aStrangerUnderTheSamePidIsNotKilled() throws Exception {
        assumeTrue(Files.isWritable(LAST_PID), "only root can have a pid given out again");

        aStrangerLivesOn(this::ended);
    }

    @Test
    void aStrangerIsNeitherStoppedNorContinued() throws Exception {
        assumeTrue(Files.isWritable(LAST_PID), "only root can have a pid given out again");
        Recycled recycled = recycle(this::ended, "sleep", "60");
        ChildProcess child = recycled.child();
        Process stranger = recycled.stranger();
        try {
            Pause pause = new Pause(launcher.signals());

            assertThat(pause.stop(child, LIMITS.death())).isInstanceOf(Pause.Outcome.NotStopped.class);
            assertThat(state(stranger)).isNotEqualTo('T');

            launcher.signals().signal(Signal.STOP, stranger.pid());
            await().until(() -> state(stranger) == 'T');
            assertThat(pause.resume(child)).isFalse();
            assertThat(state(stranger)).isEqualTo('T');
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    /**
     * The stranger forks and ends, so that nobody has the pid and its group lives.
     *
     * <pre>
     * child 4711 ── ends ── kill: nobody is left
     *                          stranger 4711 ── forks ── ends
     *                                             └── 4800, of group 4711 ──── kill ──> nobody
     * </pre>
     */
    @Test
    void theGroupOfAStrangerWhoHasEndedIsNotKilled() throws Exception {
        assumeTrue(Files.isWritable(LAST_PID), "only root can have a pid given out again");
        Recycled recycled = recycle(this::endedAndKilled, "sh", "-c", "sleep 60 & read line");
        ChildProcess child = recycled.child();
        Process stranger = recycled.stranger();
        await().until(() -> membersOf(child.pid()).size() == 2);
        stranger.getOutputStream().close();
        stranger.waitFor();
        ProcessHandle forked = ProcessHandle.of(membersOf(child.pid()).get(0)).orElseThrow();
        try {
            assertThat(child.survivors()).isEmpty();

            child.kill();

            assertThatThrownBy(() -> forked.onExit().get(200, TimeUnit.MILLISECONDS))
                    .as("it was killed")
                    .isInstanceOf(TimeoutException.class);
        } finally {
            forked.destroyForcibly();
        }
    }

    private static List<Long> membersOf(long group) {
        return ProcessStat.all().stream()
                .filter(stat -> stat.group() == group && !stat.gone())
                .map(ProcessStat::pid)
                .toList();
    }

    private static char state(Process process) {
        return ProcessStat.read(process.pid()).orElseThrow().state();
    }

    /** A child may end before its start is read: then nothing but its having been reaped tells it from a stranger. */
    @Test
    void aStrangerIsNotKilledForAChildThatEndedBeforeItsStartWasRead() throws Exception {
        assumeTrue(Files.isWritable(LAST_PID), "only root can have a pid given out again");
        try (SignalShell signals = new SignalShell(LIMITS.death())) {
            aStrangerLivesOn(() -> {
                Process brief = new ProcessBuilder("true").start();
                brief.waitFor();
                ChildProcess child = new ChildProcess(
                        brief, CompletableFuture.completedFuture(new Exit(0, true)), true, signals, LIMITS);
                assertThat(child.startTicks()).isZero();
                return child;
            });
        }
    }

    private ChildProcess ended() throws Exception {
        ChildProcess child = shell("exit 0");
        exitOf(child);
        return child;
    }

    private ChildProcess endedAndKilled() throws Exception {
        ChildProcess child = ended();
        child.kill();
        return child;
    }

    private static void aStrangerLivesOn(Callable<ChildProcess> dead) throws Exception {
        Recycled recycled = recycle(dead, "sleep", "60");
        ChildProcess child = recycled.child();
        Process stranger = recycled.stranger();
        try {
            assertThat(child.isGone()).isTrue();
            assertThat(child.survivors()).isEmpty();

            assertThat(child.kill()).isInstanceOf(KillOutcome.AlreadyGone.class);
            child.kill();

            assertThat(stranger.waitFor(200, TimeUnit.MILLISECONDS))
                    .as("it was killed")
                    .isFalse();
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    private static Recycled recycle(Callable<ChildProcess> dead, String... words) throws Exception {
        for (int children = 1; children <= MOST_CHILDREN; children++) {
            ChildProcess child = dead.call();
            Optional<Process> stranger = strangerUnder(child.pid(), words);
            if (stranger.isPresent()) {
                return new Recycled(child, stranger.get());
            }
        }
        throw new AssertionError("of " + MOST_CHILDREN + " pids none was given out again in " + MOST_TRIES + " tries");
    }

    private static Optional<Process> strangerUnder(long pid, String... words) throws IOException, InterruptedException {
        List<String> leader = new ArrayList<>(List.of("setsid"));
        leader.addAll(List.of(words));
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            Files.writeString(LAST_PID, Long.toString(pid - 1));
            // A child of Java leads no group; setsid has it lead one, without another pid.
            Process process = new ProcessBuilder(leader).start();
            if (process.pid() == pid) {
                awaitOwnGroup(pid);
                return Optional.of(process);
            }
            process.destroyForcibly().waitFor();
        }
        return Optional.empty();
    }

    private static void awaitOwnGroup(long pid) {
        await().until(() -> ProcessStat.read(pid).orElseThrow().group() == pid);
    }
}
