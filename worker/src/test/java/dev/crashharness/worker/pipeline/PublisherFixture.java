package dev.crashharness.worker.pipeline;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Decisions;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.ledger.Terms;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.server.Conversation;
import dev.crashharness.publisher.server.PublisherServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A real publisher in this JVM. */
public final class PublisherFixture implements AutoCloseable {
    public static final String TOKEN = "s3cret";

    private final Ledger ledger;
    private final PublisherServer server;
    private final CompletableFuture<Void> serving;

    public PublisherFixture(Path file, Contract contract) throws IOException, SQLException {
        this(file, Terms.of(contract));
    }

    PublisherFixture(Path file, Terms terms) throws IOException, SQLException {
        ledger = Ledger.open(file, terms, InstantSource.system(), Decisions.correct());
        server = PublisherServer.listen(new Conversation(ledger, CrashGate.disarmed(), TOKEN));
        serving = CompletableFuture.runAsync(() -> {
            try {
                server.serve();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void close() throws IOException, SQLException {
        server.close();
        serving.orTimeout(10, TimeUnit.SECONDS).join();
        ledger.close();
    }
}
