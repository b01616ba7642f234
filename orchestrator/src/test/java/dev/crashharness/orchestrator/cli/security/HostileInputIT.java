package dev.crashharness.orchestrator.cli.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files and words that are meant to do harm: one sentence, exit 2, and nothing outside is touched. */
@Timeout(180)
class HostileInputIT extends Cli {
    private static final String NAME = "name: mine\n";

    static Stream<Arguments> files() {
        String lists = IntStream.range(0, 9)
                .mapToObj(level -> "x" + level + ": &x" + level + " ["
                        + (level == 0 ? "lol, lol" : ("*x" + (level - 1) + ", ").repeat(9)) + "]\n")
                .collect(Collectors.joining());
        String many = IntStream.range(0, 2_000)
                .mapToObj(n -> "again=" + (n % 9 + 1) + "&lease=" + (n + 1) + "s")
                .collect(Collectors.joining(", "));
        return Stream.of(
                Arguments.of("too big", NAME + "#".repeat(1 << 20), "has 1048587 bytes, expected at most 1048576"),
                Arguments.of("a thousand laughs", lists, "anchors and aliases are not read"),
                Arguments.of(
                        "nested lists", NAME + "cells: " + "[".repeat(500_000), "this is not the YAML of a matrix"),
                Arguments.of("nested tables", NAME + "cells: " + "{a: ".repeat(200_000), "this is not the YAML"),
                Arguments.of("nested dashes", NAME + "cells:\n" + "- ".repeat(500_000), "this is not the YAML"),
                Arguments.of("a class", NAME + "cells: !!java.io.FileOutputStream [pwned]", "tags are not read"),
                Arguments.of("a way out", "name: ../../mine\ncells: [{cell: blind/none}]", "is no name of a matrix"),
                Arguments.of(
                        "a product",
                        NAME + "cells: [{contracts: [blind, fenced, dedup-query, dedup-only], settings: [" + many
                                + "], schedules: ['worker@*,worker@*', 'worker@*,publisher@*', 'worker@*=pause..*']}]",
                        "expected at most"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void aMatrixThatWouldGrowIsRefusedWhileItIsRead(String what, String text, String sentence) throws Exception {
        Files.writeString(cwd().resolve("mine.yaml"), text);

        Ended refused = run("cells", "mine.yaml");

        assertRefused(refused, 2, sentence);
        assertThat(refused.err().get(0)).hasSizeLessThan(1000);
        assertThat(names(cwd())).containsExactly("mine.yaml");
    }

    /** Reading it would wait for ever. */
    @Test
    void aPipeIsNoMatrix() throws Exception {
        new ProcessBuilder("mkfifo", cwd().resolve("mine.yaml").toString())
                .start()
                .waitFor();

        assertRefused(run("cells", "mine.yaml"), 2, "mine.yaml is no regular file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "verdicts --cell ../..         | no cell '../..' in crash-results/latest",
                "verdicts --cell /etc          | no cell '/etc' in crash-results/latest",
                "explain ../../..              | there is neither a run nor a cell of one in ../../..",
                "explain . blind/none          | there is no run at .",
                "report /etc                   | there is no run at /etc",
                "verify ../..                  | there is no run at ../..",
                "reproduce ../../blind/none    | unknown contract '..'",
                "reproduce blind/../../none    | blind/../../none",
            })
    void aWayOutOfTheRunIsNoCellAndNoRun(String words, String sentence) throws Exception {
        ok("matrix", "--filter", "blind/none");
        var before = names(cwd());

        assertRefused(run(words.split(" ")), 2, sentence);

        assertThat(names(cwd())).isEqualTo(before).containsExactly("crash-results");
    }

    /** A run that was fetched from elsewhere may say anything. */
    @Test
    void aLogThatLeadsOutOfItsRunIsRefused() throws Exception {
        ok("matrix", "--filter", "blind/none", "--keep", "all");
        Path run = cwd().resolve("crash-results/latest").toRealPath();
        Path outside = Files.createDirectories(cwd().resolve("outside"));
        Path history;
        try (Stream<Path> cells = Files.list(run.resolve("cells"))) {
            history = cells.findFirst().orElseThrow().resolve("history.jsonl");
        }
        Files.copy(history, outside.resolve("history.jsonl"));
        Path log = run.resolve("verdicts.jsonl");
        Files.writeString(log, Files.readString(log).replaceAll("\"dir\":\"[^\"]*\"", "\"dir\":\"../../../outside\""));

        Ended verified = run("verify");
        assertThat(verified.exit()).as("%s", verified).isEqualTo(100);
        assertThat(verified.out().get(1))
                .startsWith("DAMAGED  blind/none")
                .contains("which is outside crash-results/latest");
        // A report shows what it can, and links to nothing.
        assertThat(run("report").exit()).isEqualTo(100);
        assertRefused(run("explain", "blind/none"), 100, "which is outside crash-results/latest");
        assertThat(names(outside)).containsExactly("history.jsonl");
    }

    /** No shell stands between the harness and what it starts. */
    @Test
    void wordsOfAShellAreOnlyWords() throws Exception {
        String words = "'\"; touch pwned; $(touch pwned) `touch pwned` | ../../x & \\";

        ok("submit", "--db", "a b;touch pwned.sqlite", "--task", words, "--payload", words);
        Ended killed = run("run", "--db", "a b;touch pwned.sqlite", "--lease-seconds", "1", "--fault", "after_draft");

        assertThat(killed.exit()).as("%s", killed).isEqualTo(75);
        assertThat(ok("inspect", "--db", "a b;touch pwned.sqlite").text()).contains("running");
        try (Stream<Path> all = Files.walk(cwd().getParent())) {
            assertThat(all.map(file -> file.getFileName().toString())).noneMatch("pwned"::equals);
        }
        assertThat(names(cwd())).allMatch(name -> name.startsWith("a b;touch pwned."));
    }
}
