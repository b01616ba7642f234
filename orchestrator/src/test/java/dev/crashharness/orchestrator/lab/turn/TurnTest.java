package dev.crashharness.orchestrator.lab.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Within one process; what two processes do is for {@code TwoCommandsIT}. */
class TurnTest {
    private static final Path SUBJECT = Path.of("a.sqlite");

    @TempDir
    private Path directory;

    private Path lock;

    @BeforeEach
    void name() {
        lock = directory.resolve("lock");
    }

    @Test
    void aTurnIsTakenOnceAndAgainWhenItIsOver() throws Exception {
        Turn first = Turn.take(lock, SUBJECT);

        assertThatThrownBy(() -> Turn.take(lock, SUBJECT))
                .isInstanceOf(TurnTakenException.class)
                .hasMessage("another command (pid " + ProcessHandle.current().pid()
                        + ") is at work on a.sqlite; nothing was done; try again when it has ended");

        first.close();
        Turn.take(lock, SUBJECT).close();
    }

    @Test
    void whoOnlyReadsIsKeptOutByWhoTookTheTurn() throws Exception {
        Turn first = Turn.take(lock, SUBJECT);

        assertThatThrownBy(() -> Turn.share(lock, SUBJECT)).isInstanceOf(TurnTakenException.class);

        first.close();
        Turn.share(lock, SUBJECT).close();
    }

    @Test
    void whoOnlyReadsMakesNoFile() throws Exception {
        Turn.share(lock, SUBJECT).close();

        assertThat(lock).doesNotExist();
    }

    /** Its process may live on, or another have its number by now. */
    @Test
    void whoHasGivenTheTurnBackIsNamedNoMore() throws Exception {
        Turn.take(lock, SUBJECT).close();
        Turn reader = Turn.share(lock, SUBJECT);

        assertThatThrownBy(() -> Turn.take(lock, SUBJECT)).hasMessageStartingWith("another command is at work on ");

        reader.close();
    }

    @Test
    void aProcessThatBeganWhenThePidWasThereAlreadyIsNotNamed() throws Exception {
        Turn reader = sharedTurnOn(Long.toString(ProcessHandle.current().pid()));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.EPOCH));

        assertThatThrownBy(() -> Turn.take(lock, SUBJECT)).hasMessageStartingWith("another command is at work on ");

        reader.close();
    }

    /** One that was killed has left it there, and somebody reads now. */
    @Test
    void aPidThatNobodyHasIsNotNamed() throws Exception {
        Turn reader = sharedTurnOn("999999999");

        assertThatThrownBy(() -> Turn.take(lock, SUBJECT)).hasMessageStartingWith("another command is at work on ");

        reader.close();
    }

    @Test
    void aLockFileThatHoldsNoPidIsNoReasonToFail() throws Exception {
        Turn reader = sharedTurnOn("what somebody wrote into it, much longer than any number of a process");

        assertThatThrownBy(() -> Turn.take(lock, SUBJECT)).hasMessageStartingWith("another command is at work on ");

        reader.close();
    }

    private Turn sharedTurnOn(String content) throws Exception {
        Files.writeString(lock, content);
        return Turn.share(lock, SUBJECT);
    }
}
