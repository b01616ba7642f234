package dev.crashharness.publisher.client;

import dev.crashharness.publisher.protocol.FrameReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** The body of a reply, as long as a frame may be. What is longer is none, and the connection is closed over it. */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Subscription subscription;

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            if (bytes.size() + piece.remaining() > FrameReader.MAX_BYTES) {
                subscription.cancel();
                onError(new IOException("the body was longer than " + FrameReader.MAX_BYTES + " bytes"));
                return;
            }
            byte[] next = new byte[piece.remaining()];
            piece.get(next);
            bytes.writeBytes(next);
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
