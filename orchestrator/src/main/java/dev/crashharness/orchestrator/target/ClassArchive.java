package dev.crashharness.orchestrator.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The classes of a module, loaded and verified once for all processes (application class data sharing, JEP 310): a child
 * then starts in four fifths of the time, and starting children is most of what a matrix does.
 *
 * <p>The file is named after the JVM and the content of the jars. The JVM itself compares only the size and the time of
 * a jar, and would run the old code of a rebuilt one that agrees in both.
 *
 * @param module whose class path it was made for
 * @param file where it lies, or is to lie
 * @param jars of that class path, in a fixed order
 */
public record ClassArchive(Installation installation, String module, Path file, List<Path> jars) {
    /** The modules whose processes are started again and again. */
    public static final List<String> MODULES = List.of("publisher", "worker");

    /** The archive that fits {@code module} as it is built now. */
    public static ClassArchive of(Installation installation, String module) throws IOException {
        List<Path> jars = installation.jars(module);
        MessageDigest digest = sha256();
        String jvm = Runtime.version() + " " + System.getProperty("java.vm.vendor");
        digest.update((jvm + " " + installation.classPath(module)).getBytes(StandardCharsets.UTF_8));
        for (Path jar : jars) {
            digest.update(Files.readAllBytes(jar));
        }
        String key = HexFormat.of().formatHex(digest.digest(), 0, 8);
        Path directory = installation.archivePlace();
        return new ClassArchive(installation, module, directory.resolve(prefix(module) + key + ".jsa"), jars);
    }

    /** Those of the module's earlier builds that lie beside it, the newest first. */
    public List<Path> older() throws IOException {
        try (Stream<Path> files = Files.list(file.getParent())) {
            return files.filter(other -> other.getFileName().toString().startsWith(prefix(module)))
                    .filter(other -> !other.equals(file))
                    .sorted(Comparator.comparing((Path other) -> other.toFile().lastModified())
                            .reversed())
                    .toList();
        }
    }

    private static String prefix(String module) {
        return "classes-" + module + "-";
    }

    /** Whether it has been made. */
    public boolean isThere() {
        return Files.isRegularFile(file);
    }

    /** What the JVM is to load, in its own spelling: the JDK's list where it brings one, then all of the jars. */
    public List<String> classNames() throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.isRegularFile(installation.jdkClassList())) {
            names.addAll(Files.readAllLines(installation.jdkClassList()));
            names.removeIf(line -> line.startsWith("@") || line.startsWith("#"));
        }
        for (Path jar : jars) {
            try (JarFile open = new JarFile(jar.toFile())) {
                open.stream()
                        .map(ZipEntry::getName)
                        .filter(ClassArchive::isClass)
                        .map(name -> name.substring(0, name.length() - ".class".length()))
                        .forEach(names::add);
            }
        }
        return names;
    }

    /** The words of the command that makes it, from the names in {@code list} into {@code into}. */
    public List<String> dump(Path list, Path into) {
        return List.of(
                installation.java().toString(),
                "-Xshare:dump",
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + into,
                "-cp",
                installation.classPath(module));
    }

    /** Nothing when it is not there: the JVM would go without its own archive too. */
    List<String> jvmOptions() {
        return isThere() ? List.of("-XX:SharedArchiveFile=" + file, "-Xshare:auto") : List.of();
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
