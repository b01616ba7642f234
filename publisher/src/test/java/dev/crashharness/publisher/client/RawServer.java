package dev.crashharness.publisher.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Reads one frame per connection, answers what it was told to, and remembers all that came in. */
final class RawServer implements AutoCloseable {
    /** What to do with a connection whose request has been read. */
    interface Manner {
        void answer(Socket socket) throws IOException, InterruptedException;
    }

    private final ServerSocket listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<String> requests = new CopyOnWriteArrayList<>();

    RawServer(Manner manner) throws IOException {
        Thread thread = new Thread(() -> serve(manner), "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Answers {@code bytes} and closes. */
    static RawServer saying(String bytes) throws IOException {
        return new RawServer(socket -> socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8)));
    }

    /** Answers {@code bytes}, counts {@code said} down, and neither goes on nor closes. */
    static RawServer silentAfter(String bytes, CountDownLatch said) throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        return new RawServer(socket -> {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
            said.countDown();
            never.await();
        });
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** All frames so far, one per connection. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    private void serve(Manner manner) {
        while (closed.getCount() > 0) {
            try (Socket socket = listener.accept()) {
                requests.add(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                        .readLine());
                manner.answer(socket);
            } catch (SocketException e) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listener.close();
    }
}
