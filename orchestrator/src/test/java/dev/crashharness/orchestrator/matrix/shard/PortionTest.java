package dev.crashharness.orchestrator.matrix.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortionTest {
    private static final List<String> HEAD = List.of("# All", "name: three", "cells:");

    @Test
    void whatIsSpelledOutIsReadBack() throws IOException {
        List<Cell> matrix = Stream.of(
                        "blind/none",
                        "dedup-window:1d/worker@after_send=pause..after_lookup,wire@reply=delay:1s?skew.2=+1m&workers=2",
                        "fenced/none?payload.1=%22a%20b%5C%0A%E2%82%AC%27",
                        "dedup-query/worker@own.charged#2?payload.1=%27")
                .map(Cell::parse)
                .toList();

        assertThat(Portion.cells(Portion.yaml("three", matrix))).isEqualTo(matrix);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "  - cell: \"blind/nome\" | line 4: ",
                "  - cell: \"blind/worker@during_collect=pause\" | line 4: ",
                "  - cell: \"blind/no | line 4: expected - cell: \"ID\"",
                "  - cell: null | line 4: expected - cell: \"ID\"",
                "include: smoke | line 4: expected - cell: \"ID\"",
            })
    void aLineThatNoRunWritesIsDamage(String line, String told) {
        assertThatThrownBy(
                        () -> Portion.cells(Stream.concat(HEAD.stream(), Stream.of(line.replaceFirst("^(?=-)", "  ")))
                                .toList()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(told.strip());
    }

    @Test
    void whatEndsBeforeItsFirstCellIsDamage() {
        assertThatThrownBy(() -> Portion.cells(HEAD)).hasMessage("line 4: it ends before its first cell");
        assertThatThrownBy(() -> Portion.cells(List.of("# All", "cells:"))).hasMessage("line 2: expected name: ");
    }
}
