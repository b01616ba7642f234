package dev.crashharness.orchestrator.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownDefectTest {
    @Test
    void aDefectThatShowsAloneIsAsExpected() {
        KnownDefect found = new KnownDefect("one_effect", 3, 0, false);

        assertThat(found.exitCode(100)).isZero();
        assertThat(found.line()).isEqualTo("expected violation of one_effect: it showed in 3 cells");
    }

    @Test
    void aDefectThatDoesNotShowProvesNothing() {
        assertThat(new KnownDefect("one_effect", 0, 0, false).exitCode(0)).isEqualTo(101);
        assertThat(new KnownDefect("one_effect", 0, 0, false).line()).contains("it did not show");
    }

    /** Of four shards two ended with 101, and the advice was to take the expectation back. */
    @Test
    void aPartDoesNotSayThatTheDefectDidNotShow() {
        KnownDefect part = new KnownDefect("one_effect", 0, 0, true);

        assertThat(part.exitCode(0)).isZero();
        assertThat(part.line())
                .isEqualTo("expected violation of one_effect: it did not show in this part of the matrix");
    }

    @Test
    void whatFailsOtherwiseKeepsItsExitCode() {
        KnownDefect found = new KnownDefect("one_effect", 1, 2, false);

        assertThat(found.exitCode(102)).isEqualTo(102);
        assertThat(found.line())
                .isEqualTo("expected violation of one_effect: it showed in 1 cell, and 2 failed otherwise");
    }
}
