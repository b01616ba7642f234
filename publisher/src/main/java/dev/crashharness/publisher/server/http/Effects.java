package dev.crashharness.publisher.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.ledger.Ledger.Executed;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.Map;

/** Each request, from its last byte to its answer's. */
public final class Effects implements HttpHandler {
    private static final int BUFFER = 8192;
    private static final int LONGEST_DISCARDED = 16 << 20;

    private final Ledger ledger;
    private final CrashGate gate;
    private final Asking asking;

    /**
     * Names what is asked for over HTTP.
     *
     * @param token the first segment of each path
     * @param task whose effects these are; HTTP requests do not say
     */
    public Effects(Ledger ledger, CrashGate gate, String token, String task) {
        this.ledger = ledger;
        this.gate = gate;
        this.asking = new Asking(token, task);
    }

    /** One that fails ends its connection: whether it was committed is not known here, so that no answer is the true one. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try {
            Request request = asking.read(exchange);
            if (request.kind() == Request.Kind.LOOKUP) {
                Answer.toLookup(execute(request, () -> {}).reply()).send(exchange);
            } else {
                publish(request, exchange);
            }
        } catch (ProblemException problem) {
            discard(exchange.getRequestBody());
            problem.answer().send(exchange);
        }
    }

    /** Answered over unread bytes, the connection would be reset and the answer lost. */
    private static void discard(InputStream body) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long total = 0;
        for (int read = 0; read >= 0 && total < LONGEST_DISCARDED; total += read) {
            read = body.read(buffer);
        }
    }

    private void publish(Request request, HttpExchange exchange) throws IOException {
        Map<String, String> who = Map.of("operation", request.operation(), "attempt", request.attempt());
        gate.at("after_receive", who);
        Executed executed = execute(request, () -> gate.at("before_commit", who));
        // The effect is durable here and nobody has been told: the answer may be lost from here on.
        gate.at("after_commit", who);
        Answer answer = Answer.toPublish(executed);
        byte[] body = answer.begin(exchange);
        int half = body.length / 2;
        OutputStream out = exchange.getResponseBody();
        out.write(body, 0, half);
        out.flush();
        gate.at("mid_reply", who);
        out.write(body, half, body.length - half);
        out.flush();
        gate.at("after_reply", who);
        // Only this lets the connection's next request in: whoever stands at the point has its connection to itself.
        out.close();
    }

    private Executed execute(Request request, Runnable beforeCommit) throws IOException {
        try {
            return ledger.carryOut(request, beforeCommit);
        } catch (SQLException e) {
            throw new IOException("the ledger failed on operation " + request.operation() + ": " + e.getMessage(), e);
        }
    }
}
