package dev.crashharness.orchestrator.matrix.file;

import java.nio.file.Path;

/** A matrix file is missing or wrong. The message is one sentence, with file and line where there is one. */
public final class MatrixFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    MatrixFileException(String message) {
        super(message);
    }

    /** What is wrong at {@code line} (1-based) of {@code file}. */
    MatrixFileException(Path file, int line, String message) {
        super(file + ":" + line + ": " + message);
    }
}
