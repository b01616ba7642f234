package dev.crashharness.orchestrator.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteLockTest {
    private static final long RESERVED = 0x40000001L;

    @TempDir
    private Path directory;

    /** Two file systems number their files independently: the lock on another one's file was told as one on the store. */
    @Test
    void theSameInodeOnAnotherDeviceIsAnotherFile() throws IOException {
        Path database = Files.createFile(directory.resolve("store.sqlite"));
        LockedFile file = LockedFile.at(database).orElseThrow();
        String own = file.devices().iterator().next();

        assertThat(WriteLock.on(database, table("7f:7f", file.inode()))).isEmpty();
        assertThat(WriteLock.on(database, table(own, file.inode() + 1))).isEmpty();
        assertThat(WriteLock.on(database, table(own, file.inode())))
                .hasValueSatisfying(lock -> assertThat(lock.pid()).isEqualTo(4711));
    }

    @Test
    void theLockOnTheSharedMemoryIsOneOnItsDatabase() throws IOException {
        Path database = Files.createFile(directory.resolve("store.sqlite"));
        LockedFile shared = LockedFile.at(Files.createFile(directory.resolve("store.sqlite-shm")))
                .orElseThrow();

        assertThat(WriteLock.on(database, table(shared.devices().iterator().next(), shared.inode())))
                .isPresent();
    }

    /** The table of this very kernel: whatever it calls the device of a file, the file is found in it. */
    @Test
    void aLockOfThisProcessIsFoundInTheKernelsOwnTable() throws IOException {
        Path database = Files.createFile(directory.resolve("store.sqlite"));
        assertThat(WriteLock.on(database)).isEmpty();

        try (FileChannel channel = FileChannel.open(database, StandardOpenOption.WRITE);
                FileLock lock = channel.lock(RESERVED, 1, false)) {
            assertThat(lock.isValid()).isTrue();
            assertThat(WriteLock.on(database)).hasValueSatisfying(holder -> assertThat(holder.pid())
                    .isEqualTo(ProcessHandle.current().pid()));
        }
    }

    @Test
    void aDeviceIsSpelledAsTheTableDoes() {
        assertThat(LockedFile.ofStat(0xfe00)).isEqualTo("fe:00");
        assertThat(LockedFile.ofStat(0x2a)).isEqualTo("00:2a");
        assertThat(LockedFile.ofStat(0x10307)).as("more than 255 drivers").isEqualTo("103:07");
        assertThat(LockedFile.ofStat(0x10082c)).as("more than 255 disks").isEqualTo("08:12c");
    }

    /** On btrfs and overlayfs stat names another device than the table. */
    @Test
    void theInnermostMountSaysWhichDeviceItIs() {
        List<String> mounts = List.of(
                "30 22 0:45 /@home /home rw shared:1 - btrfs /dev/vda3 rw",
                "31 30 254:16 / /home/ann/my\\040disk rw - ext4 /dev/vdb rw",
                "22 1 0:21 / / rw,relatime - overlay overlay rw",
                "odd");

        assertThat(LockedFile.ofMount(mounts, Path.of("/tmp/store.sqlite"))).contains("00:15");
        assertThat(LockedFile.ofMount(mounts, Path.of("/home/ann/store.sqlite")))
                .contains("00:2d");
        assertThat(LockedFile.ofMount(mounts, Path.of("/home/ann/my disk/store.sqlite")))
                .contains("fe:10");
        assertThat(LockedFile.ofMount(List.of(), Path.of("/tmp"))).isEmpty();
    }

    private Path table(String device, long inode) throws IOException {
        return Files.write(
                directory.resolve("locks"),
                List.of(
                        "1: POSIX  ADVISORY  READ  12 " + device + ":" + inode + " 1073741826 1073742335",
                        "2: POSIX  ADVISORY  WRITE 4711 " + device + ":" + inode + " 120 120",
                        "3: FLOCK  ADVISORY  WRITE 13 " + device + ":" + inode + " 0 EOF"));
    }
}
