package dev.crashharness.orchestrator.cli.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DestinationTest {
    @TempDir
    Path here;

    @Test
    void aDirectoryThatIsThereOrCanBeMadeWillDoAndNothingIsLeft() {
        assertThatCode(() -> Destination.require("--out", here)).doesNotThrowAnyException();
        assertThatCode(() -> Destination.require("--out", here.resolve("not/yet")))
                .doesNotThrowAnyException();
        assertThat(here).isEmptyDirectory();
    }

    @Test
    void belowAFileNothingCanBeMade() throws IOException {
        Path file = Files.writeString(here.resolve("file"), "");

        assertThatThrownBy(() -> Destination.require("--out", file.resolve("a/b")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--out is " + file + "/a/b, but " + file + " is no directory; choose another one");
    }

    /** Who is allowed everything is refused there too. */
    @Test
    void whereTheSystemMakesNoDirectoryThatIsSaid() {
        assertThatThrownBy(() -> Destination.require("--results", Path.of("/proc/x/y")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--results is /proc/x/y, but nothing can be made in /proc; choose a directory that you may"
                        + " write to");
    }
}
