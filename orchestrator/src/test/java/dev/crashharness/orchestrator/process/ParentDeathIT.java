package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The harness itself is killed.
 *
 * <pre>
 * test JVM --forks--> harness JVM --launches--> sleep 600
 *          --SIGKILL-> dies        --pdeathsig-> dies too
 * </pre>
 */
@Timeout(60)
class ParentDeathIT {
    private static final String PATH = "/usr/bin:/bin";

    @TempDir
    Path directory;

    @Test
    void childrenDieWithAKilledHarness() throws Exception {
        assumeThat(Containment.find(PATH).missing()).isEmpty();
        Process harness = harness();
        try {
            long child = Long.parseLong(harness.inputReader().readLine());
            assertThat(ProcessStat.read(child)).isPresent();

            harness.destroyForcibly();

            await().atMost(Duration.ofSeconds(20)).until(() -> isGone(child));
        } finally {
            harness.destroyForcibly().waitFor();
        }
    }

    private Process harness() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java, "-XX:-UsePerfData", "-cp", classPath, Harness.class.getName(), directory.toString())
                .redirectError(
                        Files.createFile(directory.resolve("harness-err")).toFile())
                .start();
    }

    private static boolean isGone(long pid) {
        return ProcessStat.read(pid).map(ProcessStat::gone).orElse(true);
    }

    /** A harness that launches from a thread which ends at once: the child must not notice that. */
    static final class Harness {
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            Launcher launcher = new Launcher(Containment.find(PATH), Launcher.Limits.DEFAULT);
            Command command = new Command(
                    List.of("sleep", "600"),
                    Map.of("PATH", PATH),
                    directory,
                    directory.resolve("out"),
                    directory.resolve("err"));
            ChildProcess[] child = new ChildProcess[1];
            Thread launching = new Thread(() -> child[0] = launch(launcher, command));
            launching.start();
            launching.join();
            // Measured: a child forked by a thread that ends dies 7 to 10 ms later.
            if (child[0].exit()
                            .completeOnTimeout(null, 200, java.util.concurrent.TimeUnit.MILLISECONDS)
                            .join()
                    != null) {
                throw new IllegalStateException("the child died with its launching thread");
            }
            System.out.println(child[0].pid());
            child[0].exit().join();
        }

        private static ChildProcess launch(Launcher launcher, Command command) {
            try {
                return ((Launch.Started) launcher.launch(command, "child")).child();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
