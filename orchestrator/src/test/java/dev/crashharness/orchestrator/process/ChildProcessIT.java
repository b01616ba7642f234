package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.process.SignalShell.Signal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Real processes, real signals: {@code sh} and {@code sleep} stand for the children. */
class ChildProcessIT extends ChildFixture {
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
        launcher.close();
        launcher = new Launcher(Containment.find(PATH.get("PATH")), limits(Duration.ofMillis(500)));
        // Its end waits for a file: a child that ends before a pump reads leaves its pipes to the JDK, which closes
        // them.
        ChildProcess child = shell("sleep 60 & echo up; until [ -e go ]; do sleep 0.05; done; exit 3");
        await().until(() -> stdout().contains("up"));
        long begin = System.nanoTime();
        Files.createFile(directory.resolve("go"));

        assertThat(exitOf(child)).isEqualTo(new Exit(3, false));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        assertThat(child.groupIsEmpty()).isFalse();
        assertThat(child.kill()).isInstanceOf(KillOutcome.AlreadyGone.class);
        assertThat(child.groupIsEmpty()).isTrue();
    }

    @Test
    void aMissingCommandIsSaidInOneSentence() throws Exception {
        assertThat(launcher.launch(command("no-such-program"), "worker-1"))
                .isEqualTo(new Launch.NotStarted("worker-1 was not started: 'no-such-program': no executable file of"
                        + " that name along the PATH; check the command and its PATH"));
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
}
