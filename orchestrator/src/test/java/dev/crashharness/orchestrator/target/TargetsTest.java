package dev.crashharness.orchestrator.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TargetsTest {
    private static final Map<String, String> VALUES = Map.of("cell", "/cells/x");

    private final Targets targets = new Targets(
            new Installation(Path.of("/home"), Path.of("/jdk/bin/java")),
            new NativeLibrary(Path.of("/native"), "libsqlitejdbc.so"),
            List.of());

    @Test
    void theBundledPairRunsFromItsOwnJarsWithNoLibrariesButItsOwn() {
        Target bundled = targets.find("bundled");

        List<String> worker = bundled.workerCommand("submit", VALUES);
        assertThat(worker).startsWith("/jdk/bin/java");
        assertThat(worker)
                .containsSequence(
                        "-cp",
                        "/home/worker/target/worker.jar:/home/worker/target/lib/*",
                        "dev.crashharness.worker.WorkerMain",
                        "submit");
        assertThat(bundled.publisherCommand(VALUES))
                .endsWith(
                        "-cp",
                        "/home/publisher/target/publisher.jar:/home/publisher/target/lib/*",
                        "dev.crashharness.publisher.PublisherMain");
        assertThat(bundled.bundled()).isTrue();
    }

    @Test
    void nothingThatAChildLeavesLiesOutsideItsCell() {
        for (List<String> command : List.of(
                targets.bundled().workerCommand("run", VALUES),
                targets.bundled().publisherCommand(VALUES))) {
            assertThat(command)
                    .contains(
                            "-XX:-UsePerfData",
                            "-Djava.io.tmpdir=/cells/x/tmp",
                            "-XX:ErrorFile=/cells/x/logs/hs_err_%p.log",
                            "-Dorg.sqlite.lib.path=/native",
                            "-Dorg.sqlite.lib.name=libsqlitejdbc.so")
                    .noneMatch(word -> word.contains("{"));
        }
    }

    @Test
    void aMutantReplacesTheWorkerAndNotThePublisher() {
        Target mutant = targets.find("mutant:M02");

        assertThat(mutant.workerCommand("run", VALUES))
                .endsWith("dev.crashharness.orchestrator.mutant.MutantMain", "M02", "run");
        assertThat(mutant.publisherCommand(VALUES)).isEqualTo(targets.bundled().publisherCommand(VALUES));
        assertThat(mutant.bundled()).isFalse();
    }

    @Test
    void everyKnownIdIsFound() {
        assertThat(Targets.known())
                .startsWith("bundled")
                .allSatisfy(id -> assertThat(targets.find(id).id()).isEqualTo(id));
    }

    @Test
    void anUnknownIdIsRefusedWithTheNearestOne() {
        for (String id : List.of("mutant:M99", "mutant:", "bundle", "")) {
            assertThatThrownBy(() -> targets.find(id))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("unknown target '" + id + "'; ");
        }
        assertThatThrownBy(() -> targets.find("bundle")).hasMessageContaining("bundled");
    }

    /** A cell's cmd.sh named the file as it was typed, and ran in that directory only. */
    @Test
    void aTargetFileIsNamedSoThatItIsFoundFromAnywhere() {
        assertThat(Target.fromAnywhere("pom.xml"))
                .isEqualTo(Path.of("pom.xml").toAbsolutePath().toString());
        assertThat(Target.fromAnywhere("mutant:M02")).isEqualTo("mutant:M02");
        assertThat(Target.fromAnywhere(Target.BUNDLED)).isEqualTo(Target.BUNDLED);
    }
}
