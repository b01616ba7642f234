package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainmentTest {
    @TempDir
    Path directory;

    @Test
    void whatIsMissingIsSaidInOneSentenceEach() throws Exception {
        Containment none = Containment.find(directory.toString());

        assertThat(none).isEqualTo(Containment.NONE);
        assertThat(none.prefix()).isEmpty();
        assertThat(none.missing())
                .hasSize(2)
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("setsid was not found"),
                        second -> assertThat(second).startsWith("setpriv --pdeathsig was not found"));
    }

    @Test
    void thePrefixEndsWhereTheCommandBegins() {
        Containment both = new Containment(Optional.of(Path.of("/x/setsid")), Optional.of(Path.of("/x/setpriv")));

        assertThat(both.missing()).isEmpty();
        assertThat(both.prefix()).containsExactly("/x/setsid", "/x/setpriv", "--pdeathsig", "KILL", "--");
    }

    @Test
    void aFileThatCannotBeExecutedIsNoProgram() throws Exception {
        Path plain = Files.writeString(directory.resolve("tool"), "text");
        assertThat(Containment.onPath("tool", directory.toString())).isEmpty();

        Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(Containment.onPath("tool", "/nowhere::" + directory)).contains(plain);
    }
}
