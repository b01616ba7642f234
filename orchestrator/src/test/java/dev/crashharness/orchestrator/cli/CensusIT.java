package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the census finds by running, what it writes, and what it says of an earlier file. */
@Timeout(180)
class CensusIT extends Cli {
    private static final List<String> CONTRACTS =
            List.of("dedup-query", "dedup-only", "dedup-window:1d", "fenced", "query-only", "blind");

    /** Passed by who looks an operation up, undoes it or decides about it; no clean run needs to. */
    private static final Pattern NOT_IN_A_CLEAN_RUN = Pattern.compile("after_lookup|comp_.*|.*_approval|.*_resolution");

    @Test
    void theBundledPairPassesEachListedPointUnderEachContractAndNoOther() throws Exception {
        ok("census");

        Set<String> listed = ok("points").out().stream()
                .skip(1)
                .map(line -> line.split(" +"))
                .filter(words -> !NOT_IN_A_CLEAN_RUN.matcher(words[0]).matches())
                .map(words -> words[1] + "@" + words[0])
                .collect(Collectors.toSet());
        for (String contract : CONTRACTS) {
            assertThat(cells("census.yaml").stream()
                            .filter(cell -> cell.startsWith(contract + "/"))
                            .map(cell -> cell.substring(contract.length() + 1).replace("=kill:worker", "")))
                    .as(contract)
                    .containsExactlyInAnyOrderElementsOf(listed);
        }
        assertThat(ok("cells", "census.yaml").out()).hasSize(CONTRACTS.size() * listed.size());
        assertThat(Files.readAllLines(cwd().resolve("census.yaml")).get(1))
                .matches("# target bundled, JDK [0-9.a-z+-]+, run census/[0-9TZ]+-[0-9a-f]{4}");
    }

    @Test
    void itsFileRunsAsAMatrix() throws Exception {
        ok("census", "--contract", "blind", "--out", "points.yaml");

        Ended matrix = ok("matrix", "points.yaml", "--filter", "*@request*");

        assertThat(matrix.lastLine()).isEqualTo("cells: 1 passed, 0 failed, 0 skipped");
    }

    @Test
    void whatHasVanishedIsNamedAndWhatIsNewIsNoFailure() throws Exception {
        Path earlier = earlier("blind/worker@before_archive", "blind/worker@after_send");

        Ended census = run("census", "--contract", "blind", "--compare", "earlier.yaml");

        assertThat(census.exit()).isEqualTo(101);
        assertThat(census.out())
                .contains("vanished: blind/worker@before_archive, named by earlier.yaml")
                .contains("new: blind/worker@after_lease, not named by earlier.yaml")
                .endsWith("compared with earlier.yaml: 1 vanished, 25 new");
        assertThat(names(cwd())).containsExactly("crash-results", "earlier.yaml");

        earlier("blind/worker@after_send", "fenced/worker@after_send");
        assertThat(ok("census", "--contract", "blind", "--compare", earlier.toString())
                        .out())
                .contains("not compared: 1 cells of " + earlier + ", of other contracts or more than a plain kill")
                .endsWith("compared with " + earlier + ": 0 vanished, 25 new");
    }

    @Test
    void aFileIsReplacedOnlyWithForceAndIsComparedThen() throws Exception {
        Path earlier = earlier("blind/worker@before_archive");
        String before = Files.readString(earlier);

        assertRefused(run("census", "--out", "earlier.yaml"), 2, "earlier.yaml is there already", "--force");
        assertThat(Files.readString(earlier)).isEqualTo(before);
        assertThat(names(cwd())).containsExactly("earlier.yaml");

        Ended forced = run("census", "--contract", "blind", "--out", "earlier.yaml", "--force");
        assertThat(forced.exit()).isEqualTo(101);
        assertThat(forced.out())
                .contains("vanished: blind/worker@before_archive, named by earlier.yaml")
                .endsWith("written: 26 cells, earlier.yaml");
        assertThat(cells("earlier.yaml")).hasSize(26).doesNotContain("blind/worker@before_archive");
    }

    @Test
    void whatIsNoCensusIsRefusedBeforeAnythingStarts() throws Exception {
        Files.writeString(cwd().resolve("mine.yaml"), "name: mine\ninclude: smoke");
        Files.writeString(cwd().resolve("notes.yaml"), "milk");

        assertRefused(
                run("census", "--compare", "mine.yaml"), 2, "mine.yaml:1: the file names no cell by its whole id");
        assertRefused(run("census", "--force", "--out", "notes.yaml"), 2, "notes.yaml:1: found a text");
        assertRefused(run("census", "--compare", "gone.yaml"), 2, "there is no matrix file gone.yaml");
        assertRefused(run("census", "--out", "no/such.yaml"), 2, "there is no folder for --out no/such.yaml");
        assertRefused(run("census", "--out", "points"), 2, "--out is 'points'", ".yaml");
        assertRefused(run("census", "--contract", "blnd"), 2, "unknown contract 'blnd'; did you mean 'blind'?");
        Path target = LAUNCHER.resolveSibling("targets/tutorial/python/careful.yaml");
        assertRefused(
                run("census", "--contract", "dedup-query", "blind", "--target", target.toString()),
                2,
                "--contract is blind, which " + target + " does not have",
                "choose of dedup-query");
        assertThat(names(cwd())).containsExactly("mine.yaml", "notes.yaml");
        assertThat(Files.readString(cwd().resolve("notes.yaml"))).isEqualTo("milk");
    }

    @Test
    void anUnknownTargetIsRefused() throws Exception {
        Ended census = run("census", "--contract", "fenced", "--target", "mutant:NONE");

        assertRefused(census, 2, "unknown target 'mutant:NONE'");
        assertThat(names(cwd())).isEmpty();
    }

    private Path earlier(String... cells) throws IOException {
        List<String> lines = new ArrayList<>(List.of("name: earlier", "cells:"));
        Stream.of(cells).map(cell -> "  - cell: '" + cell + "'").forEach(lines::add);
        return Files.write(cwd().resolve("earlier.yaml"), lines);
    }

    private List<String> cells(String file) throws IOException {
        return Pattern.compile("- cell: '(.*)'")
                .matcher(Files.readString(cwd().resolve(file)))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
