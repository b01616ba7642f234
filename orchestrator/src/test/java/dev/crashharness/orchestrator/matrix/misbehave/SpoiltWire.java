package dev.crashharness.orchestrator.matrix.misbehave;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Stands before a publisher and spoils its first reply; all others pass. */
final class SpoiltWire {
    private final String how;
    private final AtomicBoolean spoilt = new AtomicBoolean();

    SpoiltWire(String how) {
        this.how = how;
    }

    /** Where to connect to instead of {@code address}. */
    String before(String address) throws IOException {
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        ServerSocket listener = new ServerSocket(0, 16, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        daemon(() -> accept(listener, port));
        return "127.0.0.1:" + listener.getLocalPort();
    }

    private void accept(ServerSocket listener, int port) {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket publisher = new Socket(InetAddress.getLoopbackAddress(), port);
                daemon(() -> requests(client, publisher));
                daemon(() -> replies(publisher, client));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void requests(Socket client, Socket publisher) {
        try {
            client.getInputStream().transferTo(publisher.getOutputStream());
            publisher.shutdownOutput();
        } catch (IOException gone) {
            // The other direction ends with it.
        }
    }

    private void replies(Socket publisher, Socket client) {
        try (publisher;
                client) {
            BufferedReader lines = ProxyMain.reader(publisher);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (spoilt.compareAndSet(false, true)) {
                    spoil(client, line);
                    return;
                }
                ProxyMain.write(client, line);
            }
        } catch (IOException gone) {
            // The other direction ends with it.
        }
    }

    private void spoil(Socket client, String line) throws IOException {
        switch (how) {
            case "garbage" -> ProxyMain.write(client, "\u0001\u0002 this is no reply {{{");
            case "oversize" -> ProxyMain.write(client, "x".repeat(70_000));
            case "half" -> {
                client.getOutputStream()
                        .write(line.substring(0, line.length() / 2).getBytes(StandardCharsets.UTF_8));
                client.getOutputStream().flush();
            }
            // Until the process dies: a connection that stays open owes its answer.
            case "silence" -> {
                while (!client.isClosed()) {
                    LockSupport.park(this);
                }
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }
}
