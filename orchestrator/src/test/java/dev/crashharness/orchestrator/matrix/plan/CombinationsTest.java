package dev.crashharness.orchestrator.matrix.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells may be left out of what was multiplied, and not all of them. */
class CombinationsTest {
    @TempDir
    private Path here;

    /** The setting has cells beside another schedule, and the schedule beside another setting. */
    @Test
    void aScheduleAndASettingThatNeverGoTogetherAreRefused() {
        assertThatThrownBy(
                        () -> plan(
                                """
                        - contracts: [dedup-query, dedup-only]
                          schedules: [none, wire@request=meet]
                          settings: [timeout=2s, skew.2=+60s&timeout=2s&workers=2]
                          reachable_only: true
                        """))
                .isInstanceOf(YamlFileException.class)
                .hasMessage(file() + ":4: 'wire@request=meet' with 'skew.2=+60s&timeout=2s&workers=2' leaves no cell;"
                        + " dedup-query/wire@request=meet?skew.2=+1m&timeout=2s&workers=2, for one, is left out"
                        + " because workers whose clocks differ by 60000 ms take the lease from each other at any"
                        + " moment, which is planned for two workers, a whole lease, no person and no fault; leave"
                        + " one of the two out, or give each an entry of its own");
    }

    @Test
    void aStarOfWhichNothingCanBeReachedIsRefusedToo() {
        assertThatThrownBy(() -> plan(
                        "- {contracts: blind, schedules: 'worker@after_release,worker@*_send', reachable_only: true}"))
                .hasMessageStartingWith(file() + ":3: 'worker@after_release,worker@*_send' leaves no cell; ");
    }

    @Test
    void anEntryOfWhichNothingEndsAsItAsksIsRefused() {
        assertThatThrownBy(() ->
                        plan("- {contracts: [fenced, dedup-query], schedules: worker@after_effect, ends: unknown}"))
                .hasMessage(file()
                        + ":3: the entry leaves no cell; fenced/worker@after_effect, for one, is left out because"
                        + " it ends succeeded; leave it out, or ask for less");
    }

    /** Its cell is there, and not because this entry wants it. */
    @Test
    void whatAnotherEntryKeepsDoesNotCount() {
        assertThatThrownBy(
                        () -> plan(
                                """
                        - {cell: fenced/worker@after_effect, ends: unknown}
                        - {cell: fenced/worker@after_effect}
                        """))
                .hasMessageStartingWith(file() + ":3: the entry leaves no cell; ");
    }

    /** Which ends are possible is what such an entry asks the model: one schedule of it may have none of them. */
    @Test
    void whereAnEntryAsksForEndsEachScheduleHasOnlyToBeReached() throws IOException {
        assertThat(
                        plan(
                                """
                        - contracts: [query-only, blind]
                          schedules: [worker@after_effect, 'worker@before_send=kill:publisher']
                          reachable_only: true
                          ends: unknown
                        """))
                .containsExactly("blind/worker@after_effect");
        assertThatThrownBy(
                        () -> plan(
                                """
                        - contracts: blind
                          schedules: [worker@after_effect, 'worker@after_release,worker@after_send']
                          reachable_only: true
                          ends: unknown
                        """))
                .hasMessageStartingWith(file() + ":4: 'worker@after_release,worker@after_send' leaves no cell; ");
    }

    @Test
    void whereOneContractHasACellTheOthersMayHaveNone() throws IOException {
        assertThat(
                        plan(
                                """
                        - contracts: [blind, dedup-query]
                          schedules: [worker@after_effect, 'worker@before_send,worker@after_send']
                          reachable_only: true
                        """))
                .containsExactly(
                        "blind/worker@after_effect",
                        "dedup-query/worker@after_effect",
                        "dedup-query/worker@before_send,worker@after_send");
        assertThat(plan("- {cell: [blind/none, blind/worker@after_effect], ends: unknown}"))
                .containsExactly("blind/worker@after_effect");
    }

    private Path file() {
        return here.resolve("mine.yaml");
    }

    private List<String> plan(String entries) throws IOException {
        Files.writeString(file(), "name: mine\ncells:\n" + entries.strip().indent(2));
        return PlannedCell.all(new MatrixLibrary(here).load("mine", here), 1).stream()
                .map(each -> each.cell().print())
                .toList();
    }
}
