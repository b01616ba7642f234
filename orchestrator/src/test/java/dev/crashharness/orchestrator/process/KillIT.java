package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.process.SignalShell.Signal;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.nio.file.Files;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What a kill proves, what it reaches, and what it leaves: nothing. */
class KillIT extends ChildFixture {
    @Test
    void aKillIsProvedByTheSignalAndTheExit() throws Exception {
        ChildProcess child = shell("sleep 60");
        long before = System.nanoTime();

        KillOutcome outcome = child.kill();

        assertThat(outcome).isInstanceOfSatisfying(KillOutcome.Killed.class, killed -> {
            assertThat(killed.pid()).isEqualTo(child.pid());
            assertThat(killed.startTicks()).isEqualTo(child.startTicks());
            assertThat(killed.signalledAtNanos()).isBetween(before, System.nanoTime());
            assertThat(killed.exit()).isEqualTo(new Exit(137, true));
        });
        assertThat(child.isGone()).isTrue();
        assertThat(child.exit()).isCompletedWithValue(new Exit(137, true));
    }

    @Test
    void aListenerHearsOfTheExitOnce() throws Exception {
        ChildProcess child = shell("sleep 60");
        Queue<Exit> heard = new ConcurrentLinkedQueue<>();
        child.onExit(heard::add);

        child.kill();
        child.kill();

        await().untilAsserted(() -> assertThat(heard).containsExactly(new Exit(137, true)));
    }

    @RepeatedTest(20)
    void whatAKilledChildHadWrittenIsStored() throws Exception {
        ChildProcess child = shell("head -c 50000 /dev/zero; echo written >&2; sleep 60");
        await().until(() -> Files.size(directory.resolve("err")) > 0);

        assertThat(child.kill()).isInstanceOfSatisfying(KillOutcome.Killed.class, killed -> assertThat(killed.exit())
                .isEqualTo(new Exit(137, true)));
        assertThat(directory.resolve("out")).hasSize(50_000);
    }

    @Test
    void exit137ByItselfIsNotOurKill() throws Exception {
        ChildProcess child = shell("exit 137");
        exitOf(child);

        assertThat(child.kill())
                .isEqualTo(new KillOutcome.AlreadyGone(child.pid(), child.startTicks(), new Exit(137, true)));
    }

    @Test
    void aKillBySomebodyElseIsNotOurKill() throws Exception {
        ChildProcess child = shell("kill -s KILL $$");
        exitOf(child);

        assertThat(child.kill()).isInstanceOf(KillOutcome.AlreadyGone.class);
    }

    @Test
    void theSecondKillReturnsTheFirstProof() throws Exception {
        ChildProcess child = shell("sleep 60");

        KillOutcome first = child.kill();

        assertThat(first).isInstanceOf(KillOutcome.Killed.class);
        assertThat(child.kill()).isSameAs(first);
    }

    @Test
    void aStoppedProcessCanBeKilled() throws Exception {
        ChildProcess child = shell("sleep 60");
        assertThat(launcher.signals().signal(Signal.STOP, child.pid())).hasValue(0);
        await().until(() -> ProcessStat.read(child.pid()).orElseThrow().state() == 'T');

        assertThat(child.kill()).isInstanceOf(KillOutcome.Killed.class);
    }

    /** Process 1 of a container may reap late or never: {@code kill -0} still reaches such a one (httrack#1554). */
    @Test
    void aZombieIsDeadAndNoSurvivor() throws Exception {
        ChildProcess child = shell("sh -c 'echo $$; exit 0' & exec sleep 60");
        await().until(() -> stdout().contains("\n"));
        long zombie = Long.parseLong(stdout().strip());
        await().until(() -> ProcessStat.read(zombie).orElseThrow().state() == 'Z');

        assertThat(ProcessHandle.of(zombie).orElseThrow().isAlive()).isTrue();
        assertThat(child.survivors()).containsExactly(child.pid());
        assertThat(child.kill()).isInstanceOf(KillOutcome.Killed.class);
        assertThat(child.groupIsEmpty()).isTrue();
    }

    /** As of a process in an uninterruptible wait: it is waited for no longer than the limit, and a later kill finds out. */
    @Test
    void anInterruptDoesNotLeaveTheChildAliveAndIsHandedOn() throws Exception {
        ChildProcess child = shell("sleep 60 & sleep 60");

        Thread.currentThread().interrupt();
        KillOutcome outcome = child.kill();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isInstanceOf(KillOutcome.Killed.class);
        assertThat(child.groupIsEmpty()).isTrue();
    }

    @Test
    void theGroupKillEndsAGrandchildAndWithItThePipe() throws Exception {
        ChildProcess child = shell("sleep 60 & echo up; wait");
        await().until(() -> stdout().contains("up"));

        assertThat(child.kill()).isInstanceOfSatisfying(KillOutcome.Killed.class, killed -> assertThat(
                        killed.exit().drained())
                .isTrue());
        assertThat(child.groupIsEmpty()).isTrue();
    }

    @Test
    void aDescendantThatLeftTheGroupIsKilledByItsHandle() throws Exception {
        ChildProcess child = shell("setsid sh -c 'echo $$; exec sleep 60' & wait");
        await().until(() -> stdout().contains("\n"));
        long stranger = Long.parseLong(stdout().strip());

        child.kill();

        await().until(() -> ProcessStat.read(stranger).map(ProcessStat::gone).orElse(true));
    }

    @Test
    void withoutTheToolsAKillStillReachesTheDescendants() throws Exception {
        launcher.close();
        launcher = new Launcher(Containment.NONE, LIMITS);
        ChildProcess child = shell("sleep 60 & echo $!; wait");
        await().until(() -> stdout().contains("\n"));
        long grandchild = Long.parseLong(stdout().strip());

        assertThat(child.kill()).isInstanceOf(KillOutcome.Killed.class);

        await().until(() -> ProcessStat.read(grandchild).map(ProcessStat::gone).orElse(true));
        assertThat(child.groupIsEmpty()).isTrue();
    }
}
