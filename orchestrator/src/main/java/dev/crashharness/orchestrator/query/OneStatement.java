package dev.crashharness.orchestrator.query;

/** Whether a text is one statement: SQLite would run the first and say nothing of what stands behind it. */
final class OneStatement {
    private static final String QUOTES = "'\"`";

    private OneStatement() {}

    /** Looks for a semicolon, outside of quotes and comments, with anything but space behind it. */
    static boolean is(String sql) {
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == 0) {
                return false;
            }
            if (c == ';') {
                return sql.substring(at + 1).isBlank();
            }
            at = behind(sql, at, c);
        }
        return true;
    }

    private static int behind(String sql, int at, char c) {
        if (QUOTES.indexOf(c) >= 0) {
            return after(sql, String.valueOf(c), at + 1);
        }
        if (sql.startsWith("--", at)) {
            return after(sql, "\n", at + 2);
        }
        return sql.startsWith("/*", at) ? after(sql, "*/", at + 2) : at + 1;
    }

    private static int after(String sql, String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }
}
