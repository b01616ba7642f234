package dev.crashharness.orchestrator.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Link.Readiness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTest {
    private static final Link HTTP = new Link(Framing.HTTP, Readiness.ANNOUNCED, true);
    private static final Link OF_THEIR_OWN = new Link(Framing.HTTP, Readiness.ANNOUNCED, false);
    private static final Link SILENT = new Link(Framing.HTTP, Readiness.PORT, false);
    private static final Link UNREAD = new Link(Framing.CONNECTION, Readiness.ANNOUNCED, true);

    @ParameterizedTest
    @ValueSource(strings = {"dedup-query/none?probe=conflict", "dedup-query/worker@before_send=collide"})
    void onlyTheBundledPublisherCanBeAskedByTheHarness(String id) {
        Cell cell = Cell.parse(id);

        assertThat(Link.DOCUMENTED.lacks(cell)).isEmpty();
        assertThat(HTTP.lacks(cell)).isEmpty();
        assertThat(OF_THEIR_OWN.lacks(cell)).contains("a publisher that the harness can ask itself");
        assertThat(UNREAD.lacks(cell)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dedup-query/worker@before_send?gap=2h", "blind/wire@request=kill:worker?gap=1s"})
    void aPublisherThatOnlyAcceptsConnectionsCannotBeToldTheTime(String id) {
        Cell cell = Cell.parse(id);

        assertThat(Link.DOCUMENTED.lacks(cell)).isEmpty();
        assertThat(OF_THEIR_OWN.lacks(cell)).isEmpty();
        assertThat(SILENT.lacks(cell)).contains("a publisher that can be told to move its clock on");
        assertThat(SILENT.lacks(Cell.parse("dedup-query/worker@before_send"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"dedup-query/none", "blind/wire@reply=pause", "fenced/worker@after_send"})
    void whereItAsksNothingAnyPublisherWillDo(String id) {
        assertThat(OF_THEIR_OWN.lacks(Cell.parse(id))).isEmpty();
    }
}
