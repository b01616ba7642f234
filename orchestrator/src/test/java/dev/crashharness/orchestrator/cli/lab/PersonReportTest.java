package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.lab.LabFiles;
import dev.crashharness.orchestrator.lab.LabPerson;
import dev.crashharness.publisher.protocol.Contract;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What a person reads of a command of theirs, and of a compensation that is left open. */
class PersonReportTest {
    private static final LabFiles FILES = new LabFiles(Path.of("task.sqlite"));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** It was "ended with exit 137", of nobody and nothing. */
    @Test
    void aCommandThatDiedSaysThatNobodyKnowsYetAndWhatToDo() {
        int exit = report(new LabPerson.Outcome("person-3 on task-1, operation op-1", 137, "", Map.of()));

        assertThat(exit).isEqualTo(ExitCode.HARNESS_ERROR);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "crash-harness: resolve in task.sqlite: person-3 on task-1, operation op-1, ended with exit 137"
                                + " before it told what came of it, so that the decision may or may not be on record; give"
                                + " the same command again, which makes no second one, or look first: crash-harness"
                                + " inspect --db task.sqlite");
    }

    @Test
    void aRefusalIsToldInItsOwnWords() {
        int exit = report(new LabPerson.Outcome("person-1 on task-1", 3, "task-1 is pending", Map.of()));

        assertThat(exit).isEqualTo(ExitCode.REFUSED);
        assertThat(err.toString()).isEqualToIgnoringNewLines("crash-harness: task-1 is pending");
    }

    @Test
    void aSuccessIsToldFromWhatTheProcessSaid() {
        int exit = report(new LabPerson.Outcome("person-1 on task-1", 0, "", Map.of("by", "ada")));

        assertThat(exit).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualToIgnoringNewLines("by ada");
    }

    /** It sent the person to a run that does nothing. */
    @Test
    void anUnprovedCancelIsFollowedByWhatItsContractAllows() {
        assertThat(RunCommand.otherwise("compensating", Contract.BLIND))
                .contains("until a receipt or a refusal of the cancel is known", "no further run will change that")
                .doesNotContain("run a worker");
        assertThat(RunCommand.otherwise("compensating", Contract.QUERY_ONLY))
                .contains("run a worker, which looks the cancel up and never sends it twice");
        assertThat(RunCommand.otherwise("compensating", Contract.DEDUP_ONLY))
                .contains("run a worker, which sends the same cancel again");
    }

    private int report(LabPerson.Outcome outcome) {
        CommandSpec spec = CommandSpec.create().name("resolve");
        new CommandLine(spec).setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
        return PersonReport.of(outcome, spec, FILES, told -> "by " + told.get("by"));
    }
}
