package job;

import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;

/** SQLite says LIMIT where the standard says FETCH FIRST. */
final class Sqlite extends DefaultJdbcCustomization {
    Sqlite() {
        super(true);
    }

    @Override
    public String getQueryLimitPart(int limit) {
        return " LIMIT " + limit;
    }

    @Override
    public String getName() {
        return "SQLite";
    }
}
