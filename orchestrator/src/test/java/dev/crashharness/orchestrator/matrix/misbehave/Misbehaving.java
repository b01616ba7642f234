package dev.crashharness.orchestrator.matrix.misbehave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.session.Hold.Parked;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Bench;
import dev.crashharness.orchestrator.matrix.Examination;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.archive.ArchiveMaker;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs whole cells in this JVM, with real children of which one misbehaves: the first worker, whose command is a shell that does
 * something and then becomes the right one, or something else.
 */
abstract class Misbehaving {
    /** Long enough for a handful of JVMs on a busy machine. */
    static final Duration DEADLINE = Duration.ofSeconds(60);

    private static final String BECOMES_THE_WORKER = "exec \"$@\"";

    @TempDir
    static Path directory;

    private static Launcher launcher;
    private static Bench bench;
    private static int cells;

    @BeforeAll
    static void prepareBench() throws Exception {
        Installation installation = Installation.current();
        NativeLibrary library = NativeLibrary.provide(installation);
        library.useHere();
        launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT);
        Target right = new Targets(
                        installation,
                        library,
                        new ArchiveMaker(launcher).make(installation).archives())
                .bundled();
        bench = Bench.prepare(
                right,
                launcher,
                Stream.of("dedup-query/none", "blind/none", "dedup-query/none?store=delete")
                        .map(Cell::parse)
                        .toList(),
                directory.resolve("templates"));
    }

    @AfterAll
    static void closeLauncher() {
        launcher.close();
    }

    /** The pair that comes with the harness. */
    static Target right() {
        return bench.target();
    }

    /** Worker 1 does {@code script} before it becomes the right one; all others are right. */
    static Target firstWorker(String script) {
        String first = "if [ \"$CRASH_HARNESS_INSTANCE\" = worker-1 ]; then " + script + "\nfi; " + BECOMES_THE_WORKER;
        return with(
                words -> Stream.concat(Stream.of("/bin/sh", "-c", first, "sh"), words.stream())
                        .toList(),
                right().programs().publisher());
    }

    /** Worker 1 speaks through a {@link ProxyMain}. */
    static Target firstWorkerThat(String behaviour, String point) {
        String proxy =
                proxy(behaviour, point).stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        return firstWorker("exec " + proxy + " \"$@\"");
    }

    /** The publisher speaks through a {@link ProxyMain}. */
    static Target publisherThat(String behaviour) {
        return publisherThat(behaviour, "-");
    }

    /** The same at {@code point}. */
    static Target publisherThat(String behaviour, String point) {
        List<String> words = new ArrayList<>(proxy(behaviour, point));
        words.addAll(right().programs().publisher());
        return with(UnaryOperator.identity(), words);
    }

    /** The right pair with each command of the worker changed, and another publisher. */
    static Target with(UnaryOperator<List<String>> change, List<String> publisher) {
        Programs right = right().programs();
        Map<String, List<String>> worker = right.worker().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, command -> change.apply(command.getValue())));
        Programs programs = new Programs(
                worker,
                publisher,
                right.intruder(),
                right.watcher(),
                right.setup(),
                right.environment(),
                right.source());
        return new Target("misbehaving", programs, right().link(), right().scope(), right().criteria());
    }

    /** The words that start a program of the tests. */
    static List<String> java(Class<?> main) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java,
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // One that is killed would leave SQLite's library behind.
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                classPath,
                main.getName());
    }

    private static List<String> proxy(String behaviour, String point) {
        List<String> words = new ArrayList<>(java(ProxyMain.class));
        words.add(behaviour);
        words.add(point);
        return words;
    }

    /** Runs {@code id} against {@code target} and requires that nobody is left. */
    static Examination run(String id, Target target) throws IOException, InterruptedException {
        return run(id, target, Hold.NOT, DEADLINE);
    }

    /** The same with {@code hold} between each park and its kill. */
    static Examination run(String id, Target target, Hold hold, Duration deadline)
            throws IOException, InterruptedException {
        return run(id, target, hold, deadline, false);
    }

    /** The same; {@code dry}: after the hold the parked process is let go. */
    static Examination run(String id, Target target, Hold hold, Duration deadline, boolean dry)
            throws IOException, InterruptedException {
        PlannedCell planned = PlannedCell.of(Cell.parse(id));
        Path cell = directory.resolve("cells").resolve(Integer.toString(++cells));
        CellPlan plan = new CellPlan(planned.cell(), target, cell, bench.template(planned.cell()), dry, deadline, hold);
        Examination found = Examination.of(planned, plan, launcher, true);
        assertNobodyIsLeft(found, cell);
        return found;
    }

    /** Neither a child, nor anything that was started below the cell's directory. */
    private static void assertNobodyIsLeft(Examination found, Path cell) {
        assertThat(found.history().events(EventType.SPAWN).map(spawn -> Long.parseLong(spawn.get("pid"))))
                .noneMatch(pid -> ProcessHandle.of(pid).isPresent());
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse("")))
                .noneMatch(line -> line.contains(cell.toString()));
    }

    /** The cell's folder of logs. */
    static Path logs(Examination found) {
        return directory
                .resolve("cells")
                .resolve(Path.of(found.verdict().dir()).getFileName())
                .resolve("logs");
    }

    static void assertProvesNothing(Examination found, String check, String message) {
        assertThat(found.verdict().verdict()).as(found.verdict().message()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(found.verdict().reason()).isEqualTo(check);
        assertThat(found.verdict().message()).contains(message);
    }

    static void assertPassed(Examination found) {
        assertThat(found.verdict().verdict()).as(found.verdict().message()).isEqualTo(Verdict.PASS);
    }

    /** Ended by a signal of somebody who is not the harness. */
    static void signal(String name, long pid) throws InterruptedException {
        try {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Until the child that runs on has come to its next point; without this a kill could still come in time. */
    static void untilItRanOn(Parked parked) {
        Path mark = parked.place().logs().resolve("misbehaved");
        // The mark is made when the line is in the harness's socket, and it must be read from there.
        await().atMost(Duration.ofSeconds(20)).during(Duration.ofMillis(500)).until(() -> Files.exists(mark));
    }

    /** Its parent may reap it at any moment. */
    static boolean isGone(long pid) {
        return ProcessStat.read(pid).map(ProcessStat::gone).orElse(true);
    }

    static String text(Path file) throws IOException {
        return Files.readString(file);
    }
}
