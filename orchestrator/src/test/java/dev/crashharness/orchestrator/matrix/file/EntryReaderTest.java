package dev.crashharness.orchestrator.matrix.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries that leave to a model or to a draw which of their cells are meant. */
class EntryReaderTest {
    @TempDir
    private Path here;

    @Test
    void aCellIsKeptForEachEndThatAnEntryWants() throws IOException {
        write(
                here,
                "mine",
                """
                cells:
                  - {cell: [blind/none, blind/worker@after_send], ends: unknown}
                  - {cell: blind/none, ends: [succeeded, conflict]}
                  - cell: blind/worker@after_send
                """);

        assertThat(new MatrixLibrary(here).load("mine", here).cells())
                .extracting(Candidate::ends)
                .containsExactly(
                        Set.of(TaskState.UNKNOWN, TaskState.SUCCEEDED, TaskState.CONFLICT), Set.<TaskState>of());
    }

    @Test
    void aSampleIsReadButNotDrawn() throws IOException {
        write(
                here,
                "mine",
                """
                cells:
                  - cell: blind/worker@after_send
                  - contracts: [blind, fenced]
                    schedules: ['worker@*,worker@*', none]
                    settings: [none, again=2]
                    reachable_only: true
                    sample: 3
                """);

        MatrixFile mine = new MatrixLibrary(here).load("mine", here);

        assertThat(ids(mine)).containsExactly("blind/worker@after_send");
        assertThat(mine.samples()).hasSize(1);
        Sample sample = mine.samples().get(0);
        assertThat(sample.count()).isEqualTo(3);
        assertThat(sample.size()).isEqualTo(2 * 401 * 2);
        assertThat(sample.cell(0).cell().print()).isEqualTo("blind/worker@before_lease,worker@before_lease");
        assertThat(sample.cell(3).cell().print()).isEqualTo("blind/worker@before_lease,worker@during_lease?again=2");
        assertThat(sample.cell(sample.size() - 1).cell().print()).isEqualTo("fenced/none?again=2");
    }

    /** Each line stands for 8,000 schedules: all of them together fit into no memory. */
    @Test
    void aSampleIsCountedBeforeAnyOfItsSchedulesIsMade() throws IOException {
        String line = "      - 'worker@*,worker@*,worker@*'\n";
        Path file = write(
                here,
                "mine",
                "cells:\n  - contracts: blind\n    reachable_only: true\n    sample: 3\n    schedules:\n"
                        + line.repeat(20_000));

        assertThatThrownBy(() -> new MatrixLibrary(here).load("mine", here))
                .isInstanceOf(YamlFileException.class)
                .hasMessage(file + ":3: the entry stands for 160000000 cells, expected at most 10000000");
    }

    @Test
    void whatMayBeLeftOutOnlyInPartIsAScheduleWithASettingUnderAllContracts() throws IOException {
        write(
                here,
                "mine",
                """
                cells:
                  - contracts: [blind, fenced]
                    schedules: [none, 'worker@*_send']
                    settings: [none, again=2]
                    reachable_only: true
                  - {cell: [blind/none, fenced/none], ends: succeeded}
                  - {contracts: blind, schedules: 'worker@*'}
                """);

        assertThat(new MatrixLibrary(here).load("mine", here).combinations())
                .extracting(each -> each.words() + " " + each.cells().size())
                .containsExactly(
                        "'none' 2",
                        "'none' with 'again=2' 2",
                        "'worker@*_send' 4",
                        "'worker@*_send' with 'again=2' 4",
                        "the entry 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cells: [{cell: blind/none, ends: unknwn}]|2: unknown state 'unknwn'; did you mean 'unknown'?",
                "cells: [{contracts: blind, schedules: worker@*, reachable_only: true, sample: 0}]|2: sample is 0, expected a"
                        + " whole number from 1 to 50000",
                "cells: [{contracts: blind, schedules: worker@*, reachable_only: true, sample: -5}]|2: sample is -5, expected"
                        + " a whole number from 1 to 50000",
                "cells: [{contracts: blind, schedules: worker@*, reachable_only: true, sample: many}]|2: sample is a text,"
                        + " expected a whole number from 1 to 50000",
                "cells: [{contracts: blind, schedules: worker@*, sample: 3}]|2: sample draws from those cells of an entry that"
                        + " can be reached; write it beside contracts, schedules and reachable_only: true",
                "cells: [{cell: blind/none, reachable_only: true, sample: 3}]|2: sample draws from those cells of an entry"
                        + " that can be reached; write it beside contracts, schedules and reachable_only: true",
                "cells: [{contracts: blnd, schedules: worker@*, reachable_only: true, sample: 3}]|2: unknown contract 'blnd'"
                        + " in 'blnd/none'; did you mean 'blind'?",
                "cells: [{contracts: blind, schedules: worker@*_sned, reachable_only: true, sample: 3}]|2: unknown point"
                        + " '*_sned' in 'blind/worker@*_sned'; known are before_lease, during_lease, after_lease,"
                        + " before_collect, during_collect, after_collect, before_draft, during_draft, after_draft,"
                        + " before_verify, during_verify, after_verify, after_intent, before_send, after_send, after_lookup,"
                        + " after_effect, during_confirm, after_confirm, comp_intent, comp_before_send, comp_after_send,"
                        + " comp_after_effect, comp_after_confirm, after_release, before_approval, during_approval,"
                        + " after_approval, before_resolution, during_resolution, after_resolution, after_receive,"
                        + " before_commit, after_commit, mid_reply, after_reply, request, reply",
                "cells: [{contracts: blind, schedules: none, settings: agian=3, reachable_only: true, sample: 3}]|2: unknown"
                        + " setting 'agian' in 'blind/none?agian=3'; did you mean 'again'?",
            })
    void saysWhereAndWhatIsWrong(String line, String message) throws IOException {
        Path file = write(here, "mine", line);

        assertThatThrownBy(() -> new MatrixLibrary(here).load("mine", here))
                .isInstanceOf(YamlFileException.class)
                .hasMessage(file + ":" + message);
    }

    private static Path write(Path directory, String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), "name: " + name + "\n" + text + "\n");
    }

    private static List<String> ids(MatrixFile matrix) {
        return matrix.cells().stream().map(each -> each.cell().print()).toList();
    }
}
