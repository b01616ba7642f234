package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launches children into a temporary directory and sees to it that none survives. */
@Timeout(60)
abstract class ChildFixture {
    static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin");
    /** Long enough for a busy machine; only who holds a pipe open for ever is waited for so long. */
    static final Launcher.Limits LIMITS = limits(Duration.ofSeconds(10));

    @TempDir
    Path directory;

    final List<ChildProcess> children = new ArrayList<>();
    Launcher launcher;

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

    static Launcher.Limits limits(Duration drain) {
        return new Launcher.Limits(4L << 20, Duration.ofSeconds(10), drain, Duration.ofSeconds(10));
    }

    ChildProcess shell(String script) throws InterruptedException {
        return start("sh", "-c", script);
    }

    ChildProcess start(String... argv) throws InterruptedException {
        Launch launch = launcher.launch(command(argv), "child");
        assertThat(launch).isInstanceOf(Launch.Started.class);
        ChildProcess child = ((Launch.Started) launch).child();
        children.add(child);
        return child;
    }

    Command command(String... argv) {
        return new Command(List.of(argv), PATH, directory, directory.resolve("out"), directory.resolve("err"));
    }

    String stdout() throws Exception {
        return Files.readString(directory.resolve("out"));
    }

    static Exit exitOf(ChildProcess child) throws Exception {
        return child.exit().get(20, TimeUnit.SECONDS);
    }
}
