package app;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.crashpoint.GateHooks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Sends one invoice: {@code InvoiceMain FOLDER URL}. The key of the request is stored before the first send. */
public final class InvoiceMain {
    private InvoiceMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        // In production CRASH_HARNESS_CONTROL is not set, and the gate does nothing.
        GateHooks hooks = GateHooks.onLost(() -> Runtime.getRuntime().halt(1));
        try (CrashGate gate = CrashGate.fromEnvironment(System.getenv(), hooks)) {
            String key = key(Path.of(args[0]));
            gate.at("own.key_stored");
            int status = send(args[1], key);
            gate.at("own.sent");
            System.exit(status == 200 || status == 201 ? 0 : 1);
        }
    }

    private static String key(Path folder) throws IOException {
        Path file = folder.resolve("invoice-7.key");
        if (!Files.exists(file)) {
            Path fresh = Files.writeString(folder.resolve("invoice-7.new"), UUID.randomUUID().toString());
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                // Before it gets its name: a key that is lost after the send would be minted again.
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return Files.readString(file);
    }

    private static int send(String url, String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/effects"))
                .header("Idempotency-Key", "\"" + key + "\"")
                .POST(HttpRequest.BodyPublishers.ofString("invoice 7: 120 EUR"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
