package dev.crashharness.orchestrator.doctor;

import dev.crashharness.orchestrator.control.Loopback;
import dev.crashharness.orchestrator.doctor.rule.Clocks;
import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.doctor.rule.Limits;
import dev.crashharness.orchestrator.doctor.rule.Room;
import dev.crashharness.orchestrator.doctor.rule.Software;
import dev.crashharness.orchestrator.doctor.rule.Tools;
import dev.crashharness.orchestrator.evidence.database.Engine;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.trace.Strace;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Examines this machine.
 *
 * @param out where results would go; it need not be there
 * @param jobs how many cells would run at a time
 * @param path along which children's programs are looked for
 */
public record Doctor(Installation installation, Path out, int jobs, String path) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Path SHELL = Path.of("/bin/sh");

    /**
     * Tries everything that a run needs, with real processes, and leaves nothing behind.
     *
     * @throws IOException when not even a temporary folder can be made
     */
    public List<Finding> examine() throws IOException, InterruptedException {
        Clocks begin = Clocks.now();
        List<Finding> findings = new ArrayList<>();
        findings.add(Software.java(Runtime.version(), installation.java()));
        try (Workshop workshop = Workshop.beside(out)) {
            Containment containment = Containment.find(path);
            try (Launcher launcher = new Launcher(containment, Launcher.Limits.DEFAULT)) {
                tools(findings, containment, new Trials(launcher, workshop.folder(), path));
            }
            room(findings, workshop);
            findings.add(loopback(Loopback.failure(PATIENCE)));
            findings.add(sqlite(workshop.folder()));
        }
        findings.add(Clocks.between(begin, Clocks.now()));
        return findings;
    }

    private void tools(List<Finding> findings, Containment containment, Trials trials) throws InterruptedException {
        Surroundings here = Surroundings.here();
        findings.add(Tools.shell(SHELL, Files.isExecutable(SHELL)));
        findings.add(SignalTrial.on(trials).finding());
        findings.add(Tools.setsid(containment.setsid()));
        findings.add(Tools.setpriv(containment.setpriv()));
        Optional<Path> strace = Containment.onPath("strace", path);
        findings.add(Tools.strace(
                strace, strace.isPresent() && Strace.obstacle(path, List.of()).isEmpty()));
        findings.add(Tools.proc(here.readable("self/stat"), here.readable("locks")));
        findings.add(trials.worker(installation));
    }

    private void room(List<Finding> findings, Workshop workshop) throws IOException {
        Surroundings here = Surroundings.here();
        Path results = workshop.results();
        findings.add(Room.results(
                results, workshop.writable(), Files.getFileStore(results).type()));
        findings.add(Room.disk(results, Files.getFileStore(results).getUsableSpace()));
        findings.add(Room.memory(here.memory(), jobs));
        findings.add(Limits.files(here.openFiles(), jobs));
        findings.add(Limits.processes(here.processes(), jobs));
    }

    static Finding loopback(Optional<String> failure) {
        return failure.map(why -> Finding.problem(
                        "loopback",
                        "a socket on 127.0.0.1 does not work (" + why + ")",
                        "bring up the interface lo (ip link set lo up)"))
                .orElseGet(() -> Finding.ok("loopback", "a byte went through a socket on 127.0.0.1"));
    }

    private Finding sqlite(Path folder) {
        try {
            NativeLibrary.provide(installation).useHere();
            return Software.sqlite(Engine.tried(folder), folder.getParent());
        } catch (IOException | SQLException | UnsatisfiedLinkError e) {
            return Software.noSqlite(folder.getParent(), String.valueOf(e.getMessage()));
        }
    }
}
