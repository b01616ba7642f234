package dev.crashharness.orchestrator.cli.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.InvalidPathException;
import org.junit.jupiter.api.Test;

class FileNameTest {
    private final InvalidPathException lost = new InvalidPathException("/tmp/\ufffd", "Malformed input");

    @Test
    void whereTheLocaleLosesLettersTheWayOutIsSaid() {
        assertThat(FileName.refusal(lost, "ANSI_X3.4-1968"))
                .startsWith("'/tmp/\ufffd' cannot be the name of a file: Malformed input; ")
                .endsWith("this locale knows names in ANSI_X3.4-1968 only, run it again with LC_ALL=C.UTF-8");
    }

    @Test
    void whereItLosesNoneTheNameItselfIsWrong() {
        assertThat(FileName.refusal(lost, "UTF-8"))
                .isEqualTo("'/tmp/\ufffd' cannot be the name of a file: Malformed input");
    }
}
