package dev.crashharness.orchestrator.doctor.rule;

import static dev.crashharness.orchestrator.doctor.rule.Level.DOUBT;
import static dev.crashharness.orchestrator.doctor.rule.Level.OK;
import static dev.crashharness.orchestrator.doctor.rule.Level.PROBLEM;
import static dev.crashharness.orchestrator.doctor.rule.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.database.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each rule with one case of each answer it can give. */
class RulesTest {
    private static final Path FOLDER = Path.of("/results");
    private static final Optional<Path> TOOL = Optional.of(Path.of("/usr/bin/tool"));
    private static final long MIB = 1L << 20;

    @Test
    void aJvmIsOldOrNot() {
        Path java = Path.of("/jdk/bin/java");

        expect(Software.java(Runtime.Version.parse("17.0.15"), java), OK, "17.0.15 at /jdk/bin/java");
        expect(Software.java(Runtime.Version.parse("11.0.2"), java), PROBLEM, "too old; install JDK 17 or newer");
    }

    @Test
    void sqliteIsOldOrNotOrDoesNotLoad() {
        expect(Software.sqlite(new Engine("3.54.1"), FOLDER), OK, "WAL works in /results");
        expect(Software.sqlite(new Engine("3.51.3"), FOLDER), OK, "3.51.3");
        expect(Software.sqlite(new Engine("3.100"), FOLDER), OK, "3.100");
        expect(Software.sqlite(new Engine("3.51.2"), FOLDER), PROBLEM, "can lose a commit");
        expect(Software.noSqlite(FOLDER, "disk I/O error"), PROBLEM, "(disk I/O error); choose a folder");
    }

    @Test
    void toolsAreThereOrNot() {
        expect(Tools.shell(Path.of("/bin/sh"), true), OK, "/bin/sh sends the signals");
        expect(Tools.shell(Path.of("/bin/sh"), false), PROBLEM, "install a POSIX shell");
        expect(Tools.setsid(TOOL), OK, "/usr/bin/tool");
        expect(Tools.setsid(Optional.empty()), WARNING, "install util-linux");
        expect(Tools.setpriv(TOOL), OK, "/usr/bin/tool");
        expect(Tools.setpriv(Optional.empty()), WARNING, "install util-linux");
    }

    @Test
    void straceMayBeMissingButNotBroken() {
        expect(Tools.strace(TOOL, true), OK, "may trace a child");
        expect(Tools.strace(Optional.empty(), false), OK, "only points at system calls would need it");
        expect(Tools.strace(TOOL, false), WARNING, "allow ptrace");
    }

    @Test
    void procIsThereInPartOrNot() {
        expect(Tools.proc(true, true), OK, "can be looked at");
        expect(Tools.proc(true, false), DOUBT, "/proc/locks cannot be read");
        expect(Tools.proc(false, false), DOUBT, "run on Linux");
    }

    @Test
    void resultsAreWritableAndLocalOrNot() {
        expect(Room.results(FOLDER, true, "ext4"), OK, "file system ext4");
        expect(Room.results(FOLDER, true, "nfs4"), DOUBT, "is on nfs4");
        expect(Room.results(FOLDER, false, "ext4"), PROBLEM, "/results cannot be written");
    }

    @Test
    void diskIsPlentyScarceOrGone() {
        expect(Room.disk(FOLDER, 1024 * MIB), OK, "1024 MiB free");
        expect(Room.disk(FOLDER, 1024 * MIB - 1), WARNING, "1023 MiB free");
        expect(Room.disk(FOLDER, 100 * MIB), WARNING, "delete old runs");
        expect(Room.disk(FOLDER, 100 * MIB - 1), PROBLEM, "expected at least 100 MiB");
    }

    @Test
    void memoryIsEnoughForSoManyJobs() {
        expect(Room.memory(1100 * MIB, 2), OK, "2 jobs need 1100 MiB");
        expect(Room.memory(1100 * MIB - 1, 2), DOUBT, "run with fewer --jobs");
        expect(Room.memory(Limits.UNLIMITED, 64), OK, "64 jobs");
    }

    @Test
    void limitsAreEnoughForSoManyJobs() {
        expect(Limits.files(256, 2), OK, "256 are needed");
        expect(Limits.files(255, 2), PROBLEM, "255 open files, expected 256; raise them with ulimit -n");
        expect(Limits.files(Limits.UNLIMITED, 2), OK, "not limited");
        expect(Limits.processes(300, 2), OK, "300 are needed");
        expect(Limits.processes(299, 2), PROBLEM, "--pids-limit, or run with fewer --jobs");
    }

    @Test
    void aLimitIsReadFromTheKernelsTable() {
        List<String> table = List.of(
                "Limit                     Soft Limit           Hard Limit           Units",
                "Max processes             unlimited            unlimited            processes",
                "Max open files            1024                 524288               files");

        assertThat(Limits.soft(table, "Max open files")).isEqualTo(1024);
        assertThat(Limits.soft(table, "Max processes")).isEqualTo(Limits.UNLIMITED);
        assertThat(Limits.soft(List.of(), "Max processes")).isEqualTo(Limits.UNLIMITED);
        assertThat(Limits.number("max")).isEqualTo(Limits.UNLIMITED);
    }

    @Test
    void theWallClockRunsEvenlyOrIsSet() {
        Clocks begin = new Clocks(1_000_000, 5_000_000_000L);

        expect(Clocks.between(begin, new Clocks(1_001_250, 6_000_000_000L)), OK, "evenly for 1000 ms");
        expect(Clocks.between(begin, new Clocks(1_001_251, 6_000_000_000L)), DOUBT, "set by 251 ms");
        expect(Clocks.between(begin, new Clocks(997_000, 6_000_000_000L)), DOUBT, "set by -4000 ms");
    }

    @Test
    void theWorstFindingDecidesAboutTheExit() {
        Finding ok = Finding.ok("a", "fine");
        Finding warning = Finding.warning("b", "so so", "do");
        Finding doubt = Finding.doubt("c", "may be", "do");
        Finding problem = Finding.problem("d", "bad", "do");

        assertThat(Finding.worst(List.of())).isEqualTo(OK);
        assertThat(Finding.worst(List.of(warning, ok)).exitCode()).isZero();
        assertThat(Finding.worst(List.of(ok, doubt, warning)).exitCode()).isEqualTo(101);
        assertThat(Finding.worst(List.of(doubt, problem, ok)).exitCode()).isEqualTo(102);
    }

    @Test
    void aFindingIsOneLineWhateverAnErrorSaid() {
        assertThat(Finding.ok("java", "17").line()).isEqualTo("ok       java       17");
        assertThat(Finding.doubt("proc", "a\nb", "mount it").line()).isEqualTo("warning  proc       a b; mount it");
    }

    private static void expect(Finding finding, Level level, String words) {
        assertThat(finding.level()).as("%s", finding).isEqualTo(level);
        assertThat(finding.line()).contains(words);
        assertThat(finding.fix().isEmpty()).as("a fix in %s", finding).isEqualTo(level == OK);
    }
}
