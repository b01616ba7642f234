package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.evidence.own.Observation;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.own.Criteria;
import dev.crashharness.orchestrator.target.own.Criteria.Limits;
import dev.crashharness.orchestrator.target.own.Done;
import dev.crashharness.orchestrator.target.own.OwnCheck;
import dev.crashharness.orchestrator.target.own.Question;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestioningTest {
    @TempDir
    private Path here;

    @Test
    void checksForWhichNoTimeIsLeftAreNotAskedAndSaySo() throws Exception {
        List<Observation> answers = ask(Duration.ofNanos(1));

        assertThat(answers).extracting(Observation::check).containsExactly("a", "b");
        assertThat(answers).extracting(Observation::problem).allSatisfy(problem -> assertThat(problem)
                .startsWith("it was not asked: the 0 s that all checks of a cell have together were over"));
    }

    @Test
    void withTimeEachIsAsked() throws Exception {
        assertThat(ask(Duration.ofMinutes(2)))
                .extracting(Observation::problem)
                .allSatisfy(problem -> assertThat(problem).startsWith("there is no file "));
    }

    private List<Observation> ask(Duration all) throws Exception {
        Question sql = new Question.Sql(Question.Database.LEDGER, "SELECT 1", List.of(List.of("1")));
        List<OwnCheck> checks = List.of(new OwnCheck("a", "f:1", sql), new OwnCheck("b", "f:2", sql));
        Limits limits = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(1), all);
        Target bundled = Plain.TARGETS.bundled();
        Target target = new Target(
                "t",
                bundled.programs(),
                bundled.link(),
                bundled.scope(),
                new Criteria(false, checks, Done.DOCUMENTED, Optional.empty(), limits));
        try (Launcher launcher = new Launcher(Containment.NONE, Launcher.Limits.DEFAULT)) {
            return new Questioning(target, Place.ofCell(Files.createDirectories(here.resolve("cell"))), launcher).ask();
        }
    }
}
