package dev.crashharness.orchestrator.matrix.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixLibraryTest {
    @TempDir
    private Path here;

    @TempDir
    private Path shipped;

    private MatrixLibrary library;

    @BeforeEach
    void ship() throws IOException {
        library = new MatrixLibrary(shipped);
        write(shipped, "kills", "cells: [{cell: blind/worker@after_send}]");
    }

    @Test
    void listsMultiplyWithTheContractOutermost() throws IOException {
        write(
                here,
                "mine",
                """
                description: |
                  What it proves.
                cells:
                  - contracts: [blind, dedup-query]
                    schedules: [none, worker@after_send]
                    settings: [none, again=1]
                """);

        MatrixFile mine = library.load("mine", here);

        assertThat(mine.name()).isEqualTo("mine");
        assertThat(mine.description()).isEqualTo("What it proves.");
        assertThat(ids(mine))
                .containsExactly(
                        "blind/none",
                        "blind/none?again=1",
                        "blind/worker@after_send",
                        "blind/worker@after_send?again=1",
                        "dedup-query/none",
                        "dedup-query/none?again=1",
                        "dedup-query/worker@after_send",
                        "dedup-query/worker@after_send?again=1");
    }

    @Test
    void aPatternLeavesOutWhatCannotBePlanned() throws IOException {
        write(here, "mine", "cells: [{contracts: blind, schedules: 'worker@*=kill:publisher'}]");

        assertThat(ids(library.load("mine", here)))
                .hasSize(14)
                .startsWith("blind/worker@before_lease=kill:publisher")
                .endsWith("blind/worker@before_send=kill:publisher");
    }

    @Test
    void duplicatesAreDroppedAndTheFirstPlaceIsKept() throws IOException {
        write(
                here,
                "mine",
                """
                include: kills
                cells:
                  - cell: [blind/none, 'blind/worker@after_send#1', 'blind/none?lease=60s']
                """);

        assertThat(ids(library.load("mine", here))).containsExactly("blind/worker@after_send", "blind/none");
    }

    @Test
    void aCellMayBeLeftOutOnlyWhereEachEntrySaysSo() throws IOException {
        write(
                here,
                "mine",
                """
                cells:
                  - {cell: [blind/none, blind/worker@after_send], reachable_only: true}
                  - cell: blind/none
                """);

        assertThat(library.load("mine", here).cells())
                .extracting(Candidate::reachableOnly)
                .containsExactly(false, true);
    }

    @Test
    void aNameIsLookedForHereAndThenAmongTheShipped() throws IOException {
        assertThat(ids(library.load("kills", here))).containsExactly("blind/worker@after_send");

        write(here, "kills", "cells: [{cell: blind/none}]");

        assertThat(ids(library.load("kills", here))).containsExactly("blind/none");
        assertThat(ids(library.load(shipped.resolve("kills.yaml").toString(), here)))
                .containsExactly("blind/worker@after_send");
    }

    @Test
    void anIncludeIsLookedForBesideTheFileThatHasIt() throws IOException {
        Path there = Files.createDirectory(here.resolve("there"));
        write(there, "part", "cells: [{cell: fenced/none}]");
        write(there, "whole", "include: [part, ./part.yaml, kills]");

        assertThat(ids(library.load("there/whole.yaml", here)))
                .containsExactly("fenced/none", "blind/worker@after_send");
    }

    /** Each file is small enough by itself. */
    @Test
    void whatIsIncludedIsCountedToo() throws IOException {
        for (String contract : List.of("blind", "fenced")) {
            write(
                    here,
                    contract,
                    "cells: [{contracts: " + contract + ", schedules: worker@*, reachable_only: true, sample: 30000}]");
        }
        Path file = write(here, "both", "include: [blind, fenced]");

        assertThatThrownBy(() -> library.load("both", here))
                .hasMessage(file + ":2: the matrix has 60000 cells by here, expected at most 50000; split it");
    }

    @Test
    void saysWhatIsNearestToAnUnknownName() {
        assertThatThrownBy(() -> library.load("kils", here))
                .isInstanceOf(YamlFileException.class)
                .hasMessage("unknown matrix 'kils'; did you mean 'kills'?");
        assertThatThrownBy(() -> library.load("./kils.yaml", here))
                .hasMessage("there is no matrix file " + here.resolve("./kils.yaml")
                        + "; give the path of a YAML file, or the name of a shipped matrix");
    }

    @Test
    void refusesACircleOfIncludes() throws IOException {
        write(here, "one", "include: two");
        write(here, "two", "include: one");

        assertThatThrownBy(() -> library.load("one", here))
                .hasMessageStartingWith(here.resolve("two.yaml") + ":2: matrices include each other in a circle (")
                .hasMessageEndingWith("one.yaml); leave out one include");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cell: [{cell: blind/none}]|2: unknown key 'cell'; did you mean 'cells'?",
                "cells: [{cell: blind/none, name: x}]|2: unknown key 'name'; known are cell, contracts, schedules,"
                        + " settings, reachable_only, ends, sample",
                "cells: blind/none|2: cells is a text, expected a list",
                "cells: [blind/none]|2: found a text, expected a table with cell, contracts, schedules, settings,"
                        + " reachable_only, ends, sample",
                "cells: [{cell: 5}]|2: cell has a number, expected a text; quote it if it is one",
                "cells: [{cell: }]|2: cell is empty; write a text, or leave out the key",
                "cells: [{cell: []}]|2: cell is an empty list; write at least one",
                "cells: [{cell: blind/none, reachable_only: maybe}]|2: reachable_only is a text, expected true or false",
                "cells: [{cell: blind/none, settings: again=1}]|2: an entry has either cell, or contracts and schedules"
                        + " (and settings); write one of the two",
                "cells: [{contracts: blind}]|2: an entry has either cell, or contracts and schedules (and settings);"
                        + " write one of the two",
                "cells: [{cell: blnd/none}]|2: unknown contract 'blnd' in 'blnd/none'; did you mean 'blind'?",
                "cells: [{cell: blind/wire@reply}]|2: cannot plan 'blind/wire@reply': wire@reply would kill a frame, so"
                        + " write =kill:worker or =drop behind it",
                "cells: [{contracts: blind, schedules: wire@*}]|2: cannot plan 'blind/wire@request': wire@request would kill"
                        + " a frame, so write =kill:worker or =drop behind it",
                "cells: []|1: the matrix mine has no cells; give it cells or include another matrix",
                "name: again|2: this is not the YAML of a matrix (Duplicate field 'name')",
                "include: kils|2: unknown matrix 'kils'; did you mean 'kills'?",
                "cells: &x [{cell: blind/none}]|2: anchors and aliases are not read; write the text twice",
                "cells: *x|2: anchors and aliases are not read; write the text twice",
                "cells: !!set [x]|2: tags are not read; leave out !tag:yaml.org,2002:set",
                "---|3: a second document begins; keep one document per file",
                "cells: [|2: this is not the YAML of a matrix (while parsing a flow node: expected the node content, but found"
                        + " '<stream end>')",
            })
    void saysWhereAndWhatIsWrong(String line, String message) throws IOException {
        Path file = write(here, "mine", line);

        assertThatThrownBy(() -> library.load("mine", here))
                .isInstanceOf(YamlFileException.class)
                .hasMessage(file + ":" + message);
    }

    @Test
    void aStarThatMatchesNoPointIsAnUnknownPoint() throws IOException {
        Path file = write(here, "mine", "cells: [{contracts: blind, schedules: worker@*_sned}]");

        assertThatThrownBy(() -> library.load("mine", here))
                .hasMessageStartingWith(
                        file + ":2: unknown point '*_sned' in 'blind/worker@*_sned'; known are before_lease, ");
    }

    @Test
    void refusesANameThatIsNoDirectory() throws IOException {
        Path file = Files.writeString(here.resolve("mine.yaml"), "name: ../mine\ncells: []\n");

        assertThatThrownBy(() -> library.load("mine", here))
                .hasMessage(file + ":1: '../mine' is no name of a matrix; expected a-z 0-9 _ -, at most 64 of them");
    }

    @Test
    void refusesAFileThatIsEmptyTooLongOrNoText() throws IOException {
        Path file = Files.writeString(here.resolve("mine.yaml"), "# nothing\n");
        assertThatThrownBy(() -> library.load("mine", here))
                .hasMessage(file + ":1: the file is empty; a matrix has at least a name");

        Files.writeString(file, "#".repeat((1 << 20) + 1));
        assertThatThrownBy(() -> library.load("mine", here))
                .hasMessage(file + " has 1048577 bytes, expected at most 1048576; make it smaller");

        Files.write(file, "name: m\u00fcll".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> library.load("mine", here)).hasMessage(file + " is not UTF-8; save it as UTF-8");
    }

    private static Path write(Path directory, String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), "name: " + name + "\n" + text + "\n");
    }

    private static List<String> ids(MatrixFile matrix) {
        return matrix.cells().stream().map(each -> each.cell().print()).toList();
    }
}
