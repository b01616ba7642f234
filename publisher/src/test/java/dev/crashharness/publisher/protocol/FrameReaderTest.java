package dev.crashharness.publisher.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.FrameReader.Read;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FrameReaderTest {
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private SocketPair sockets;
    private FrameReader reader;

    @BeforeEach
    void connect() throws IOException {
        sockets = new SocketPair();
        reader = new FrameReader(sockets.here);
    }

    @AfterEach
    void close() throws IOException {
        sockets.close();
    }

    @Test
    void framesAreHandedOutOneByOneWithoutTheirNewline() throws IOException {
        sockets.peerSends("{\"a\":1}\nGrüße\n\n");

        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Whole("{\"a\":1}"));
        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Whole("Grüße"));
        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Whole(""));
    }

    @Test
    void aPeerThatClosesBetweenTwoFramesHasEnded() throws IOException {
        sockets.peerSends("one\n");
        sockets.peer.close();

        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Whole("one"));
        assertThat(reader.read(PATIENT)).isEqualTo(new Read.End());
    }

    @Test
    void aFrameCutShortIsNeverHandedOut() throws IOException {
        sockets.peerSends("{\"receipt\":\"r-1");
        sockets.peer.close();

        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Cut("closed in mid frame", 15));
    }

    @Test
    void aResetIsACutAndSaysSo() throws IOException {
        sockets.peer.setSoLinger(true, 0);
        sockets.peer.close();

        assertThat(reader.read(PATIENT)).isInstanceOfSatisfying(Read.Cut.class, cut -> {
            assertThat(cut.why()).startsWith("connection broken");
            assertThat(cut.bytes()).isZero();
        });
    }

    @Test
    void theLongestFrameIsWholeAndOneByteMoreIsOversize() throws IOException {
        String longest = "x".repeat(FrameReader.MAX_BYTES - 1);
        sockets.peerSends(longest + "\n");
        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Whole(longest));

        sockets.peerSends(longest + "x");
        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Oversize());
    }

    @Test
    void aFrameThatIsNoUtf8IsNotGuessedAt() throws IOException {
        sockets.peerSends(new byte[] {'a', (byte) 0xc3, '\n', 'b', '\n'});

        assertThat(reader.read(PATIENT)).isEqualTo(new Read.NotText());
        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Whole("b"));
    }

    @Test
    void aSilentPeerIsACutThatSaysHowMuchHadCome() throws IOException {
        sockets.peerSends("abc");

        assertThat(reader.read(Duration.ofSeconds(1))).isEqualTo(new Read.Cut("not all of it came within 1000 ms", 3));
    }

    /** A peer that sends a byte each half millisecond was read for ever: each one got a millisecond of its own. */
    @Test
    void whatComesAfterTheDeadlineIsNotRead() throws IOException {
        sockets.peerSends("abc\n");

        assertThat(reader.read(Duration.ofNanos(1))).isEqualTo(new Read.Cut("not all of it came within 0 ms", 0));
        assertThat(reader.read(PATIENT)).isEqualTo(new Read.Whole("abc"));
    }

    @Test
    void aTricklingPeerDoesNotExtendTheTimeout() throws IOException {
        sockets.peerSends("x");
        ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
        try {
            ScheduledFuture<?> bytes = trickle.scheduleAtFixedRate(this::sendOneByte, 0, 20, TimeUnit.MILLISECONDS);
            long startNs = System.nanoTime();

            Read read = reader.read(Duration.ofSeconds(1));

            Duration took = Duration.ofNanos(System.nanoTime() - startNs);
            assertThat(bytes.isDone()).isFalse();
            assertThat(read).isInstanceOfSatisfying(Read.Cut.class, cut -> {
                assertThat(cut.why()).isEqualTo("not all of it came within 1000 ms");
                assertThat(cut.bytes()).isPositive();
            });
            assertThat(took).isBetween(Duration.ofMillis(999), Duration.ofSeconds(20));
        } finally {
            trickle.shutdownNow();
        }
    }

    private void sendOneByte() {
        try {
            sockets.peerSends("x");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
