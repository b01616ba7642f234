package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.cli.CommandLineInterface;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands that read a run, on a saved one that was damaged. They start nothing. */
abstract class Reading {
    static final String CLEAN = "dedup-query/none";
    static final String KILLED = "dedup-query/worker@after_effect";

    @TempDir
    Path run;

    record Ended(int exit, List<String> out, List<String> err) {}

    void save() throws IOException {
        SavedRuns.of(run, Runs.clean().finish(), Runs.killedAfterEffect().finish());
    }

    String text(String name) throws IOException {
        return Files.readString(run.resolve(name));
    }

    Ended read(String command, String... more) {
        String[] words = new String[more.length + 2];
        words[0] = command;
        words[1] = run.toString();
        System.arraycopy(more, 0, words, 2, more.length);
        return execute(words);
    }

    static Ended execute(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = CommandLineInterface.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        int exit = commandLine.execute(words);
        return new Ended(
                exit, out.toString().lines().toList(), err.toString().lines().toList());
    }
}
