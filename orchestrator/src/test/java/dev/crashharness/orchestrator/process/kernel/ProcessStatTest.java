package dev.crashharness.orchestrator.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatTest {
    private static final String TAIL =
            " 1 77 66 0 -1 4194304 90 0 0 0 1 2 3 4 20 0 1 0 123456 8192 5 18446744073709551615";

    @Test
    void fieldsAreCountedFromTheLastParenthesisOfTheName() {
        ProcessStat stat = ProcessStat.parse(77, "77 (a) Z (b) S" + TAIL + "\n");

        assertThat(stat).isEqualTo(new ProcessStat(77, 'S', 77, 66, 123456));
    }

    @Test
    void aZombieIsGoneAndAStoppedProcessIsNot() {
        assertThat(ProcessStat.parse(77, "77 (java) Z" + TAIL).gone()).isTrue();
        assertThat(ProcessStat.parse(77, "77 (java) X" + TAIL).gone()).isTrue();
        assertThat(ProcessStat.parse(77, "77 (java) T" + TAIL).gone()).isFalse();
    }

    @Test
    void aPidNobodyHasReadsAsNothing() {
        assertThat(ProcessStat.read(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    void thisProcessIsListed() {
        assertThat(ProcessStat.all())
                .extracting(ProcessStat::pid)
                .contains(ProcessHandle.current().pid());
    }
}
