package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkFolderTest {
    private final ExecutorService threads = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() throws Exception {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    /** The folder was deleted while worker and publisher still wrote into it, and what they wrote was left. */
    @Test
    void aSignalEndsTheWorkBeforeItsFolderIsDeleted() throws Exception {
        CompletableFuture<WorkFolder> opened = new CompletableFuture<>();
        CountDownLatch never = new CountDownLatch(1);
        Future<Boolean> work = threads.submit(() -> {
            try (WorkFolder folder = WorkFolder.open("work-folder-test")) {
                opened.complete(folder);
                never.await();
                return false;
            } catch (InterruptedException expected) {
                return true;
            }
        });
        WorkFolder folder = opened.get();
        Files.writeString(Files.createDirectories(folder.path().resolve("run")).resolve("store"), "x");

        folder.breakOff();

        assertThat(folder.path()).doesNotExist();
        assertThat(work.get()).as("it was interrupted").isTrue();
    }

    /** What a dying process writes last is written while it is waited for. */
    @Test
    void whatTheWorkStillWritesOnItsWayOutIsDeletedToo() throws Exception {
        CompletableFuture<WorkFolder> opened = new CompletableFuture<>();
        CountDownLatch never = new CountDownLatch(1);
        Future<?> work = threads.submit(() -> {
            try (WorkFolder folder = WorkFolder.open("work-folder-test")) {
                opened.complete(folder);
                try {
                    never.await();
                } finally {
                    Files.createDirectories(folder.path().resolve("run/logs"));
                }
            }
            return null;
        });
        Path path = opened.get().path();

        opened.get().breakOff();

        assertThatThrownBy(work::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(path).doesNotExist();
    }

    /** At its normal end the process runs its hooks too. */
    @Test
    void whatIsClosedIsNotBrokenOff() throws Exception {
        WorkFolder folder = WorkFolder.open("work-folder-test");
        folder.close();

        assertThatCode(folder::breakOff).doesNotThrowAnyException();

        assertThat(Thread.interrupted()).isFalse();
        assertThat(folder.path()).doesNotExist();
    }
}
