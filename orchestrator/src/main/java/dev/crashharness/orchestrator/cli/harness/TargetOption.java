package dev.crashharness.orchestrator.cli.harness;

import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import picocli.CommandLine.Option;

/** {@code --target}, as every command that has it understands it. */
public final class TargetOption {
    @Option(
            names = "--target",
            paramLabel = "ID|FILE",
            defaultValue = Target.BUNDLED,
            description = "What is put under test: bundled, mutant:Mnn, or a target file (default: ${DEFAULT-VALUE}).")
    private String id;

    /** As it was typed. */
    public String id() {
        return id;
    }

    /** As far as planning has to know it: which cells it can be put through. */
    public Target planning() throws IOException {
        return Harness.planning(id);
    }
}
