package dev.crashharness.orchestrator.target.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.crashharness.orchestrator.JsonSchema;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Scope;
import dev.crashharness.orchestrator.target.Syscalls;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** System calls in a target file, and the schema of that, which must say the same of its shape. */
class SysReaderTest {
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    private Path here;

    @Test
    void eachCallOnEachFileIsAPointAndEachOnTheConnectionToThePublisher() throws IOException {
        Scope scope =
                own("sys: {calls: [pwrite64, fsync], files: {wal: '{store}-wal', t: '{target}/t'}, publisher: sendto}")
                        .scope();

        assertThat(scope.sys())
                .isEqualTo(new Syscalls(
                        List.of("pwrite64", "fsync"),
                        Map.of("wal", "{store}-wal", "t", "{target}/t"),
                        List.of("sendto"),
                        false));
        assertThat(scope.lacks(Cell.parse("blind/worker@sys.fsync.wal#7"))).isEmpty();
        assertThat(scope.lacks(Cell.parse("blind/worker@sys.sendto.publisher"))).isEmpty();
        assertThat(scope.lacks(Cell.parse("blind/worker@sys.sendto.wal"))).contains("the point sys.sendto.wal");
        assertThat(own("done: {exit: [0]}").scope().lacks(Cell.parse("blind/worker@sys.fsync.wal")))
                .contains("the point sys.fsync.wal");
    }

    @Test
    void onlyACensusCounts() throws IOException {
        Target target = own("sys: {publisher: [connect]}");

        assertThat(target.counting().scope().sys())
                .isEqualTo(new Syscalls(List.of(), Map.of(), List.of("connect"), true));
        assertThat(own("done: {exit: [0]}").counting().scope().sys().counted()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "points: [sys.fsync.wal]|nobody announces a system call; name calls and files under sys, not in points",
                "sys: {}|sys names no call; write for example calls: [fsync], files: {store: '{store}'}",
                "sys: {calls: fsync}|calls and files go together: each call on each file is a point; write both, or neither",
                "sys: {files: {a: /b}}|calls and files go together: each call on each file is a point; write both, or neither",
                "sys: {call: fsync}|unknown key 'call'; did you mean 'calls'?",
                "sys: {calls: [Fsync], files: {a: /b}}|'Fsync' is no name of a system call; expected a-z 0-9 _, as in pwrite64",
                "sys: {calls: fsync, files: {A: /b}}|'A' is no name of a file in a point; expected a-z 0-9 _, at most 30, and"
                        + " not publisher",
                "sys: {calls: fsync, files: {publisher: /b}}|'publisher' is no name of a file in a point; expected a-z 0-9 _,"
                        + " at most 30, and not publisher",
                "sys: {calls: fsync, files: {a: b}}|a is to be one path from the root, as in '{store}-wal', for a call is known"
                        + " by it",
                "sys: {calls: fsync, files: {a: '{task}'}}|{task} is no placeholder here; expected one of [{cell}, {classpath},"
                        + " {java}, {ledger}, {store}, {target}]",
                "sys: {calls: fsync, files: [a]}|files is a list, expected a table of names and paths",
            })
    void saysWhereAndWhatIsWrong(String line, String message) {
        assertThatThrownBy(() -> own(line)).hasMessage(here.resolve("mine.yaml") + ":2: " + message);
    }

    @Test
    void theModelOfTheDocumentedSchemaHasNoWordForThem() {
        assertThatThrownBy(() -> read("sys: {publisher: connect}\nworker: {run: w, submit: w}"))
                .hasMessage(here.resolve("mine.yaml")
                        + ":2: the model of the documented schema cannot say what is durable between two system calls, so leave"
                        + " out sys, or write schema: own and checks");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sys: {calls: fsync, files: {a: /b, c_1: '{store}-wal'}}",
                "sys: {publisher: [connect, sendto]}",
            })
    void whatTheReaderTakesIsValid(String line) throws IOException {
        assertThat(own(line).scope().sys().isEmpty()).isFalse();
        assertThat(complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sys: {}",
                "sys: [fsync]",
                "sys: {calls: fsync}",
                "sys: {files: {a: /b}}",
                "sys: {calls: [A], files: {a: /b}}",
                "sys: {calls: a, files: {publisher: /b}}",
                "sys: {calls: a, files: {a: b}}",
                "sys: {calls: a, files: {}}",
                "sys: {publisher: []}",
                "points: sys.a.b",
            })
    void whatTheReaderRefusesForItsShapeIsNotValid(String line) throws IOException {
        assertThatThrownBy(() -> own(line)).isInstanceOf(IllegalArgumentException.class);
        assertThat(complaints()).isNotEmpty();
    }

    private Target own(String line) throws IOException {
        return read(line + "\nworker: {run: w}\nschema: own\nchecks: [{name: a, command: c}]");
    }

    private Target read(String body) throws IOException {
        Path file = Files.writeString(here.resolve("mine.yaml"), "name: mine\n" + body + "\n");
        return TargetFiles.find(file.toString(), Plain.TARGETS);
    }

    private List<String> complaints() throws IOException {
        return JsonSchema.beside(TargetReader.class, "target.schema.json")
                .complaints(YAML.readTree(here.resolve("mine.yaml").toFile()));
    }
}
