package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DatabaseOptionTest {
    @TempDir
    private Path here;

    /** SQLite lays its log beside the target too; a lab beside the link would look for another one. */
    @Test
    void whatBelongsToALinksTargetLiesBesideThat() throws IOException {
        Path target = Files.createFile(Files.createDirectory(here.resolve("a")).resolve("real.sqlite"));
        Path link = Files.createSymbolicLink(here.resolve("link.sqlite"), target);

        assertThat(typed(link).files().directory())
                .isEqualTo(target.toRealPath().resolveSibling("real.lab"));
        assertThat(typed(target).files().store()).isEqualTo(target);
    }

    /** What is wrong with it is said by whoever opens it. */
    @Test
    void aLinkThatLeadsNowhereIsTakenAsItIs() throws IOException {
        Path link = Files.createSymbolicLink(here.resolve("link.sqlite"), here.resolve("gone"));

        assertThat(typed(link).files().store()).isEqualTo(link);
    }

    private static DatabaseOption typed(Path database) {
        return CommandLine.populateCommand(new DatabaseOption(), "--db", database.toString());
    }
}
