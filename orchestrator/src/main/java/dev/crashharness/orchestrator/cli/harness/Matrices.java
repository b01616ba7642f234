package dev.crashharness.orchestrator.cli.harness;

import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.target.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;

/** How every command that takes {@code NAME|FILE} understands it. */
public final class Matrices {
    /** The text of the parameter in each command's help. */
    public static final String DESCRIPTION =
            "A YAML file, or the name of a matrix: NAME.yaml here, else a shipped one (default: ${DEFAULT-VALUE}).";

    /** The text of {@code --seed} in each command's help. */
    public static final String SEED =
            "Draw the samples of the matrix with this seed; the same one draws the same cells everywhere (default:"
                    + " ${DEFAULT-VALUE}).";

    private Matrices() {}

    /** The shipped ones, for the completion at the prompt. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            try {
                return MatrixLibrary.of(Installation.current().home()).names().iterator();
            } catch (IOException e) {
                throw new UncheckedIOException("the shipped matrices cannot be listed: " + e.getMessage(), e);
            }
        }
    }

    /** Reads the matrix, looking in the working directory and in the installation. */
    public static MatrixFile load(String nameOrFile) throws IOException {
        return MatrixLibrary.of(Installation.current().home()).load(nameOrFile, Path.of(""));
    }
}
