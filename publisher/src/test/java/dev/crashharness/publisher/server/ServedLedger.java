package dev.crashharness.publisher.server;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A real server on a new ledger under {@code dedup-query}, which serves until it is closed; for one test. */
final class ServedLedger {
    private final Ledger ledger;
    private final PublisherServer server;
    private final CompletableFuture<Void> serving;

    ServedLedger(Path file, String token) throws Exception {
        this.ledger = Ledger.open(file, Contract.DEDUP_QUERY, InstantSource.system());
        this.server = PublisherServer.listen(new Conversation(ledger, CrashGate.disarmed(), token));
        this.serving = CompletableFuture.runAsync(this::serve);
    }

    private void serve() {
        try {
            server.serve();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    InetSocketAddress address() {
        return server.address();
    }

    /** Takes no more connections, and ends those that are open. */
    void stop() throws IOException {
        server.close();
    }

    /** Completes when the server serves nobody any more. */
    CompletableFuture<Void> serving() {
        return serving;
    }

    void close() throws Exception {
        stop();
        serving.get(10, TimeUnit.SECONDS);
        ledger.close();
    }
}
