package dev.crashharness.orchestrator.target.own;

import dev.crashharness.orchestrator.query.Answer;
import java.util.List;
import java.util.Locale;

/** What can be asked of what a cell left behind. */
public sealed interface Question {
    /** The two files whose copies can be read. */
    enum Database {
        STORE,
        LEDGER;

        /** The spelling in target files. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A query on the last copy of a SQLite file.
     *
     * @param sql one statement that only reads
     * @param expected the rows it must give, each value as text, {@code null} as the word
     */
    record Sql(Database database, String sql, List<List<String>> expected) implements Question {
        public Sql {
            expected = List.copyOf(expected);
        }

        /** The expected rows as they are compared and shown. */
        public String expectedText() {
            return Answer.text(expected);
        }
    }

    /**
     * A program that looks at both copies.
     *
     * @param command its words, with placeholders
     * @param exit what it must end with
     */
    record Run(List<String> command, int exit) implements Question {
        public Run {
            command = List.copyOf(command);
        }
    }
}
