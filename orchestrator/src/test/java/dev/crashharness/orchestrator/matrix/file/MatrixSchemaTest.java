package dev.crashharness.orchestrator.matrix.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.crashharness.orchestrator.JsonSchema;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema and the reader say the same of the shape of a matrix file. */
class MatrixSchemaTest {
    private static final String FILE = "matrix.schema.json";
    private static final Path SHIPPED = Path.of("..", "harness-scripts", "matrices");
    private static final String MODELINE = "# yaml-language-server: $schema=";
    private static final YAMLMapper YAML = new YAMLMapper();

    private static JsonSchema schema;

    @TempDir
    private Path here;

    @BeforeAll
    static void load() throws IOException {
        schema = JsonSchema.beside(MatrixReader.class, FILE);
    }

    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(SHIPPED)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void aShippedMatrixIsValidAndLeadsAnEditorToTheSchema(Path file) throws IOException {
        String first = Files.readAllLines(file).get(0);

        assertThat(schema.complaints(YAML.readTree(file.toFile()))).isEmpty();
        assertThat(first).startsWith(MODELINE);
        Path named = file.resolveSibling(first.substring(MODELINE.length()));
        assertThat(YAML.readTree(named.toFile())).isEqualTo(schema.text());
    }

    @Test
    void allMatricesAreLookedAt() throws IOException {
        assertThat(shipped()).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cells: [{cell: blind/none}]",
                "cells: [{cell: [blind/none, 'fenced/none?again=2'], reachable_only: false}]",
                "cells: [{contracts: [fenced, dedup-window:24h], schedules: 'worker@*', settings: [none, again=2]}]",
                "description: Says it.\ninclude: [smoke, ./smoke.yaml]",
                "include: smoke\ncells: []",
                "cells: [{contracts: blind, schedules: 'worker@*', settings: again=2, reachable_only: true,"
                        + " ends: [unknown, succeeded], sample: 3}]",
            })
    void whatTheReaderTakesIsValid(String body) throws IOException {
        Path file = write("name: mine\n" + body + "\n");

        assertThat(new MatrixLibrary(SHIPPED).load("mine", copyOfSmokeHere()).name())
                .isEqualTo("mine");
        assertThat(complaints(file)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cells: [{cell: blind/none}]",
                "name: mine",
                "name: mine\ncells: []",
                "name: ../mine\ncells: [{cell: blind/none}]",
                "name: Mine\ncells: [{cell: blind/none}]",
                "name: a/b\ncells: [{cell: blind/none}]",
                "name: 5\ncells: [{cell: blind/none}]",
                "name: mine\ncell: [{cell: blind/none}]",
                "name: mine\ncells: blind/none",
                "name: mine\ncells: [blind/none]",
                "name: mine\ncells: [{cell: blind/none, name: x}]",
                "name: mine\ncells: [{}]",
                "name: mine\ncells: [{cell: 5}]",
                "name: mine\ncells: [{cell: }]",
                "name: mine\ncells: [{cell: ' '}]",
                "name: mine\ncells: [{cell: []}]",
                "name: mine\ncells: [{cell: [[blind/none]]}]",
                "name: mine\ncells: [{cell: blind/none, contracts: blind}]",
                "name: mine\ncells: [{cell: blind/none, settings: again=1}]",
                "name: mine\ncells: [{contracts: blind}]",
                "name: mine\ncells: [{schedules: none}]",
                "name: mine\ncells: [{contracts: blnd, schedules: none}]",
                "name: mine\ncells: [{contracts: [], schedules: none}]",
                "name: mine\ncells: [{cell: blind/none, reachable_only: maybe}]",
                "name: mine\ncells: [{cell: blind/none, ends: finished}]",
                "name: mine\ncells: [{cell: blind/none, ends: []}]",
                "name: mine\ncells: [{cell: blind/none, sample: 1, reachable_only: true}]",
                "name: mine\ncells: [{contracts: blind, schedules: 'worker@*', sample: 1}]",
                "name: mine\ncells: [{contracts: blind, schedules: 'worker@*', sample: 1, reachable_only: false}]",
                "name: mine\ncells: [{contracts: blind, schedules: 'worker@*', sample: 0, reachable_only: true}]",
                "name: mine\ncells: [{contracts: blind, schedules: 'worker@*', sample: 50001, reachable_only: true}]",
                "name: mine\ncells: [{contracts: blind, schedules: 'worker@*', sample: 1.5, reachable_only: true}]",
                "name: mine\ndescription: [a, b]\ncells: [{cell: blind/none}]",
                "name: mine\ninclude: {a: b}\ncells: [{cell: blind/none}]",
                "name: mine\ninclude: []\ncells: [{cell: blind/none}]",
                "[name, cells]",
            })
    void whatTheReaderRefusesForItsShapeIsNotValid(String text) throws IOException {
        Path file = write(text + "\n");

        assertThatThrownBy(() -> new MatrixLibrary(SHIPPED).load("mine", here)).isInstanceOf(YamlFileException.class);
        assertThat(complaints(file)).isNotEmpty();
    }

    @Test
    void statesAndContractsAreThoseOfTheModelAndThePublisher() {
        JsonNode definitions = schema.text().get("$defs");

        assertThat(definitions.at("/state/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(
                        Stream.of(TaskState.values()).map(TaskState::id).toList());
        Pattern contract = Pattern.compile(definitions.at("/contract/pattern").asText());
        assertThat(Contract.ids())
                .allMatch(id -> contract.matcher(id.replace(":D", ":24h")).matches());
        assertThat(List.of("blnd", "blindfold", "dedup-window:"))
                .noneMatch(id -> contract.matcher(id).matches());
    }

    private Path copyOfSmokeHere() throws IOException {
        Files.copy(SHIPPED.resolve("smoke.yaml"), here.resolve("smoke.yaml"));
        return here;
    }

    private List<String> complaints(Path file) throws IOException {
        return schema.complaints(YAML.readTree(file.toFile()));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(here.resolve("mine.yaml"), text);
    }
}
