package dev.crashharness.crashpoint;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The harness's end of one control connection, and what the child's hooks were told. Each wait ends after 10 s. */
public final class FakeHarness implements AutoCloseable {
    private static final int PATIENCE_MS = 10_000;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    final BlockingQueue<Duration> clock = new LinkedBlockingQueue<>();
    final BlockingQueue<String> lost = new LinkedBlockingQueue<>();
    private Socket socket;
    private BufferedReader lines;
    private String standing;

    public FakeHarness() throws IOException {
        listener.setSoTimeout(PATIENCE_MS);
    }

    Map<String, String> environment(String token) {
        return Map.of(
                "CRASH_HARNESS_CONTROL",
                "127.0.0.1:" + listener.getLocalPort(),
                "CRASH_HARNESS_TOKEN",
                token,
                "CRASH_HARNESS_ROLE",
                "worker",
                "CRASH_HARNESS_INSTANCE",
                "worker-1");
    }

    /** A child that is on its way in, on a thread of its own. */
    CompletableFuture<CrashGate> connecting(String token) {
        GateHooks hooks = new GateHooks(() -> lost.add("lost"), clock::add);
        return CompletableFuture.supplyAsync(() -> {
            try {
                return CrashGate.fromEnvironment(environment(token), hooks);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** A child whose hello was read and accepted. */
    public CrashGate welcome() throws Exception {
        CompletableFuture<CrashGate> child = connecting("s3cret");
        accept();
        read();
        send("ok");
        return within(child);
    }

    void accept() throws IOException {
        socket = listener.accept();
        socket.setSoTimeout(PATIENCE_MS);
        lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    ControlLine read() throws IOException {
        return ControlLine.parse(lines.readLine());
    }

    /** The point that a thread of the child has come to, where it stands now. */
    public String point() throws IOException {
        ControlLine at = read();
        standing = at.words().get(0);
        return at.words().get(1);
    }

    /** Lets it go on. */
    public void go() throws IOException {
        send("go " + standing);
    }

    void send(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void hangUp() throws IOException {
        socket.close();
    }

    static <T> T within(CompletableFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    /** Runs {@code work} on a thread of its own. */
    static CompletableFuture<Void> meanwhile(Runnable work) {
        return CompletableFuture.runAsync(work, command -> {
            Thread thread = new Thread(command, "child");
            thread.setDaemon(true);
            thread.start();
        });
    }

    static List<String> position(ControlLine line) {
        return List.of(line.verb(), line.words().get(1));
    }

    @Override
    public void close() throws IOException {
        listener.close();
        if (socket != null) {
            socket.close();
        }
    }
}
