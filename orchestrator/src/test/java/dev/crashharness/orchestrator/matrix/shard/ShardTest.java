package dev.crashharness.orchestrator.matrix.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardTest {
    @Test
    void aShardIsReadAsItIsPrinted() {
        assertThat(Shard.parse("3/7")).isEqualTo(new Shard(3, 7)).hasToString("3/7");
    }

    @ParameterizedTest
    @CsvSource({
        "0/4, shard 0 of 4 does not exist",
        "5/4, shard 5 of 4 does not exist",
        "1/0, split into 0 shards",
        "1/1001, split into 1001 shards",
        "one/4, not spelled I/N",
        "-1/4, not spelled I/N",
        "'', not spelled I/N",
    })
    void whatIsNoShardIsRefused(String text, String said) {
        assertThatThrownBy(() -> Shard.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    @ParameterizedTest
    @CsvSource({
        "CI_NODE_INDEX, 1, CI_NODE_TOTAL, 1/4",
        "CI_NODE_INDEX, 4, CI_NODE_TOTAL, 4/4",
        "BUILDKITE_PARALLEL_JOB, 0, BUILDKITE_PARALLEL_JOB_COUNT, 1/4",
        "BUILDKITE_PARALLEL_JOB, 3, BUILDKITE_PARALLEL_JOB_COUNT, 4/4",
        "CIRCLE_NODE_INDEX, 0, CIRCLE_NODE_TOTAL, 1/4",
        "CIRCLE_NODE_INDEX, 3, CIRCLE_NODE_TOTAL, 4/4",
        "JOB_COMPLETION_INDEX, 0, CRASH_HARNESS_SHARDS, 1/4",
        "JOB_COMPLETION_INDEX, 3, CRASH_HARNESS_SHARDS, 4/4",
    })
    void eachServiceCountsInItsOwnWay(String index, String value, String total, String shard) {
        assertThat(ShardVariables.find(Map.of(index, value, total, "4"))).hasToString(shard);
    }

    @Test
    void withoutAnyPairAllThatWasLookedForIsNamed() {
        assertThatThrownBy(() -> ShardVariables.find(Map.of("PATH", "/bin")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "GitLab CI_NODE_INDEX and CI_NODE_TOTAL;",
                        "Buildkite BUILDKITE_PARALLEL_JOB and BUILDKITE_PARALLEL_JOB_COUNT;",
                        "CircleCI CIRCLE_NODE_INDEX and CIRCLE_NODE_TOTAL;",
                        "Kubernetes JOB_COMPLETION_INDEX and CRASH_HARNESS_SHARDS;",
                        "write --shard I/N");
    }

    /** GitLab sets the total of every job, and the index only where the job says parallel. */
    @Test
    void halfAPairIsNoShardAndTheOtherHalfIsNamed() {
        assertThatThrownBy(() -> ShardVariables.find(Map.of("CI_NODE_TOTAL", "1")))
                .hasMessageContaining("(CI_NODE_INDEX is missing)");
        assertThatThrownBy(() -> ShardVariables.find(Map.of("JOB_COMPLETION_INDEX", "0")))
                .hasMessageContaining("(CRASH_HARNESS_SHARDS is missing)");
        assertThat(ShardVariables.find(
                        Map.of("CI_NODE_TOTAL", "1", "JOB_COMPLETION_INDEX", "1", "CRASH_HARNESS_SHARDS", "2")))
                .hasToString("2/2");
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> ShardVariables.find(Map.of("CI_NODE_INDEX", "first", "CI_NODE_TOTAL", "4")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CI_NODE_INDEX is 'first', expected a whole number");
        assertThatThrownBy(() -> ShardVariables.find(Map.of("CIRCLE_NODE_INDEX", "4", "CIRCLE_NODE_TOTAL", "4")))
                .hasMessageContaining("shard 5 of 4 does not exist");
    }
}
