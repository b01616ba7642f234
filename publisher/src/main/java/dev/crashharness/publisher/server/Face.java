package dev.crashharness.publisher.server;

import java.io.IOException;
import java.net.InetSocketAddress;

/** One way to talk to a publisher, on a loopback port of the kernel's choosing. */
public interface Face extends AutoCloseable {
    /** The address that clients connect to. */
    InetSocketAddress address();

    /** Answers until {@link #close}. */
    void serve() throws IOException;

    @Override
    void close() throws IOException;
}
