package dev.crashharness.orchestrator.doctor;

import static dev.crashharness.orchestrator.doctor.rule.Level.DOUBT;
import static dev.crashharness.orchestrator.doctor.rule.Level.OK;
import static dev.crashharness.orchestrator.doctor.rule.Level.PROBLEM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.doctor.rule.Level;
import dev.crashharness.orchestrator.doctor.rule.Limits;
import dev.crashharness.orchestrator.process.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the trials and the kernel's files come to; the trials themselves are made by {@code SetupIT}. */
class DoctorTest {
    @TempDir
    private Path home;

    @Test
    void aChildIsStoppedContinuedAndKilledOrNot() {
        expect(new SignalTrial("", "", true, true, "by our signal").finding(), OK, "died of it");
        expect(new SignalTrial("no sleep", "", false, false, "").finding(), PROBLEM, "no child: no sleep");
        expect(
                new SignalTrial("", "", true, false, "it had ended before with 0").finding(),
                PROBLEM,
                "not proved: it had ended before with 0");
        expect(new SignalTrial("", "it ran", false, true, "").finding(), DOUBT, "it ran: cells with a pause");
        expect(new SignalTrial("", "", false, true, "").finding(), DOUBT, "does not run on");
    }

    @Test
    void theWorkerStartsOrNot() {
        Duration took = Duration.ofMillis(300);
        Launch none = new Launch.NotStarted("no java");

        expect(Trials.worker(none, OptionalInt.empty(), took), PROBLEM, "no java; build again");
        expect(Trials.worker(new Launch.Started(null), OptionalInt.of(2), took), OK, "in 300 ms");
        expect(Trials.worker(new Launch.Started(null), OptionalInt.of(1), took), PROBLEM, "exit 1, expected 2");
        expect(Trials.worker(new Launch.Started(null), OptionalInt.empty(), took), PROBLEM, "after 30 s");
    }

    @Test
    void theLoopbackWorksOrNot() {
        expect(Doctor.loopback(Optional.empty()), OK, "127.0.0.1");
        expect(Doctor.loopback(Optional.of("Network is unreachable")), PROBLEM, "(Network is unreachable); bring up");
    }

    @Test
    void aContainersLimitsCountTogetherWithTheMachines() throws IOException {
        Surroundings here = new Surroundings(home.resolve("proc"), home.resolve("cgroup"));
        assertThat(here.processes()).isEqualTo(Limits.UNLIMITED);
        assertThat(here.memory()).isEqualTo(Limits.UNLIMITED);
        assertThat(here.readable("locks")).isFalse();

        write("proc/self/limits", "Max open files  1024  4096  files\nMax processes  500  500  processes\n");
        write("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    2048 kB\n");
        write("cgroup/pids.max", "max\n");
        write("cgroup/pids.current", "7\n");
        assertThat(here.openFiles()).isEqualTo(1024);
        assertThat(here.processes()).isEqualTo(500);
        assertThat(here.memory()).isEqualTo(2 << 20);

        write("cgroup/pids.max", "100\n");
        write("cgroup/memory.max", "1000\n");
        write("cgroup/memory.current", "1300\n");
        assertThat(here.processes()).isEqualTo(93);
        assertThat(here.memory()).isZero();
    }

    @Test
    void theWorkshopLiesBesideTheResultsAndIsRemoved() throws IOException {
        Path results = home.resolve("not/yet/there");

        try (Workshop workshop = Workshop.beside(results)) {
            assertThat(workshop.results()).isEqualTo(home);
            assertThat(workshop.writable()).isTrue();
            assertThat(workshop.folder()).hasParent(home).isNotEmptyDirectory();
            Files.writeString(workshop.folder().resolve("tmp/left"), "x");
        }

        assertThat(home).isEmptyDirectory();
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(home.resolve(file).getParent());
        Files.writeString(home.resolve(file), text);
    }

    private static void expect(Finding finding, Level level, String words) {
        assertThat(finding.level()).as("%s", finding).isEqualTo(level);
        assertThat(finding.line()).contains(words);
    }
}
