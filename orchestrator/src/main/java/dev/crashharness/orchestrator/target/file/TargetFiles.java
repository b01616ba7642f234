package dev.crashharness.orchestrator.target.file;

import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what {@code --target} names, an id or a file. */
public final class TargetFiles {
    private TargetFiles() {}

    /**
     * The target called {@code idOrFile}; a file is meant when it has a {@code /} or ends in {@code .yaml} or {@code .yml}.
     *
     * @throws YamlFileException when there is no such file, or it is wrong
     * @throws IllegalArgumentException when there is none of that id
     */
    public static Target find(String idOrFile, Targets targets) throws IOException {
        return isFile(idOrFile) ? read(Path.of(idOrFile), targets) : targets.find(idOrFile);
    }

    /** Whether {@code idOrFile} means a file. */
    public static boolean isFile(String idOrFile) {
        return idOrFile.contains("/") || idOrFile.endsWith(".yaml") || idOrFile.endsWith(".yml");
    }

    private static Target read(Path file, Targets targets) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new YamlFileException(
                    (Files.exists(file) ? file + " is no regular file" : "there is no target file " + file)
                            + "; give the path of a YAML file, or one of "
                            + String.join(", ", Targets.known()));
        }
        return new TargetReader(file, targets).target();
    }
}
