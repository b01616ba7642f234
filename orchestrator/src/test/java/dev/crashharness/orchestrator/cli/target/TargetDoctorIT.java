package dev.crashharness.orchestrator.cli.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real programs that do not keep to the protocol, and what they are told. */
@Timeout(180)
class TargetDoctorIT extends Cli {
    /** Says hello on descriptor 3. */
    private static final String HELLO =
            """
            exec 3<>"/dev/tcp/${CRASH_HARNESS_CONTROL/://}"
            printf 'hello 1 %s worker %s %s\\n' "$CRASH_HARNESS_TOKEN" "$CRASH_HARNESS_INSTANCE" $$ >&3
            read -r _ <&3
            """;

    @Test
    void aTargetThatDoesEverythingRightIsFit() throws Exception {
        Path target = OwnWorkers.target(cwd(), "careful", "");

        Ended doctor = run("doctor", "--target", target.toString());

        assertThat(doctor.exit()).as(doctor.text()).isZero();
        assertThat(doctor.out())
                .contains(
                        "ok       announces  all its points: 3",
                        "ok       clean run  the work was done and every check held",
                        "ok       blocks     it stood where it said when it was killed",
                        "ok       continues  it was stopped, continued, and came to its end",
                        "ok       orphaned   it ended when the control connection was closed",
                        "doctor: this target is fit");
    }

    @Test
    void withoutAPathItLooksForATracerWhereProgramsUsuallyAre() throws Exception {
        Path target = OwnWorkers.target(cwd(), "careful", "sys: {publisher: [connect]}\n");

        Ended doctor = start(
                        Map.of("JAVA_HOME", System.getProperty("java.home")),
                        List.of("/usr/bin/env", "-u", "PATH", LAUNCHER.toString()),
                        "doctor",
                        "--target",
                        target.toString())
                .end();

        assertThat(doctor.out()).as("%s", doctor).anyMatch(line -> line.matches("(ok|warning) +sys .*"));
        assertThat(doctor.text()).as("its trial needs a path too").doesNotContain("No such file");
    }

    @Test
    void aWorkerThatDoesNotWaitIsFoundOut() throws Exception {
        Ended doctor = examine(HELLO + "printf 'at 1 before_send\\n' >&3; printf 'at 2 before_send\\n' >&3; sleep 5");

        assertThat(doctor.exit()).as(doctor.text()).isEqualTo(102);
        assertThat(doctor.text()).contains("problem  blocks     it announced a point and ran on");
    }

    @Test
    void aWorkerThatNeverSaysHelloIsToldHow() throws Exception {
        Ended doctor = examine("exit 0");

        assertThat(doctor.exit()).isEqualTo(102);
        assertThat(doctor.text())
                .contains("problem  announces  the worker never said hello; connect to CRASH_HARNESS_CONTROL");
    }

    @Test
    void halfALineIsSeenForWhatItIs() throws Exception {
        Ended doctor = examine(
                """
                exec 3<>"/dev/tcp/${CRASH_HARNESS_CONTROL/://}"
                printf 'hel' >&3
                exec 3>&-
                """);

        assertThat(doctor.exit()).isEqualTo(102);
        assertThat(doctor.text())
                .contains("problem  protocol ", "worker.yaml:2: a connection was closed: it ended before its hello");
    }

    @Test
    void anUnknownPointIsNamed() throws Exception {
        Ended doctor = examine(
                HELLO
                        + "printf 'at 1 before_send\\n' >&3; read -r _ <&3 || exit 1; printf 'at 2 own.secret\\n' >&3; read -r _ <&3");

        assertThat(doctor.exit()).as(doctor.text()).isEqualTo(101);
        assertThat(doctor.text())
                .contains("it announced own.secret: ", "worker.yaml:5 does not name it; add it to points");
    }

    @Test
    void aWorkerThatForksAwayLeavesSomebodyBehind() throws Exception {
        Ended doctor = examine(HELLO + "setsid sleep 30 >/dev/null 2>&1 & exit 0");

        assertThat(doctor.exit()).isEqualTo(102);
        assertThat(doctor.text())
                .contains("nothing_survives: outlived its parent: ", "worker.yaml:2: worker-1 left pid");
    }

    @Test
    void aWorkerThatLivesOnWithoutAHarnessIsADoubt() throws Exception {
        Ended doctor = examine(HELLO + "printf 'at 1 before_send\\n' >&3; read -r answer <&3 || sleep 20; exit 0");

        assertThat(doctor.exit()).as(doctor.text()).isEqualTo(101);
        assertThat(doctor.text()).contains("orphaned   it lived on when the control connection was closed");
    }

    @Test
    void aPublisherThatNeverListensIsNamed() throws Exception {
        Path target = OwnWorkers.target(cwd(), "careful", "timeouts: {cell: 3s}\npublisher: {run: [sleep, '60']}\n");

        Ended doctor = run("doctor", "--target", target.toString());

        assertThat(doctor.exit()).isEqualTo(102);
        assertThat(doctor.text())
                .contains(
                        "problem  publisher  " + target + ":8: it never said that it listens; send listening HOST:PORT",
                        "publisher-1 has not said in 3 s that it listens");
    }

    private Ended examine(String body) throws IOException, InterruptedException {
        Path target = OwnWorkers.worker(cwd(), body);
        Files.writeString(target, Files.readString(target) + "timeouts: {cell: 20s}\n");
        return run("doctor", "--target", target.toString());
    }
}
