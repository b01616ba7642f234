package dev.crashharness.orchestrator.target;

import com.fasterxml.jackson.core.JsonFactory;
import dev.crashharness.orchestrator.intruder.IntruderMain;
import dev.crashharness.publisher.PublisherMain;
import dev.crashharness.worker.WorkerMain;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sqlite.JDBC;

/**
 * Where this crash-harness lies.
 *
 * @param home the checkout, holding the modules' {@code target} directories; without one, the user's cache
 * @param java the program that runs the children: the one that runs the harness
 * @param checkedOut whether there is a checkout; otherwise the jars are those on the class path of this JVM
 */
public record Installation(Path home, Path java, boolean checkedOut) {
    /** A checkout. */
    public Installation(Path home, Path java) {
        this(home, java, true);
    }

    /** The checkout that the launcher has named in {@code -Dcrashharness.home}, else the jars of this JVM's class path. */
    public static Installation current() {
        String home = System.getProperty("crashharness.home");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return home == null ? new Installation(userCache(), java, false) : new Installation(Path.of(home), java);
    }

    /** Where programs are looked for: {@code PATH}, or where every system has some when there is none. */
    public static String searchPath() {
        return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    }

    /** The class path of a module's jar with its own libraries and no others. */
    String classPath(String module) {
        if (!checkedOut) {
            return ownJars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        Path target = home.resolve(module).resolve("target");
        return target.resolve(module + ".jar") + ":" + target.resolve("lib") + "/*";
    }

    /** The jars of {@link #classPath}, in a fixed order. */
    List<Path> jars(String module) throws IOException {
        if (!checkedOut) {
            return ownJars();
        }
        Path target = home.resolve(module).resolve("target");
        try (Stream<Path> libraries = Files.list(target.resolve("lib"))) {
            return Stream.concat(
                            Stream.of(target.resolve(module + ".jar")),
                            libraries
                                    .filter(file -> file.toString().endsWith(".jar"))
                                    .sorted())
                    .toList();
        }
    }

    /** Found by a class of each, for their file names are another build tool's affair. A child does without a logger. */
    private static List<Path> ownJars() {
        return Stream.of(IntruderMain.class, WorkerMain.class, PublisherMain.class, JDBC.class, JsonFactory.class)
                .map(Installation::place)
                .toList();
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type.getName() + " was not loaded from a file", e);
        }
    }

    /** The classes that the JDK's own archive holds. */
    Path jdkClassList() {
        return java.resolveSibling("../lib/classlist").normalize();
    }

    /** Directories in which the native library may be kept, best first. */
    List<Path> nativeLibraryPlaces() {
        return checkedOut ? List.of(home.resolve("orchestrator/target/native"), userCache()) : List.of(userCache());
    }

    /** The directory in which class archives are kept: the user's cache where the checkout cannot be written. */
    Path archivePlace() throws IOException {
        Path build = home.resolve("orchestrator/target");
        return checkedOut && Files.isWritable(build) ? build : Files.createDirectories(userCache());
    }

    private static Path userCache() {
        return Path.of(System.getProperty("user.home"), ".cache", "crash-harness");
    }
}
