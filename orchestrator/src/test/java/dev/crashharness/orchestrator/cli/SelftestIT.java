package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.mutant.PublisherMutant;
import dev.crashharness.orchestrator.mutant.WorkerMutant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything that must be caught, and everything that must prove nothing, as real processes. */
@Timeout(600)
class SelftestIT extends Cli {
    private static final List<String> BUGS = Stream.<Enum<?>>concat(
                    Arrays.stream(WorkerMutant.values()), Arrays.stream(PublisherMutant.values()))
            .map(Enum::name)
            .sorted()
            .toList();

    @Test
    void everyPlantedBugIsCaughtByItsCheckAndTheControlsHold() throws Exception {
        Ended selftest = ok("selftest");

        List<String> runs =
                selftest.out().stream().filter(line -> line.startsWith("ok ")).toList();
        assertThat(selftest.lastLine()).isEqualTo("selftest: " + runs.size() + " of " + runs.size() + " as expected");
        assertThat(BUGS).allSatisfy(bug -> assertThat(runs)
                .filteredOn(line -> line.startsWith("ok   " + bug))
                .hasSize(2));
        assertThat(runs)
                .anyMatch(line -> line.matches("ok +null +expected PASS .*"))
                .anyMatch(line -> line.matches("ok +dry +expected INCONCLUSIVE kill_landed .*"))
                .anyMatch(line -> line.matches(
                        "ok +unreachable +expected INCONCLUSIVE point_reached +dedup-query/worker@after_lookup .*"));
        assertTable(selftest.out()
                .subList(selftest.out().indexOf(""), selftest.out().size()));
        assertThat(cwd().resolve("crash-results/selftest")).isNotEmptyDirectory();
        assertThat(cwd().resolve("crash-results/latest")).doesNotExist();
    }

    private static void assertTable(List<String> table) {
        assertThat(BUGS).allSatisfy(bug -> assertThat(table)
                .filteredOn(line -> line.startsWith(bug + " "))
                .singleElement()
                .asString()
                .matches(bug + " +ok +[.x ]*\\*[.x ]* .*"));
        assertThat(table)
                .anyMatch(line -> line.matches("null +ok +[. ]+ control: .*"))
                .anyMatch(line -> line.matches("dry +ok +[^!]*\\*.* control: .*"))
                .anyMatch(line -> line.matches("unreachable +ok +[^!]*\\*.* control: .*"))
                .anyMatch(line -> line.startsWith("M05") && line.contains("also off: the primary key of checkpoint"))
                .anyMatch(line -> line.matches(" +\\d+ step_committed_once"));
    }
}
