package dev.crashharness.orchestrator.doctor.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which runs an examination of a target makes. */
class TargetDoctorTest {
    @TempDir
    private Path here;

    @Test
    void theFirstPointIsOneThatAFirstFaultCanReach() throws IOException {
        assertThat(cells("[after_lookup, after_effect]", "dedup-query"))
                .containsExactly(
                        "dedup-query/none", "dedup-query/worker@after_effect", "dedup-query/worker@after_effect=pause");
        assertThat(cells("[comp_before_send, during_collect, after_lookup]", "blind"))
                .containsExactly("blind/none");
    }

    /** Nothing that a target file may say ends the examination before it has begun. */
    @Test
    void theRunsOfEveryFitTargetCanBePlanned() throws IOException {
        List<String> refused = new ArrayList<>();
        for (Contract.Kind contract : Contract.Kind.values()) {
            for (Point point : Point.of(Actor.WORKER)) {
                try {
                    assertThat(cells("[" + point.id() + "]", contract.id())).isNotEmpty();
                } catch (IllegalArgumentException e) {
                    refused.add(e.getMessage());
                }
            }
        }
        assertThat(refused).isEmpty();
    }

    private List<String> cells(String points, String contract) throws IOException {
        List<String> all = new ArrayList<>();
        for (String schema : List.of("documented", "own")) {
            Path file = Files.writeString(
                    here.resolve("t.yaml"),
                    """
                    name: t
                    worker: {run: w, submit: s}
                    schema: %s
                    contracts: [%s]
                    points: %s
                    checks: [{name: a, command: c}]
                    """
                            .formatted(schema, contract, points));
            Target target = TargetFiles.find(file.toString(), Plain.TARGETS);
            all.addAll(TargetDoctor.cells(target).stream()
                    .map(planned -> planned.cell().print())
                    .toList());
        }
        return all.stream().distinct().toList();
    }
}
