package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Cells;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.process.kernel.OutOfMemory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock of a stranger's process takes one: LockedStoreIT. */
class MachineTest {
    private static final long RESERVED = 0x40000001L;
    private static final Ending ENDING = new Ending(Ending.Kind.FINISHED, "", List.of("worker-1 left pid 4711"));

    @TempDir
    private Path directory;

    /** It resisted its kill and still holds what it had locked: told as a stranger's, a person would look for one. */
    @Test
    void whatTheCellItselfLeftBehindIsNoStranger() throws IOException {
        Place place = place();
        Files.createFile(place.ledger());
        long holder = ProcessHandle.current().pid();

        try (FileChannel channel =
                        FileChannel.open(place.store(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock(RESERVED, 1, false)) {
            assertThat(lock.isValid()).isTrue();

            assertThat(Machine.now().judged(ENDING, place, Set.of(holder))).isEqualTo(ENDING);
            Ending stranger = Machine.now().judged(ENDING, place, Set.of(4711L));
            assertThat(stranger.kind()).isEqualTo(Ending.Kind.HARNESS_FAILED);
            assertThat(stranger.detail())
                    .startsWith("pid " + holder + " (")
                    .contains("which is no process of this cell");
        }
    }

    /** From the kernel's counter to the verdict: no group of processes can be made small in a test. */
    @Test
    void aChildThatDiedWhileTheKernelKilledForMemoryIsTheMachinesFailure() throws IOException {
        Path counter = Files.writeString(directory.resolve("memory.events"), "oom 1\noom_kill 1\n");
        Machine machine = Machine.asCountedBy(new OutOfMemory(counter));
        Ending died = new Ending(Ending.Kind.CHILD_FAILED, "worker-1 ended by itself with exit 137", List.of());

        assertThat(judged(machine.judged(died, place(), Set.of())).reason())
                .as("it was killed before this cell began")
                .isNotEqualTo("harness_failed");
        Files.writeString(counter, "oom 2\noom_kill 3\n");
        assertThat(machine.judged(ENDING, place(), Set.of()))
                .as("nobody of this cell died of it")
                .isEqualTo(ENDING);
        Judgement judgement = judged(machine.judged(died, place(), Set.of()));

        assertThat(judgement.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(judgement.reason()).isEqualTo("harness_failed");
        assertThat(judgement.message())
                .startsWith("the kernel has killed 2 processes of this control group for want of memory")
                .endsWith("; before that: worker-1 ended by itself with exit 137");
    }

    private static Judgement judged(Ending ending) {
        Run run = new Run(Cells.dedupQuery()).spawn().claim().commit("collect").exit(137, false);
        return new Judge().judge(run.ending(ending.kind(), ending.detail()).finish());
    }

    private Place place() throws IOException {
        Place place = Place.ofCell(directory);
        Files.createDirectories(place.store().getParent());
        return place;
    }
}
