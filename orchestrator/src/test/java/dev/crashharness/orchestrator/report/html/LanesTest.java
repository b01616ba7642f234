package dev.crashharness.orchestrator.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.report.html.Lanes.Line;
import dev.crashharness.orchestrator.report.story.Moment;
import dev.crashharness.orchestrator.report.story.Moment.Kind;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LanesTest {
    @Test
    void aLaneRunsFromTheStartToTheKillAndIsBrokenWhileItsProcessIsStopped() {
        Lanes lanes = Lanes.of(List.of(
                moment(Kind.STARTED, "worker-1"),
                moment(Kind.PAUSED, "worker-1"),
                moment(Kind.STARTED, "worker-2"),
                moment(Kind.RESUMED, "worker-1"),
                moment(Kind.KILLED, "worker-1"),
                moment(Kind.ENDED, "worker-1")));

        assertThat(lanes.names()).containsExactly("worker-1", "worker-2");
        assertThat(lanes.rows().stream().map(row -> first(row.lines())).toList())
                .containsExactly(
                        new Line("25.00%", "", "running"),
                        new Line("25.00%", "running", "stopped"),
                        new Line("25.00%", "stopped", "stopped"),
                        new Line("25.00%", "stopped", "running"),
                        new Line("25.00%", "running", ""),
                        new Line("75.00%", "running", "running"));
    }

    @Test
    void aRequestGoesFromItsWorkerAndAReplyComesToIt() {
        Lanes lanes = Lanes.of(List.of(
                moment(Kind.STARTED, "publisher-1"),
                moment(Kind.STARTED, "worker-1"),
                new Moment(1, Kind.REQUEST, "worker-1", "", "publisher-1", false),
                new Moment(1, Kind.REPLY, "worker-1", "", "publisher-1", false)));

        assertThat(lanes.rows().get(2).from()).isEqualTo("75.00%");
        assertThat(lanes.rows().get(2).to()).isEqualTo("25.00%");
        assertThat(lanes.rows().get(3).from()).isEqualTo("25.00%");
        assertThat(lanes.rows().get(3).to()).isEqualTo("75.00%");
    }

    @Test
    void whatBelongsToNoProcessHasNoPlaceOnALane() {
        assertThat(Lanes.of(List.of(moment(Kind.COPY, "harness"))).rows().get(0).at())
                .isEmpty();
    }

    @Test
    void aChildThatHasLostItsWayFillsNoPage() {
        Lanes lanes = Lanes.of(Collections.nCopies(5_000, moment(Kind.NOTE, "worker-1")));

        assertThat(lanes.rows()).hasSize(120);
        assertThat(lanes.beyond()).isEqualTo(4_880);
    }

    private static Line first(List<Line> lines) {
        return lines.get(0);
    }

    private static Moment moment(Kind kind, String instance) {
        return new Moment(1, kind, instance, "", "", false);
    }
}
