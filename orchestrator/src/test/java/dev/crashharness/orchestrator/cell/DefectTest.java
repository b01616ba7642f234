package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefectTest {
    @TempDir
    private Path directory;

    @Test
    void aCellFailsOfItInOneSentenceAndItsPlaceIsKept() {
        Ending ending = Defect.ending(new IllegalStateException("no\n store"), directory);

        assertThat(ending.kind()).isEqualTo(Ending.Kind.HARNESS_FAILED);
        assertThat(ending.detail())
                .isEqualTo("the harness met what it does not expect, java.lang.IllegalStateException: no store;"
                        + " logs/harness.err says where; please report it");
        assertThat(directory.resolve("logs/harness.err"))
                .content()
                .contains("IllegalStateException", "at " + DefectTest.class.getName());
    }

    @Test
    void whereNothingCanBeKeptItIsToldAllTheSame() throws Exception {
        Path inTheWay = Files.writeString(directory.resolve("cell"), "a file");

        assertThat(Defect.ending(new NullPointerException("words"), inTheWay).detail())
                .startsWith(
                        "the harness met what it does not expect, java.lang.NullPointerException: words; where was not"
                                + " kept (");
    }
}
