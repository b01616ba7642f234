package dev.crashharness.orchestrator.matrix.misbehave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Examination;
import dev.crashharness.orchestrator.target.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Of two workers that live at the same time one does all the work and the other fails by itself: the task is done, and the
 * cell is no pass, as it would be none with that worker alone.
 *
 * <pre>
 * worker-1 ── does all ── exit 0          worker-1 ── stopped ·············· resumed, exit 1
 * worker-2 ── exit 1                      worker-2 ────── stands at its claim ────────────── does all
 * </pre>
 */
@Timeout(120)
class FailingContenderIT extends Misbehaving {
    @Test
    void aContenderThatFailsIsNotHiddenByOneThatIsDone() throws Exception {
        Examination found = run("dedup-query/none?skew.2=+1m&workers=2", secondWorkerThatFails());

        assertFailed(found, "worker-2 ended by itself with exit 1; see its log in logs/");
    }

    @Test
    void aStoppedWorkerThatFailsIsNotHiddenByItsSuccessor() throws Exception {
        Examination found =
                run("dedup-query/worker@after_collect=pause..after_lease", firstWorkerThat("exit:1", "after_release"));

        assertFailed(found, "worker-1 ended by itself with exit 1; it said: ");
    }

    private static Target secondWorkerThatFails() {
        String script = "if [ \"$CRASH_HARNESS_INSTANCE\" = worker-2 ]; then exit 1; fi; exec \"$@\"";
        return with(
                words -> Stream.concat(Stream.of("/bin/sh", "-c", script, "sh"), words.stream())
                        .toList(),
                right().programs().publisher());
    }

    private static void assertFailed(Examination found, String words) {
        assertThat(found.history().ending().kind()).isEqualTo(Ending.Kind.CHILD_FAILED);
        assertThat(found.history().ending().detail()).startsWith(words);
        assertThat(found.verdict().verdict()).as(found.verdict().message()).isEqualTo(Verdict.VIOLATION);
        assertThat(found.verdict().reason()).isEqualTo("work_completes");
    }
}
