package dev.crashharness.orchestrator.doctor.rule;

import dev.crashharness.orchestrator.evidence.database.Engine;
import java.nio.file.Path;
import java.util.Arrays;

/** The rules for what is installed. */
public final class Software {
    private static final int OLDEST_JAVA = 17;

    /** Before it a checkpoint could reset a WAL that another process still read (sqlite.org/releaselog/3_51_3.html). */
    private static final String OLDEST_SQLITE = "3.51.3";

    private Software() {}

    /** The JVM that runs this program, because the children run with the same one. */
    public static Finding java(Runtime.Version version, Path program) {
        if (version.feature() < OLDEST_JAVA) {
            return Finding.problem(
                    "java",
                    version + " at " + program + " is too old",
                    "install JDK " + OLDEST_JAVA + " or newer, or set JAVA_HOME to one");
        }
        return Finding.ok("java", version + " at " + program + ", for the harness and its children");
    }

    public static Finding sqlite(Engine engine, Path folder) {
        if (older(engine.version(), OLDEST_SQLITE)) {
            return Finding.problem(
                    "sqlite",
                    engine.version() + " can lose a commit in WAL (older than " + OLDEST_SQLITE + ")",
                    "build again with the sqlite-jdbc of this pom");
        }
        return Finding.ok("sqlite", engine.version() + ", its native library loads, WAL works in " + folder);
    }

    public static Finding noSqlite(Path folder, String why) {
        return Finding.problem(
                "sqlite",
                "a database in WAL cannot be made in " + folder + " (" + why + ")",
                "choose a folder of a local disk with --out, and see that the native library fits this machine");
    }

    /** Compares {@code 3.54.1} with {@code 3.51.3}, number by number. */
    private static boolean older(String found, String least) {
        int[] one = numbers(found);
        int[] other = numbers(least);
        return Arrays.compare(one, other) < 0;
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
    }
}
