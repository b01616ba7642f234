package dev.crashharness.orchestrator.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where this crash-harness lies.
 *
 * @param home the checkout, holding the modules' {@code target} directories
 * @param java the program that runs the children: the one that runs the harness
 */
public record Installation(Path home, Path java) {
    /** The installation that the launcher has named in {@code -Dcrashharness.home}. */
    public static Installation current() {
        String home = System.getProperty("crashharness.home");
        if (home == null) {
            throw new IllegalStateException(
                    "crashharness.home is not set; start the harness through harness-scripts/crash-harness");
        }
        return new Installation(Path.of(home), Path.of(System.getProperty("java.home"), "bin", "java"));
    }

    /** The class path of a module's jar with its own libraries and no others. */
    String classPath(String module) {
        Path target = home.resolve(module).resolve("target");
        return target.resolve(module + ".jar") + ":" + target.resolve("lib") + "/*";
    }

    /** The jars of {@link #classPath}, in a fixed order. */
    List<Path> jars(String module) throws IOException {
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

    /** The classes that the JDK's own archive holds. */
    Path jdkClassList() {
        return java.resolveSibling("../lib/classlist").normalize();
    }

    /** Directories in which the native library may be kept, best first. */
    List<Path> nativeLibraryPlaces() {
        return List.of(home.resolve("orchestrator/target/native"), userCache());
    }

    /** The directory in which class archives are kept: the user's cache where the checkout cannot be written. */
    Path archivePlace() throws IOException {
        Path build = home.resolve("orchestrator/target");
        return Files.isWritable(build) ? build : Files.createDirectories(userCache());
    }

    private static Path userCache() {
        return Path.of(System.getProperty("user.home"), ".cache", "crash-harness");
    }
}
