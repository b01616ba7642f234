package dev.crashharness.publisher.server.http;

import com.sun.net.httpserver.HttpServer;
import dev.crashharness.publisher.server.Face;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Serves HTTP/1.1 on the JDK's own server; each request has a thread of its own, because it may stand at a point. */
public final class HttpFace implements Face {
    private static final int MAX_CONNECTIONS = 64;

    private final HttpServer server;
    private final ExecutorService threads;
    private final CountDownLatch closed = new CountDownLatch(1);

    private HttpFace(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /** Binds port 0: a free port that is looked for first can be taken before it is bound. */
    public static HttpFace listen(Effects effects) throws IOException {
        // The server reads these once. Head and body are two writes: with Nagle's algorithm each reply takes 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("jdk.httpserver.maxConnections", Integer.toString(MAX_CONNECTIONS));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        // A connection has one request at a time, whose thread may still be on its way out when the next one begins:
        // with two for each connection nobody is turned away.
        ExecutorService threads = new ThreadPoolExecutor(
                0, 2 * MAX_CONNECTIONS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), HttpFace::daemon);
        server.setExecutor(threads);
        server.createContext("/", effects);
        server.start();
        return new HttpFace(server, threads);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "http-request");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void serve() throws IOException {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("serving was interrupted", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        closed.countDown();
    }
}
