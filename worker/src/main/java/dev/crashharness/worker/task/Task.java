package dev.crashharness.worker.task;

import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.Request;
import java.nio.charset.StandardCharsets;

/**
 * One unit of work as submitted.
 *
 * @param contract what the publisher promises
 * @param payload what is to be published
 * @param needsApproval whether a person has to approve the operation before anything is sent
 */
public record Task(String id, Contract contract, String payload, boolean needsApproval) {
    /** As long as tokens and ids are at most. */
    private static final String LONGEST_ID = "x".repeat(64);

    /** A task that needs nobody's approval. */
    public Task(String id, Contract contract, String payload) {
        this(id, contract, payload, false);
    }

    /** What a worker drafts of {@code content}. */
    public String draft(String content) {
        return draft(id, content);
    }

    private static String draft(String id, String content) {
        return "Draft of " + id + ": " + content;
    }

    /**
     * Says whether the task can be published, before it is stored: its request must fit into one frame.
     *
     * @throws IllegalArgumentException when it is too long
     */
    public void requireRoomInFrame() {
        requireRoomInFrame(id, payload);
    }

    /** As above, of the task {@code id} when {@code content} is drafted. */
    public static void requireRoomInFrame(String id, String content) {
        Request longest = Request.publish(LONGEST_ID, id, LONGEST_ID, LONGEST_ID, Long.MAX_VALUE, draft(id, content));
        int bytes = Codec.print(longest).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > FrameReader.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "the request of this task would have " + bytes + " bytes, expected at most " + FrameReader.MAX_BYTES
                            + "; submit a shorter payload, or one that says where the content lies");
        }
    }
}
