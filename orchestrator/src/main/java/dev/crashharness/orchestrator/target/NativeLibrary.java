package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.target.leftover.Leftovers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's native library, extracted once for all processes: each SIGKILLed process that extracts its own leaves 1.1 MB
 * in its temp directory for ever (xerial/sqlite-jdbc#1140).
 *
 * @param directory where it lies
 * @param name its file name
 */
public record NativeLibrary(Path directory, String name) {
    /** How a file begins that is no library yet. */
    private static final String PARTIAL = "extracting";

    /** Finds the library in one of {@code places}, or extracts it into the first that can be written. */
    public static NativeLibrary provide(Installation installation) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        IOException last = null;
        for (Path place : installation.nativeLibraryPlaces()) {
            Path directory = place.resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
            Leftovers.delete(directory, PARTIAL);
            try {
                if (!Files.isRegularFile(directory.resolve(name))) {
                    extract(directory, name);
                }
                return new NativeLibrary(directory, name);
            } catch (IOException e) {
                last = e;
            }
        }
        throw new IOException(
                "SQLite's native library cannot be stored in any of " + installation.nativeLibraryPlaces() + ": "
                        + last.getMessage(),
                last);
    }

    /** Makes this JVM use it too. To be called before the first connection. */
    public void useHere() {
        System.setProperty("org.sqlite.lib.path", directory.toString());
        System.setProperty("org.sqlite.lib.name", name);
    }

    List<String> jvmOptions() {
        return List.of("-Dorg.sqlite.lib.path=" + directory, "-Dorg.sqlite.lib.name=" + name);
    }

    /** Written under another name and renamed, or a second harness could load half a library. */
    private static void extract(Path directory, String name) throws IOException {
        Files.createDirectories(directory);
        Path partial = Files.createTempFile(directory, PARTIAL, ".tmp");
        String resource = "/" + LibraryLoaderUtil.getNativeLibResourcePath().replaceAll("^/", "") + "/" + name;
        try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new IOException("sqlite-jdbc brings no library for this machine (" + resource + ")");
            }
            Files.copy(library, partial, StandardCopyOption.REPLACE_EXISTING);
            Files.move(partial, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
