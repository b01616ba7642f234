package dev.crashharness.orchestrator.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.crashharness.orchestrator.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of the first hour, as they are typed. */
@Timeout(300)
class SetupIT extends Cli {
    private static final List<String> SUBJECTS = List.of(
            "java",
            "shell",
            "signals",
            "setsid",
            "setpriv",
            "strace",
            "proc",
            "worker",
            "results",
            "disk",
            "memory",
            "files",
            "processes",
            "loopback",
            "sqlite",
            "clock");

    @Test
    void theDoctorTriesEverythingWithRealProcessesAndLeavesNothing() throws Exception {
        Ended doctor = run("doctor", "--jobs", "1", "--out", "not/yet/there");

        assertThat(doctor.exit()).as("%s", doctor).isIn(0, 101);
        assertThat(doctor.out().stream().limit(SUBJECTS.size()).map(line -> line.split("\\s+")[1]))
                .containsExactlyElementsOf(SUBJECTS);
        assertThat(doctor.out())
                .contains("ok       signals    a child was stopped, continued and killed, and died of it")
                .anyMatch(line -> line.matches("ok +worker +its JVM starts, .* in \\d+ ms"))
                .anyMatch(
                        line -> line.matches("ok +sqlite +3\\.\\d+\\.\\d+, its native library loads, WAL works in .*"))
                .noneMatch(line -> line.startsWith("problem"));
        assertThat(doctor.lastLine()).startsWith("doctor: this machine");
        assertThat(names(cwd())).isEmpty();
    }

    /** Nothing is on this PATH but what the launcher itself needs, and sleep. */
    @Test
    void theDoctorWarnsOfWhatIsMissingAndTheMachineIsFitAllTheSame() throws Exception {
        Path bin = Files.createDirectories(cwd().resolve("bin"));
        for (String tool : List.of("bash", "readlink", "find", "sleep", "java")) {
            Files.createSymbolicLink(bin.resolve(tool), which(tool));
        }
        Started started = start(Map.of("PATH", bin.toString()), List.of(LAUNCHER.toString()), "doctor", "--jobs", "1");
        Ended doctor = started.end();

        assertThat(doctor.exit()).as("%s", doctor).isIn(0, 101);
        assertThat(doctor.out())
                .anyMatch(line -> line.matches("warning +setsid .*; install util-linux.*"))
                .anyMatch(line -> line.matches("warning +setpriv .*; install util-linux.*"))
                .anyMatch(line -> line.matches("ok +strace +not found; only points at system calls would need it"));
    }

    @Test
    void theDoctorFindsAProblemAndSaysHowToMendIt() throws Exception {
        Path bin = Files.createDirectories(cwd().resolve("bin"));
        for (String tool : List.of("bash", "readlink", "find", "java")) {
            Files.createSymbolicLink(bin.resolve(tool), which(tool));
        }
        Started started = start(Map.of("PATH", bin.toString()), List.of(LAUNCHER.toString()), "doctor", "--jobs", "1");
        Ended doctor = started.end();

        assertThat(doctor.exit()).as("%s", doctor).isEqualTo(102);
        assertThat(doctor.out()).anyMatch(line -> line.matches("problem +signals .*; see that sleep is on the PATH"));
        assertThat(doctor.lastLine()).isEqualTo("doctor: this machine is not fit; mend the problems first");
    }

    private static Path which(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void initWritesAMatrixThatRunsAndNeverReplacesAFile() throws Exception {
        Ended init = ok("init");

        assertThat(names(cwd())).containsExactly("crash-matrix.schema.json", "crash-matrix.yaml");
        assertThat(init.out())
                .contains("next: crash-harness cells crash-matrix    # what would run, and what must come of it");
        assertThat(ok("cells", "crash-matrix").out()).hasSize(9);
        assertThat(ok("schema", "matrix").text() + "\n")
                .isEqualTo(Files.readString(cwd().resolve("crash-matrix.schema.json")));

        Files.writeString(cwd().resolve("crash-matrix.yaml"), "mine");
        Files.delete(cwd().resolve("crash-matrix.schema.json"));
        assertRefused(run("init", "--github"), 2, "crash-matrix.yaml is there already, and nothing was written");
        assertThat(names(cwd())).containsExactly("crash-matrix.yaml");
        assertThat(cwd().resolve("crash-matrix.yaml")).hasContent("mine");
    }

    @Test
    void initForGithubWritesAWorkflowWhoseCommandsAreUnderstood() throws Exception {
        ok("init", "--github");

        Path workflow = cwd().resolve(".github/workflows/crash-harness.yml");
        List<String> commands = new YAMLMapper()
                .readTree(workflow.toFile())
                .at("/jobs/crash-matrix/steps")
                .findValuesAsText("run");
        assertThat(commands).hasSize(2);
        for (String command : commands) {
            assertThat(command).startsWith("$CRASH_HARNESS ");
            String help = command.replaceFirst("\\$CRASH_HARNESS ", "").replaceFirst(" --out.*", " --help");
            ok(help.split(" "));
        }
    }

    @ParameterizedTest
    @CsvSource({"verdicts,A line of verdicts.jsonl", "plan,A line of plan.jsonl", "MATRIX,A crash-harness matrix"})
    void aSchemaIsPrinted(String format, String title) throws Exception {
        assertThat(JSON.readTree(ok("schema", format).text()).get("title").asText())
                .isEqualTo(title);
    }

    @Test
    void whatIsNoFormatAndNoShellIsRefused() throws Exception {
        assertRefused(run("schema", "matrices"), 2, "'matrices'");
        assertRefused(run("completion", "fish"), 2, "'fish'");
        assertRefused(run("doctor", "--jobs", "0"), 2, "--jobs is 0, expected 1 to 64");
        assertRefused(run("doctor", "--out="), 2, "--out is empty");
        assertThat(names(cwd())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "crash-harness rep,              1, report reproduce",
        "crash-harness matrix --see,     2, --seed",
        "crash-harness verdicts --format t, 3, table",
        "crash-harness matrix smo,        2, smoke",
        "crash-harness cells tri,         2, triples",
        "crash-harness run --fault after_eff, 3, after_effect",
        "crash-harness run --fault comp_i, 3, comp_intent",
    })
    void bashCompletesCommandsOptionsAndValues(String typed, int word, String expected) throws Exception {
        Path script = cwd().resolve("completion");
        Files.writeString(script, ok("completion", "bash").text());
        String words = typed.replace(" ", "' '");

        Started bash = start(
                Map.of(),
                List.of("bash", "-c"),
                // Outside of a completion there is no compopt.
                "compopt() { :; }; source '" + script + "'; COMP_WORDS=('" + words + "'); COMP_CWORD=" + word
                        + "; _complete_crash-harness; printf '%s\\n' \"${COMPREPLY[@]}\" | sort");
        Ended ended = bash.end();

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out().stream().map(String::strip)).containsExactly(expected.split(" "));
    }
}
