package dev.crashharness.orchestrator.target.file;

import dev.crashharness.orchestrator.target.own.OwnCheck;
import dev.crashharness.orchestrator.target.own.Question;
import dev.crashharness.orchestrator.target.own.Question.Database;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads checks, and what else asks a database. */
final class QuestionReader {
    private static final List<String> KEYS = List.of("name", "sql", "database", "expected", "command", "exit");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");
    private static final int HIGHEST_EXIT = 255;

    /** A check is asked when all processes are gone: there is no publisher to ask any more. */
    private static final Set<String> AFTERWARDS = Set.of("cell", "store", "ledger", "task");

    private final Argv argv;

    QuestionReader(Argv argv) {
        this.argv = argv;
    }

    OwnCheck check(Node node) {
        Fields check = new Fields(node, KEYS);
        Node.Text name = check.text("name")
                .orElseThrow(() -> node.wrong("the check has no name; write for example name: one_effect"));
        if (!NAME.matcher(name.text()).matches()) {
            throw name.wrong(
                    "'" + name.text() + "' is no name of a check; expected a-z 0-9 _, beginning with a letter");
        }
        if (check.has("sql") == check.has("command")) {
            throw node.wrong(
                    "a check has either sql, database and expected, or command (and exit); write one of the two");
        }
        return new OwnCheck(name.text(), node.place(), check.has("sql") ? sql(check) : run(check));
    }

    Question.Sql sql(Fields of) {
        if (!of.has("database") || !of.has("expected")) {
            throw of.node().wrong("sql needs database: store or ledger, and expected: the value or rows it must give");
        }
        Database database = TargetReader.find(
                "database", of.text("database").orElseThrow(), List.of(Database.values()), Database::id);
        return new Question.Sql(
                database,
                of.text("sql").orElseThrow().text(),
                rows(of.value("expected").orElseThrow()));
    }

    private Question.Run run(Fields check) {
        int exit = check.value("exit").map(QuestionReader::exit).orElse(0);
        return new Question.Run(argv.read(check, "command", AFTERWARDS), exit);
    }

    static int exit(Node node) {
        return Fields.whole("exit", node, 0, HIGHEST_EXIT);
    }

    /** One value is one row of one column. */
    private static List<List<String>> rows(Node expected) {
        if (!(expected instanceof Node.Items rows)) {
            return List.of(List.of(value(expected)));
        }
        return rows.items().stream()
                .map(row -> {
                    if (row instanceof Node.Items columns) {
                        return columns.items().stream()
                                .map(QuestionReader::value)
                                .toList();
                    }
                    throw row.wrong("expected has " + row.kind() + ", expected a row, which is a list of values");
                })
                .toList();
    }

    private static String value(Node node) {
        if (node instanceof Node.Text text) {
            return text.text();
        }
        if (node instanceof Node.Whole whole) {
            return whole.digits();
        }
        throw node.wrong("expected has " + node.kind() + ", expected a text or a whole number");
    }
}
