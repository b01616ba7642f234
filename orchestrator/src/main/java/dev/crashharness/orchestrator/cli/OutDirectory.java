package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cli.harness.FileName;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --out}: an empty one would strew a run over the current directory. */
final class OutDirectory implements ITypeConverter<Path> {
    @Override
    public Path convert(String value) {
        if (value.isBlank()) {
            throw new TypeConversionException("it is empty, expected a directory");
        }
        return FileName.of(value);
    }
}
