package dev.crashharness.orchestrator.target.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.Link.Readiness;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.own.Done;
import dev.crashharness.orchestrator.target.own.OwnCheck;
import dev.crashharness.orchestrator.target.own.Question;
import dev.crashharness.orchestrator.target.own.Question.Database;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetReaderTest {
    private static final String CHECK = "checks: [{name: one, sql: SELECT 1, database: ledger, expected: 1}]\n";

    @TempDir
    private Path here;

    @Test
    void aSmallFileIsADocumentedTargetThatCanDoEverythingButWhatPeopleDo() throws IOException {
        Target target = read("worker: {run: [w, '{cell}'], submit: [w, submit]}");

        assertThat(target.id()).isEqualTo(here.resolve("mine.yaml").toString());
        assertThat(target.criteria().documented()).isTrue();
        assertThat(target.criteria().done()).isEqualTo(Done.DOCUMENTED);
        assertThat(target.link().framing()).isEqualTo(Framing.LINES);
        assertThat(target.link().bundledPublisher()).isTrue();
        assertThat(target.workerCommand("run", Map.of("cell", "/c"))).containsExactly("w", "/c");
        assertThat(target.publisherCommand(Map.of())).startsWith("/jdk/bin/java");
        assertThat(target.scope().lacks(Cell.parse("fenced/worker@after_effect")))
                .isEmpty();
        assertThat(target.scope().lacks(Cell.parse("blind/none?approve=1"))).isPresent();
    }

    @Test
    void everythingThatCanBeSaid() throws IOException {
        Target target = read(
                """
                description: all of it
                worker: {run: ['{target}/w', '{store}', '{instance}']}
                publisher: {run: [p, '{port}'], ready: port}
                wire: http
                environment: {MODE: fast}
                schema: own
                contracts: [dedup-query, dedup-window]
                points: [before_send, own.charged]
                checks:
                  - {name: rows, sql: SELECT a FROM b, database: store, expected: [[1, x], [2, 'null']]}
                  - {name: books, command: ['{target}/check', '{ledger}'], exit: 3}
                done: {sql: SELECT count(*) FROM jobs, database: store, expected: 0, quiet: 2s}
                timeouts: {cell: 90s, setup: 2m}
                setup: [make, -C, '{target}']
                expect: {violation: rows}
                """);

        assertThat(target.workerCommand("run", Map.of("store", "/s", "instance", "worker-2")))
                .containsExactly(here + "/w", "/s", "worker-2");
        assertThat(target.programs().setup()).containsExactly("make", "-C", "{target}");
        assertThat(target.programs().source().values()).containsEntry("target", here.toString());
        assertThat(target.programs().environment()).isEqualTo(Map.of("MODE", "fast"));
        assertThat(target.programs().submits()).isFalse();
        assertThat(target.link().readiness()).isEqualTo(Readiness.PORT);
        assertThat(target.link().bundledPublisher()).isFalse();
        assertThat(target.scope().contracts())
                .containsExactlyInAnyOrder(Contract.Kind.DEDUP_QUERY, Contract.Kind.DEDUP_WINDOW);
        assertThat(target.scope().points()).containsExactlyInAnyOrder(Point.BEFORE_SEND, Point.named("own.charged"));
        assertThat(target.criteria().checks())
                .containsExactly(
                        new OwnCheck(
                                "rows",
                                target.id() + ":11",
                                new Question.Sql(
                                        Database.STORE,
                                        "SELECT a FROM b",
                                        List.of(List.of("1", "x"), List.of("2", "null")))),
                        new OwnCheck(
                                "books",
                                target.id() + ":12",
                                new Question.Run(List.of("{target}/check", "{ledger}"), 3)));
        assertThat(target.criteria().done().quiet()).isEqualTo(Duration.ofSeconds(2));
        assertThat(target.criteria().limits().cell()).isEqualTo(Duration.ofSeconds(90));
        assertThat(target.criteria().limits().setup()).isEqualTo(Duration.ofMinutes(2));
        assertThat(target.criteria().knownDefect()).contains("rows");
    }

    @Test
    void withoutTheDocumentedSchemaNothingIsAnnouncedUnlessTheFileSaysSo() throws IOException {
        Target target = read("worker: {run: w}\nschema: own\n" + CHECK);

        assertThat(target.criteria().done().exits()).isEqualTo(Set.of(0));
        assertThat(target.scope().lacks(Cell.parse("blind/worker@before_send"))).contains("the point before_send");
        assertThat(target.scope().lacks(Cell.parse("blind/wire@reply=kill:worker")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wrker: x|2: unknown key 'wrker'; did you mean 'worker'?",
                "schema: own|1: the target has no worker; write worker: {run: [program]}",
                "worker: {submit: w}|2: there is no run; write run: [program, word, word]",
                "worker: {run: w}|2: a worker of the documented schema stores its task first, so give it submit, or write"
                        + " schema: own",
                "worker: {run: [w, '{stor}'], submit: w}|2: {stor} is no placeholder here; expected one of [{cell}, {classpath},"
                        + " {instance}, {java}, {ledger}, {publisher}, {store}, {target}, {task}, {url}]",
                "worker: {run: python3 worker.py}|2: run is one text with spaces; a command is a list of words: [python3,"
                        + " worker.py]",
                "worker: {run: w, submit: w, approve: []}|2: approve is an empty list; write at least one",
                "publisher: budled|2: unknown publisher 'budled'; did you mean 'bundled'?",
                "publisher: {run: p, ready: port}|2: a publisher with ready: port must be told which; put {port} into its command",
                "publisher: {run: [p, '{port}']}|2: {port} is given to a publisher with ready: port only; write that too",
                "publisher: {run: p, ready: later}|2: unknown ready 'later'; known are announced, port",
                "wire: htp|2: unknown wire 'htp'; did you mean 'http'?",
                "wire: http|2: the documented schema is judged by the line protocol of the bundled publisher, so write wire:"
                        + " lines, or schema: own",
                "environment: [A]|2: environment is a list, expected a table of names and texts",
                "environment: {A: 1}|2: A is a number, expected a text; quote it",
                "environment: {CRASH_HARNESS_TASK: x}|2: 'CRASH_HARNESS_TASK' is no name of a variable of yours; expected"
                        + " letters, digits and _, and not CRASH_HARNESS_",
                "schema: mine|2: unknown schema 'mine'; known are documented, own",
                "contracts: [blnd]|2: unknown contract 'blnd'; did you mean 'blind'?",
                "points: [after_efect]|2: unknown point 'after_efect'; did you mean 'after_effect'?",
                "points: [own.Charged]|2: point 'own.Charged' is not spelled like one; write own. and then a-z 0-9 _, at most 60",
                "points: [own.charged]|2: the model of the documented schema knows no point own.charged; leave it out, or"
                        + " write schema: own",
                "checks: [{sql: SELECT 1, database: store, expected: 1}]|2: the check has no name; write for example name:"
                        + " one_effect",
                "checks: [{name: a}]|2: a check has either sql, database and expected, or command (and exit); write one of"
                        + " the two",
                "checks: [{name: a, sql: SELECT 1, expected: 1}]|2: sql needs database: store or ledger, and expected: the"
                        + " value or rows it must give",
                "checks: [{name: a, sql: SELECT 1, database: book, expected: 1}]|2: unknown database 'book'; known are"
                        + " store, ledger",
                "checks: [{name: a, sql: SELECT 1, database: store, expected: [1]}]|2: expected has a number, expected a"
                        + " row, which is a list of values",
                "checks: [{name: a, command: c, exit: 256}]|2: exit is 256, expected a whole number from 0 to 255",
                "checks: [{name: a, command: ['{publisher}']}]|2: {publisher} is no placeholder here; expected one of"
                        + " [{cell}, {classpath}, {java}, {ledger}, {store}, {target}, {task}]",
                "checks: [{name: a, command: c}, {name: a, command: d}]|2: there are two checks called a; give one of them"
                        + " another name",
                "done: {exit: [0]}|2: a worker of the documented schema says by its exit code when it is done; leave out done",
                "timeouts: {cell: 0s}|2: duration '0s' is not a whole number above zero with a unit; write it as 500ms, 2s,"
                        + " 5m, 24h or 1d",
                "setup: ['{cell}']|2: {cell} is no placeholder here; expected one of [{classpath}, {java}, {target}]",
                "name: Mine|2: this is not the YAML of a target (Duplicate field 'name')",
            })
    void saysWhereAndWhatIsWrong(String line, String message) {
        String worker =
                line.startsWith("worker") || line.startsWith("schema: own") ? "" : "worker: {run: w, submit: w}";

        assertThatThrownBy(() -> read(line + "\n" + worker))
                .isInstanceOf(YamlFileException.class)
                .hasMessage(here.resolve("mine.yaml") + ":" + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "done: {}|done has either exit, or sql with database and expected; write one of the two",
                "done: {exit: [0], sql: SELECT 1}|done has either exit, or sql with database and expected; write one of the"
                        + " two",
                "done: {exit: [-1]}|exit is -1, expected a whole number from 0 to 255",
                "done: {exit: []}|exit is an empty list, by which no worker is ever done; write at least one code",
                "done: {exit: [0, 3, 0]}|exit names the same code twice; leave one of them out",
                "points: [own.a, before_send, own.a]|points names 'own.a' twice; leave one of them out",
                "contracts: [blind, blind]|contracts names 'blind' twice; leave one of them out",
                "sys: {publisher: [connect, connect]}|publisher names 'connect' twice; leave one of them out",
                "environment: {A: \"b\\0c\"}|a word holds the character NUL, which no program can be given; leave it out",
            })
    void saysWhatIsWrongInATargetWithItsOwnSchema(String line, String message) {
        assertThatThrownBy(() -> read(line + "\nworker: {run: w}\nschema: own\n" + CHECK))
                .hasMessage(here.resolve("mine.yaml") + ":2: " + message);
    }

    @Test
    void aTargetByWhichNothingIsJudgedIsRefused() {
        assertThatThrownBy(() -> read("worker: {run: w}\nschema: own"))
                .hasMessage(here.resolve("mine.yaml")
                        + ":1: nothing would be judged: a target with schema: own needs at least one entry in checks");
    }

    @Test
    void aFileThatIsNotThereAndAnIdThatIsNoneAreToldApart() {
        assertThatThrownBy(() -> TargetFiles.find("./none.yaml", Plain.TARGETS))
                .hasMessageStartingWith(
                        "there is no target file ./none.yaml; give the path of a YAML file, or one of bundled,");
        assertThatThrownBy(() -> TargetFiles.find("bundeld", Plain.TARGETS))
                .hasMessageStartingWith("unknown target 'bundeld'; did you mean 'bundled'?");
    }

    private Target read(String body) throws IOException {
        Path file = Files.writeString(here.resolve("mine.yaml"), "name: mine\n" + body + "\n");
        return TargetFiles.find(file.toString(), Plain.TARGETS);
    }
}
