package dev.crashharness.worker.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be submitted can be sent: the rule at submit is about the frame that a worker writes much later. */
class LongestTaskTest {
    /** As many hex digits as a run's token has. */
    private static final String TOKEN = "f".repeat(32);

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "\n", "\u0001", "\uD83D\uDE00"})
    void theLongestPayloadThatIsTakenFitsIntoItsFrame(String unit) {
        int longest = 1;
        while (isTaken(unit.repeat(longest * 2))) {
            longest *= 2;
        }
        for (int step = longest / 2; step > 0; step /= 2) {
            longest += isTaken(unit.repeat(longest + step)) ? step : 0;
        }

        int bytes = frame(unit.repeat(longest)).getBytes(StandardCharsets.UTF_8).length;

        assertThat(bytes).isBetween(FrameReader.MAX_BYTES - 500, FrameReader.MAX_BYTES);
    }

    @Test
    void whatDoesNotFitIsRefusedWithBothNumbers() {
        assertThatThrownBy(() -> task("x".repeat(FrameReader.MAX_BYTES)).requireRoomInFrame())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 65536; submit a shorter payload");
        assertThatCode(() -> task("x".repeat(60_000)).requireRoomInFrame()).doesNotThrowAnyException();
    }

    private static boolean isTaken(String payload) {
        try {
            task(payload).requireRoomInFrame();
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String frame(String payload) {
        Task task = task(payload);
        String draft = StepWork.compute(Step.DRAFT, task, Map.of(Step.COLLECT, payload), Optional.empty());
        Intent intent = Intent.mint(draft);
        return Codec.print(Request.publish(TOKEN, task.id(), intent.operation(), "a-" + "0".repeat(36), 99, draft));
    }

    private static Task task(String payload) {
        return new Task("task-1", Contract.DEDUP_QUERY, payload);
    }
}
