package dev.crashharness.orchestrator.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of the kernel's lock table, as they were seen. */
class HeldLockTest {
    @ParameterizedTest(name = "bytes {0} to {1}, {2}: {3}")
    @CsvSource({
        "120, 120, WRITE, true",
        "120, 120, READ, false",
        "123, 123, WRITE, false",
        "0, EOF, WRITE, true",
        "1073741825, 1073741825, WRITE, true",
        "1073741826, 1073742335, READ, false",
        "1073741826, 1073742335, WRITE, false",
    })
    void onlyAWriteLockOnTheWritersByteKeepsOthersOut(String first, String last, String mode, boolean expected) {
        HeldLock lock = lock(first, last, mode);

        assertThat(lock.pid()).isEqualTo(4711);
        assertThat(lock.inode()).isEqualTo(131);
        assertThat(lock.device()).isEqualTo("fe:00");
        assertThat(lock.isSqliteWriteLock()).isEqualTo(expected);
    }

    private static HeldLock lock(String first, String last, String mode) {
        return HeldLock.parse("7: POSIX  ADVISORY  " + mode + " 4711 fe:00:131 " + first + " " + last)
                .orElseThrow();
    }

    /** An engine that opens a connection for each statement was stopped while one of them closed: all others met SQLITE_BUSY. */
    @ParameterizedTest
    @CsvSource({
        "120, 120, WRITE, true",
        "122, 122, WRITE, true",
        "128, 128, WRITE, true",
        "128, 128, READ, false",
        "129, 129, WRITE, false",
        "1073741824, 1073741824, WRITE, true",
        "1073741826, 1073742335, WRITE, true",
        "1073741826, 1073742335, READ, false",
    })
    void whoeverStopsAProcessLooksForMoreThanAWritersLock(String first, String last, String mode, boolean expected) {
        assertThat(lock(first, last, mode).mayKeepOthersOut()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1: -> POSIX  ADVISORY  WRITE 4711 fe:00:131 120 120", "", "nonsense", "1: OFDLCK ADVISORY"})
    void whoWaitsForALockDoesNotHoldIt(String line) {
        assertThat(HeldLock.parse(line)).isEmpty();
    }

    /** A JVM whose performance data are not switched off was taken for one inside a transaction, and could never be stopped. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "5: FLOCK  ADVISORY  WRITE 14909 fe:00:2154527 0 EOF",
                "1: OFDLCK ADVISORY  WRITE -1 00:05:1036 0 EOF",
            })
    void aLockOfAnotherKindIsNoneOfSqlites(String line) {
        assertThat(HeldLock.parse(line)).isEmpty();
    }
}
