package dev.crashharness.orchestrator;

import dev.crashharness.orchestrator.cli.CommandLineInterface;

/** What the launcher starts. */
public final class OrchestratorMain {
    private OrchestratorMain() {}

    public static void main(String[] args) {
        System.exit(CommandLineInterface.run(args));
    }
}
