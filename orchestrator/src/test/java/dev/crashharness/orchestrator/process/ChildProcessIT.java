package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.process.SignalShell.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, real signals: {@code sh} and {@code sleep} stand for the children. */
@Timeout(60)
class ChildProcessIT {
    private static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin");
    private static final Launcher.Limits LIMITS =
            new Launcher.Limits(4L << 20, Duration.ofSeconds(10), Duration.ofMillis(500), Duration.ofSeconds(10));

    @TempDir
    Path directory;

    private final List<ChildProcess> children = new ArrayList<>();
    private Launcher launcher;

    @BeforeEach
    void open() throws Exception {
        launcher = new Launcher(Containment.find(PATH.get("PATH")), LIMITS);
    }

    @AfterEach
    void nothingSurvives() {
        children.forEach(ChildProcess::close);
        assertThat(children).allMatch(ChildProcess::groupIsEmpty);
        launcher.close();
    }

    @Test
    void theChildLeadsItsOwnGroupUnderTheSamePid() throws Exception {
        ChildProcess child = shell("echo $$; sleep 60");

        await().until(() -> stdout().contains("\n"));
        assertThat(Long.parseLong(stdout().strip())).isEqualTo(child.pid());
        assertThat(child.leadsItsGroup()).isTrue();
        assertThat(child.startTicks()).isPositive();
        assertThat(child.isGone()).isFalse();
        assertThat(child.survivors()).contains(child.pid());
    }

    @Test
    void theEnvironmentIsTheGivenOneAndNothingElse() throws Exception {
        ChildProcess child = start("/usr/bin/env");

        assertThat(exitOf(child)).isEqualTo(new Exit(0, true));
        assertThat(stdout().lines()).containsExactly("PATH=/usr/bin:/bin");
    }

    @Test
    void argumentsArriveVerbatim() throws Exception {
        ChildProcess child = start("printf", "[%s]", "a b", "", "${HOME} \"'\\", "*");

        assertThat(exitOf(child).code()).isZero();
        assertThat(stdout()).isEqualTo("[a b][][${HOME} \"'\\][*]");
    }

    @Test
    void standardInputIsEmpty() throws Exception {
        assertThat(exitOf(shell("cat; exit 4"))).isEqualTo(new Exit(4, true));
    }

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
    void oneHundredMegabytesAreDrainedAndCapped() throws Exception {
        ChildProcess child = shell("head -c 100000000 /dev/zero; echo done >&2");

        assertThat(exitOf(child)).isEqualTo(new Exit(0, true));
        String last = "\ntruncated at 4194304 bytes\n";
        assertThat(Files.size(directory.resolve("out"))).isEqualTo((4L << 20) + last.length());
        assertThat(stdout()).endsWith(last);
        assertThat(directory.resolve("err")).hasContent("done");
    }

    @Test
    void aGrandchildThatHoldsThePipeDelaysTheExitByTheDrainDeadlineOnly() throws Exception {
        // Its end waits for a file: a child that ends before a pump reads leaves its pipes to the JDK, which closes
        // them.
        ChildProcess child = shell("sleep 60 & echo up; until [ -e go ]; do sleep 0.05; done; exit 3");
        await().until(() -> stdout().contains("up"));
        long begin = System.nanoTime();
        Files.createFile(directory.resolve("go"));

        assertThat(exitOf(child)).isEqualTo(new Exit(3, false));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        assertThat(child.groupIsEmpty()).isFalse();
        assertThat(child.kill()).isInstanceOf(KillOutcome.AlreadyGone.class);
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

    @Test
    void aMissingCommandIsSaidInOneSentence() throws Exception {
        assertThat(launcher.launch(command("no-such-program"), "worker-1"))
                .isEqualTo(new Launch.NotStarted("worker-1 was not started: 'no-such-program': no executable file of"
                        + " that name; check the command and its PATH"));
    }

    @Test
    void aMissingWorkingDirectoryIsSaidInOneSentence() throws Exception {
        Command command = new Command(
                List.of("true"), PATH, directory.resolve("gone"), directory.resolve("out"), directory.resolve("err"));

        assertThat(launcher.launch(command, "worker-1"))
                .isInstanceOfSatisfying(Launch.NotStarted.class, failed -> assertThat(failed.reason())
                        .startsWith("worker-1 was not started: 'true': java.io.IOException")
                        .contains("gone"));
    }

    @Test
    void theSignalShellComesBackAfterItsDeath() throws Exception {
        ChildProcess child = shell("sleep 60");
        SignalShell signals = launcher.signals();
        assertThat(signals.signal(Signal.CONT, child.pid())).hasValue(0);

        ProcessHandle.of(signals.pid()).orElseThrow().destroyForcibly();

        assertThat(signals.signal(Signal.CONT, child.pid())).hasValue(0);
    }

    @Test
    void aSignalToNobodyIsAnOutcomeAndOneToEverybodyIsRefused() throws Exception {
        OptionalInt status = launcher.signals().signalGroup(Signal.KILL, Integer.MAX_VALUE);

        assertThat(status).isPresent();
        assertThat(status.getAsInt()).isNotZero();
        assertThatThrownBy(() -> launcher.signals().signalGroup(Signal.KILL, 1))
                .hasMessage("a signal needs a process or group id above 1, found 1");
    }

    private ChildProcess shell(String script) throws InterruptedException {
        return start("sh", "-c", script);
    }

    private ChildProcess start(String... argv) throws InterruptedException {
        Launch launch = launcher.launch(command(argv), "child");
        assertThat(launch).isInstanceOf(Launch.Started.class);
        ChildProcess child = ((Launch.Started) launch).child();
        children.add(child);
        return child;
    }

    private Command command(String... argv) {
        return new Command(List.of(argv), PATH, directory, directory.resolve("out"), directory.resolve("err"));
    }

    private String stdout() throws Exception {
        return Files.readString(directory.resolve("out"));
    }

    private static Exit exitOf(ChildProcess child) throws Exception {
        return child.exit().get(20, TimeUnit.SECONDS);
    }
}
