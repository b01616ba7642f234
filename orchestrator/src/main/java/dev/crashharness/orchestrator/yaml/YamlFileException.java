package dev.crashharness.orchestrator.yaml;

import java.nio.file.Path;

/** A file that a user wrote is missing or wrong. The message is one sentence, with file and line where there is one. */
public final class YamlFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public YamlFileException(String message) {
        super(message);
    }

    /** What is wrong at {@code line} (1-based) of {@code file}. */
    public YamlFileException(Path file, int line, String message) {
        super(file + ":" + line + ": " + message);
    }
}
