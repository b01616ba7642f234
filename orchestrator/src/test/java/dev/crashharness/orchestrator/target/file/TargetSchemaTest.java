package dev.crashharness.orchestrator.target.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.crashharness.orchestrator.JsonSchema;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema and the reader say the same of the shape of a target file. */
class TargetSchemaTest {
    private static final Path SHIPPED = Path.of("..", "harness-scripts", "targets");
    private static final String MODELINE = "# yaml-language-server: $schema=";
    private static final String CHECK = "checks: [{name: one, sql: SELECT 1, database: ledger, expected: 1}]\n";
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    private Path here;

    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.walk(SHIPPED, 3)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(TargetSchemaTest::isTarget)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isTarget(Path file) {
        try {
            return YAML.readTree(file.toFile()).has("worker");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void aShippedTargetIsValidAndLeadsAnEditorToTheSchema(Path file) throws IOException {
        String first = Files.readAllLines(file).get(0);

        assertThat(TargetFiles.find(file.toString(), Plain.TARGETS).id()).isEqualTo(file.toString());
        assertThat(schema().complaints(YAML.readTree(file.toFile()))).isEmpty();
        assertThat(first).startsWith(MODELINE);
        Path named = file.resolveSibling(first.substring(MODELINE.length()));
        assertThat(YAML.readTree(named.toFile())).isEqualTo(schema().text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "worker: {run: w, submit: [w, s], approve: w, resolve: w}\npublisher: bundled\nwire: lines",
                "worker: {run: w}\nschema: own\npoints: own.a\ndone: {exit: [0]}\ntimeouts: {checks: 30s}\n" + CHECK,
                "worker: {run: w}\nschema: own\nwire: connection\npublisher: {run: p}\nexpect: {violation: one}\n"
                        + CHECK,
                "worker: {run: w}\nschema: own\nchecks: [{name: a, sql: S, database: store, expected: []}]",
            })
    void whatTheReaderTakesIsValid(String body) throws IOException {
        assertThat(read(body).programs().worker()).containsKey("run");
        assertThat(complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "worker: {submit: w}",
                "worker: w",
                "worker: {run: []}",
                "worker: {run: w, submit: w, stop: w}",
                "worker: {run: w, submit: w}\npublisher: mine",
                "worker: {run: w, submit: w}\npublisher: {ready: port}",
                "worker: {run: w, submit: w}\nwire: udp",
                "worker: {run: w, submit: w}\nenvironment: {1A: x}",
                "worker: {run: w, submit: w}\npoints: []",
                "worker: {run: w, submit: w}\ncontracts: [dedup-window:24h]",
                "worker: {run: w, submit: w}\nchecks: [{name: A, command: c}]",
                "worker: {run: w, submit: w}\nchecks: [{name: a, command: c, sql: S, database: store, expected: 1}]",
                "worker: {run: w, submit: w}\nchecks: [{name: a, sql: S, database: store, expected: {}}]",
                "worker: {run: w}\nschema: own\ndone: {exit: [256]}\n" + CHECK,
                "worker: {run: w}\nschema: own\ndone: {}\n" + CHECK,
                "worker: {run: w, submit: w}\ntimeouts: {cell: fast}",
                "worker: {run: w}\nschema: own\ndone: {exit: []}\n" + CHECK,
                "worker: {run: w}\nschema: own\ndone: {exit: [1, 1]}\n" + CHECK,
                "worker: {run: w}\nschema: own\npoints: [own.a, own.a]\n" + CHECK,
                "worker: {run: w, submit: w}\ncontracts: [blind, blind]",
                "worker: {run: [w, \"a\\0b\"], submit: w}",
                "worker: {run: w, submit: w}\nexpect: {}",
                "cell: x\nworker: {run: w, submit: w}",
            })
    void whatTheReaderRefusesForItsShapeIsNotValid(String body) throws IOException {
        assertThatThrownBy(() -> read(body)).isInstanceOf(YamlFileException.class);
        assertThat(complaints()).isNotEmpty();
    }

    private Target read(String body) throws IOException {
        Path file = Files.writeString(here.resolve("mine.yaml"), "name: mine\n" + body + "\n");
        return TargetFiles.find(file.toString(), Plain.TARGETS);
    }

    private List<String> complaints() throws IOException {
        return schema().complaints(YAML.readTree(here.resolve("mine.yaml").toFile()));
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchema.beside(TargetReader.class, "target.schema.json");
    }
}
