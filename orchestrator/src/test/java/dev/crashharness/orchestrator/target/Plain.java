package dev.crashharness.orchestrator.target;

import java.nio.file.Path;
import java.util.List;

/** An installation that is nowhere, for tests that read targets and start none. */
public final class Plain {
    /** Its targets. */
    public static final Targets TARGETS = new Targets(
            new Installation(Path.of("/home"), Path.of("/jdk/bin/java")),
            new NativeLibrary(Path.of("/native"), "lib.so"),
            List.of());

    private Plain() {}
}
