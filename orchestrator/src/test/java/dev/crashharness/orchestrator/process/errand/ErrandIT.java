package dev.crashharness.orchestrator.process.errand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ErrandIT {
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", System.getenv("PATH"));
    private static final Duration PATIENT = Duration.ofSeconds(30);

    private Launcher launcher;

    @TempDir
    private Path here;

    @BeforeEach
    void open() throws InterruptedException {
        launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT);
    }

    @AfterEach
    void close() {
        launcher.close();
    }

    @Test
    void aCommandThatEndsSaysHow() throws Exception {
        assertThat(run(PATIENT, "sh", "-c", "exit 7")).isEqualTo(new Errand.Ended(7));
    }

    @Test
    void aCommandThatDoesNotEndInTimeIsKilled() throws Exception {
        Errand late = run(Duration.ofSeconds(3), "sh", "-c", "echo $$ >pid; exec sleep 60");

        assertThat(late).isEqualTo(new Errand.Failed("it had not ended after 3 s and was killed"));
        assertGone(Long.parseLong(Files.readString(here.resolve("pid")).strip()));
    }

    @Test
    void aCommandThatIsNotThereIsNamed() throws Exception {
        assertThat(run(PATIENT, "/no/such/program"))
                .isInstanceOfSatisfying(Errand.Failed.class, failed -> assertThat(failed.why())
                        .contains("errand was not started: '/no/such/program'"));
    }

    /** A check that forked away passed, and what it had forked lived on. */
    @Test
    void whatItLeavesBehindIsKilled() throws Exception {
        String forksAway = "setsid sh -c 'echo $$ >pid.new; mv pid.new pid; exec sleep 60' >/dev/null 2>&1 &"
                + " while [ ! -e pid ]; do :; done; exit 0";

        assertThat(run(PATIENT, "sh", "-c", forksAway)).isEqualTo(new Errand.Ended(0));
        assertGone(Long.parseLong(Files.readString(here.resolve("pid")).strip()));
    }

    private Errand run(Duration within, String... argv) throws InterruptedException {
        Command command = new Command(List.of(argv), ENVIRONMENT, here, here.resolve("out"), here.resolve("err"));
        return Errand.run(launcher, command, "errand", within);
    }

    private static void assertGone(long pid) {
        await().atMost(Duration.ofSeconds(10)).until(() -> ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info().command())
                .isEmpty());
    }
}
