package dev.crashharness.publisher.client;

import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.FrameReader.Read;
import dev.crashharness.publisher.protocol.MalformedFrameException;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** A request that is on its way. Closing it closes the connection. */
public final class Exchange implements AutoCloseable {
    private final Request request;
    private final Socket socket;
    private final Duration timeout;
    private final String failed;

    Exchange(Request request, Socket socket, Duration timeout, String failed) {
        this.request = request;
        this.socket = socket;
        this.timeout = timeout;
        this.failed = failed;
    }

    /** Whether the whole request was handed to the kernel. */
    public boolean flushed() {
        return failed == null;
    }

    /** Waits for the reply, at most the client's timeout. */
    public Answer await() {
        if (failed != null) {
            return new Unanswered(failed);
        }
        try {
            Read read = new FrameReader(socket).read(timeout);
            if (read instanceof Read.Whole whole) {
                return understood(whole.frame());
            }
            return new Unanswered("no reply: " + describe(read));
        } catch (IOException e) {
            return new Unanswered("no reply: connection broken (" + e.getMessage() + ")");
        }
    }

    private Answer understood(String frame) {
        try {
            Reply reply = Codec.parseReply(frame);
            boolean ours = reply.operation().equals(request.operation())
                    && reply.attempt().equals(request.attempt());
            return ours
                    ? new Answered(reply)
                    : new Unanswered("the reply was for operation '" + reply.operation() + "', attempt '"
                            + reply.attempt() + "'" + (reply.detail().isEmpty() ? "" : " (" + reply.detail() + ")"));
        } catch (MalformedFrameException e) {
            return new Unanswered("the reply made no sense: " + e.getMessage());
        }
    }

    private static String describe(Read read) {
        if (read instanceof Read.Cut cut) {
            return cut.why() + ", only " + cut.bytes() + " bytes";
        }
        if (read instanceof Read.NotText) {
            return "the frame was no UTF-8";
        }
        return read instanceof Read.Oversize ? "the frame was oversize" : "closed after 0 bytes";
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }
}
