package dev.crashharness.orchestrator.process.errand;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastLineTest {
    @TempDir
    private Path here;

    @Test
    void theLastLineThatSaysSomethingIsTaken() throws IOException {
        Path file = Files.writeString(here.resolve("err"), "Traceback\n  there\nno such table: effect\n\n   \n");

        assertThat(LastLine.of(file)).isEqualTo("no such table: effect");
        assertThat(LastLine.said(file)).isEqualTo(", and said 'no such table: effect'");
    }

    @Test
    void nothingIsSaidWhereThereIsNothing() throws IOException {
        assertThat(LastLine.said(Files.writeString(here.resolve("err"), "\n\n")))
                .isEmpty();
        assertThat(LastLine.said(here.resolve("none"))).isEmpty();
    }

    @Test
    void ofALongOutputOnlyTheEndIsRead() throws IOException {
        Path file = Files.writeString(here.resolve("err"), "x".repeat(1 << 20) + "\nthe end " + "y".repeat(400));

        assertThat(LastLine.of(file)).startsWith("the end y").endsWith("y...").hasSize(303);
    }
}
