package dev.crashharness.orchestrator.process.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.process.trace.Trace.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines as strace 6.1 has written them. */
class TraceTest {
    private static final Watched WRITE = Watched.file("write", "write", Set.of("/tmp/out"));
    private static final Watched FSYNC = Watched.file("fsync", "fsync", Set.of("/tmp/out", "/private/tmp/out"));
    private static final Watched UNLINK = Watched.file("unlink", "unlink", Set.of("/tmp/out"));

    @TempDir
    private Path here;

    @Test
    void aCallThatItsProcessDiedInHasNoResult() throws IOException {
        Trace trace = read(
                "1437  write(1</tmp/out>, \"\"..., 6) = 6",
                "1437  write(1</tmp/out>, \"\"..., 6) = ?",
                "1437  +++ killed by SIGKILL +++");

        assertThat(trace.calls()).containsExactly(new Call("write", 1437, 1, true), new Call("write", 1437, 2, false));
        assertThat(trace.killed()).containsExactly(1437L);
    }

    @Test
    void eachThreadCountsForItselfAsTheTracerDoes() throws IOException {
        Trace trace = read(
                "1  fsync(3</tmp/out>)                = 0",
                "2  fsync(9</private/tmp/out>)        = 0",
                "1  fsync(3</tmp/out>)                = -1 EIO (Input/output error)");

        assertThat(trace.calls())
                .containsExactly(
                        new Call("fsync", 1, 1, true), new Call("fsync", 2, 1, true), new Call("fsync", 1, 2, true));
    }

    @Test
    void onlyTheNamedCallsOnTheNamedFilesAreSeen() throws IOException {
        Trace trace = read(
                "1  fsync(3</tmp/out-wal>)            = 0",
                "1  fsync(3</tmp/out>(deleted))       = 0",
                "1  fdatasync(3</tmp/out>)            = 0",
                "1  unlink(\"/tmp/out\")               = 0",
                "1  unlink(\"/tmp/ou\")                = 0",
                "1  --- SIGCHLD {si_signo=SIGCHLD, si_code=SI_USER, si_pid=7, si_uid=0} ---",
                "1  write(1</tmp/out>");

        assertThat(trace.calls()).extracting(Call::name).containsExactly("fsync", "unlink", "write");
        assertThat(trace.forked()).isEmpty();
    }

    @Test
    void aCallThatIsResumedHasTheResultOfItsSecondHalf() throws IOException {
        Trace trace = read(
                "1  fsync(3</tmp/out> <unfinished ...>",
                "2  write(3</tmp/out>, \"\"..., 1 <unfinished ...>",
                "1  <... fsync resumed>)              = 0",
                "2  <... write resumed>)              = ?",
                "2  +++ killed by SIGKILL +++",
                "1  +++ killed by SIGKILL +++");

        assertThat(trace.calls()).containsExactly(new Call("fsync", 1, 1, true), new Call("write", 2, 1, false));
        assertThat(trace.killed()).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void aProcessWhoseEndItsParentHearsOfIsNotTheWorkerItself() throws IOException {
        Trace trace = read(
                "1498  write(1</tmp/out>, \"\"..., 6) = 6",
                "1524  fsync(3</tmp/out>)           = ?",
                "1524  +++ killed by SIGKILL +++",
                "1498  --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_KILLED, si_pid=1524, si_uid=0, si_status=SIGKILL,"
                        + " si_utime=0, si_stime=0} ---",
                "1498  +++ exited with 0 +++");

        assertThat(trace.forked()).containsExactly(1524L);
        assertThat(trace.own()).extracting(Call::name).containsExactly("write");
    }

    @Test
    void aPathBeyondAsciiIsReadAsItsName() throws IOException {
        Watched watched = Watched.file("odd", "fsync", Set.of("/tmp/é <a>\t\"\\"));

        Trace trace = Trace.read(
                Files.writeString(here.resolve("log"), "1  fsync(3</tmp/\\303\\251 \\74a\\76\\t\"\\\\>) = 0\n"),
                List.of(watched));

        assertThat(trace.calls()).hasSize(1);
    }

    @Test
    void aSocketsCallsAreCountedWithThoseOnEverythingElse() throws IOException {
        List<Watched> watched =
                List.of(Watched.socket("connect", "connect", 4000), Watched.socket("write", "write", 4000));

        Trace trace = Trace.read(
                Files.writeString(
                        here.resolve("log"),
                        """
                        1  connect(3<TCP:[9]>, {sa_family=AF_INET, sin_port=htons(40001), sin_addr=inet_addr("127.0.0.1")}, 16) = 0
                        1  connect(4<TCP:[10]>, {sa_family=AF_INET, sin_port=htons(4000), sin_addr=inet_addr("127.0.0.1")}, 16) = 0
                        1  write(3<TCP:[127.0.0.1:5000->127.0.0.1:40001]>, ""..., 9) = 9
                        1  write(2</tmp/log>, ""..., 9) = 9
                        1  write(4<TCP:[127.0.0.1:5001->127.0.0.1:4000]>, ""..., 9) = 9
                        2  write(4<TCPv6:[[::ffff:127.0.0.1]:5001->[::ffff:127.0.0.1]:4000]>, ""..., 9) = 9
                        """),
                watched);

        assertThat(trace.calls())
                .containsExactly(
                        new Call("connect", 1, 2, true), new Call("write", 1, 3, true), new Call("write", 2, 1, true));
    }

    @Test
    void noMoreHitsAreKeptThanAFaultCanName() throws IOException {
        String[] lines = new String[1_200];
        Arrays.fill(lines, "1  fsync(3</tmp/out>) = 0");

        assertThat(read(lines).calls()).hasSize(Trace.MOST_HITS);
    }

    private Trace read(String... lines) throws IOException {
        return Trace.read(
                Files.writeString(here.resolve("log"), String.join("\n", lines)), List.of(WRITE, FSYNC, UNLINK));
    }
}
