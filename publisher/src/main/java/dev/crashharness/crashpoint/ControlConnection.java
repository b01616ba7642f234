package dev.crashharness.crashpoint;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** One child's socket to the harness: many threads announce, one daemon thread reads the answers. */
final class ControlConnection {
    private static final int HELLO_TIMEOUT_MS = 10_000;

    private final Socket socket;
    private final BufferedReader reader;
    private final GateHooks hooks;
    private final AtomicLong serial = new AtomicLong();
    private final Map<Long, CountDownLatch> parked = new ConcurrentHashMap<>();
    private final AtomicBoolean closedHere = new AtomicBoolean();

    private ControlConnection(Socket socket, GateHooks hooks) throws IOException {
        this.socket = socket;
        this.hooks = hooks;
        this.reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    static ControlConnection open(String hostAndPort, ControlLine hello, GateHooks hooks) throws IOException {
        Socket socket = connect(hostAndPort);
        try {
            ControlConnection connection = new ControlConnection(socket, hooks);
            connection.greet(hello, hostAndPort);
            return connection;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static Socket connect(String hostAndPort) throws IOException {
        InetSocketAddress harness = address(hostAndPort);
        Socket socket = new Socket();
        try {
            socket.connect(harness, HELLO_TIMEOUT_MS);
            // Each line is a decision somebody waits for; Nagle would add up to 40 ms to every point.
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw new IOException("the harness at " + hostAndPort + " cannot be reached: " + e.getMessage(), e);
        }
    }

    private static InetSocketAddress address(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        try {
            if (colon > 0) {
                return new InetSocketAddress(
                        hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1)));
            }
        } catch (IllegalArgumentException e) {
            // Falls through: no number, or none of a port.
        }
        throw new IllegalArgumentException("CRASH_HARNESS_CONTROL is '" + hostAndPort + "', expected host:port");
    }

    private void greet(ControlLine hello, String peer) throws IOException {
        send(hello);
        socket.setSoTimeout(HELLO_TIMEOUT_MS);
        String answer = reader.readLine();
        if (!"ok".equals(answer)) {
            throw new IOException("the harness at " + peer + " did not accept this child (answer: " + answer
                    + "); the token, role or instance is not the one it expects");
        }
        socket.setSoTimeout(0);
        Thread thread = new Thread(this::readAnswers, "control-reader");
        thread.setDaemon(true);
        thread.start();
    }

    void announce(String point, Map<String, String> fields) {
        long number = serial.incrementAndGet();
        CountDownLatch answered = new CountDownLatch(1);
        parked.put(number, answered);
        send(new ControlLine("at", List.of(Long.toString(number), point), fields));
        try {
            // No deadline on purpose: only the harness ends a park, and when it is gone onLost ends the process.
            answered.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while parked at " + point + "; nothing after it was done", e);
        }
    }

    /** A dead harness is noticed by the reader, so a failed write needs no handling of its own. */
    void send(ControlLine line) {
        byte[] bytes = (line.print() + "\n").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > ControlLine.MAX_BYTES) {
            throw new IllegalArgumentException("a control line of " + bytes.length + " bytes is longer than "
                    + ControlLine.MAX_BYTES + " (verb " + line.verb() + "); send less in it");
        }
        try {
            synchronized (socket) {
                socket.getOutputStream().write(bytes);
            }
        } catch (IOException e) {
            lost();
        }
    }

    private void readAnswers() {
        try {
            String line;
            while ((line = reader.readLine()) != null) {
                answer(ControlLine.parse(line));
            }
        } catch (IOException | RuntimeException e) {
            // Falls through: a connection that can no longer be understood is as good as closed.
        }
        lost();
    }

    private void answer(ControlLine line) {
        switch (line.verb()) {
            case "go" -> {
                CountDownLatch waiting =
                        parked.remove(Long.parseLong(line.words().get(0)));
                if (waiting != null) {
                    waiting.countDown();
                }
            }
            case "clock" -> {
                hooks.onClock()
                        .accept(Duration.ofMillis(Long.parseLong(line.words().get(1))));
                send(ControlLine.of("ok", line.words().get(0)));
            }
            default -> throw new IllegalArgumentException("unknown verb " + line.verb());
        }
    }

    private void lost() {
        if (closedHere.compareAndSet(false, true)) {
            hooks.onLost().run();
        }
    }

    void close() {
        closedHere.set(true);
        try {
            socket.close();
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }
}
