package dev.crashharness.publisher.server;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.FrameReader.Read;
import dev.crashharness.publisher.protocol.MalformedFrameException;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.protocol.Request.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/** One connection's requests, one after the other. A frame that makes no sense is answered and ends the connection. */
public final class Conversation {
    /** How long a client may stay silent before its connection is given up. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final Ledger ledger;
    private final CrashGate gate;
    private final byte[] token;

    public Conversation(Ledger ledger, CrashGate gate, String token) {
        this.ledger = ledger;
        this.gate = gate;
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    void hold(Socket socket) throws IOException {
        FrameReader reader = new FrameReader(socket);
        OutputStream out = socket.getOutputStream();
        Read read = reader.read(SILENCE);
        while (read instanceof Read.Whole whole && answer(whole.frame(), out)) {
            read = reader.read(SILENCE);
        }
        if (read instanceof Read.Oversize) {
            complain("a frame longer than " + FrameReader.MAX_BYTES + " bytes", "", "", out);
        } else if (read instanceof Read.NotText) {
            complain("a frame that is not UTF-8", "", "", out);
        } else if (!(read instanceof Read.Whole)) {
            return;
        }
        Farewell.to(socket);
    }

    /** Whether the next frame can be believed: behind one that cannot be understood nobody knows where they begin. */
    private boolean answer(String frame, OutputStream out) throws IOException {
        Request request;
        try {
            request = Codec.parseRequest(frame);
        } catch (MalformedFrameException e) {
            complain(e.getMessage(), e.operation(), e.attempt(), out);
            return false;
        }
        if (!MessageDigest.isEqual(token, request.token().getBytes(StandardCharsets.UTF_8))) {
            write(out, Reply.without(Status.REFUSED, request, "the token is not this run's; nothing was done"));
            return false;
        }
        if (request.kind() == Kind.LOOKUP) {
            write(out, execute(request, () -> {}));
        } else {
            publish(request, out);
        }
        return true;
    }

    private void publish(Request request, OutputStream out) throws IOException {
        Map<String, String> who = Map.of("operation", request.operation(), "attempt", request.attempt());
        gate.at("after_receive", who);
        Reply reply = execute(request, () -> gate.at("before_commit", who));
        // The effect is durable here and nobody has been told: the reply may be lost from here on.
        gate.at("after_commit", who);
        byte[] bytes = Codec.print(reply).getBytes(StandardCharsets.UTF_8);
        int half = bytes.length / 2;
        out.write(Arrays.copyOfRange(bytes, 0, half));
        gate.at("mid_reply", who);
        out.write(Arrays.copyOfRange(bytes, half, bytes.length));
        gate.at("after_reply", who);
    }

    private Reply execute(Request request, Runnable beforeCommit) throws IOException {
        try {
            return ledger.execute(request, beforeCommit);
        } catch (SQLException e) {
            // Whether it committed is not known here either, so that no reply is the only true one.
            throw new IOException("the ledger failed on operation " + request.operation() + ": " + e.getMessage(), e);
        }
    }

    private static void complain(String what, String operation, String attempt, OutputStream out) throws IOException {
        Reply named = new Reply(Status.REFUSED, operation, attempt, "", what + "; nothing was done");
        boolean fits = Codec.print(named).getBytes(StandardCharsets.UTF_8).length <= FrameReader.MAX_BYTES;
        write(out, fits ? named : new Reply(Status.REFUSED, "", "", "", named.detail()));
    }

    private static void write(OutputStream out, Reply reply) throws IOException {
        out.write(Codec.print(reply).getBytes(StandardCharsets.UTF_8));
    }
}
