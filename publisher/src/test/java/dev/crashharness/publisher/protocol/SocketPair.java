package dev.crashharness.publisher.protocol;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Both ends of one loopback connection. */
final class SocketPair implements AutoCloseable {
    final Socket here;
    final Socket peer;

    SocketPair() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            here = new Socket(listener.getInetAddress(), listener.getLocalPort());
            peer = listener.accept();
        }
    }

    void peerSends(String text) throws IOException {
        peerSends(text.getBytes(StandardCharsets.UTF_8));
    }

    void peerSends(byte[] bytes) throws IOException {
        peer.getOutputStream().write(bytes);
    }

    @Override
    public void close() throws IOException {
        here.close();
        peer.close();
    }
}
