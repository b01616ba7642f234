package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.matrix.Bench;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.archive.ArchiveMaker;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Targets;
import java.nio.file.Path;
import java.util.List;

/** The bundled pair and a launcher, for tests that run less than a matrix cell, or more. */
record CellGround(Bench bench, Launcher launcher) implements AutoCloseable {
    static CellGround prepare(Path templates, List<Cell> cells) throws Exception {
        Installation installation = Installation.current();
        NativeLibrary library = NativeLibrary.provide(installation);
        library.useHere();
        Launcher launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT);
        Targets targets = new Targets(
                installation,
                library,
                new ArchiveMaker(launcher).make(installation).archives());
        return new CellGround(Bench.prepare(targets.bundled(), launcher, cells, templates), launcher);
    }

    @Override
    public void close() {
        launcher.close();
    }
}
