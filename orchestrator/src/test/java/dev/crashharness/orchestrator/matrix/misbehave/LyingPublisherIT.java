package dev.crashharness.orchestrator.matrix.misbehave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Examination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A publisher whose answers make no sense, and one that is yesterday's. */
@Timeout(120)
class LyingPublisherIT extends Misbehaving {
    /** It says hello with the right token, and names a port that another process has. */
    private static final String SAYS_A_PORT = "exec 3<>/dev/tcp/${CRASH_HARNESS_CONTROL%:*}/${CRASH_HARNESS_CONTROL#*:}"
            + "; echo \"hello 1 $CRASH_HARNESS_TOKEN publisher $CRASH_HARNESS_INSTANCE $$\" >&3"
            + "; read -r ok <&3; echo \"listening 127.0.0.1:$1\" >&3; read -r never <&3";

    /** The attempt stays unknown, and the worker asks; the harness passes on what it does not understand. */
    @ParameterizedTest
    @CsvSource({
        "garbage, the reply made no sense",
        "half, no reply",
        "oversize, the frame was oversize",
    })
    void aReplyThatIsNoneLeavesAnUnknownAttemptAndEndsNothing(String how, String evidence) throws Exception {
        Examination found = run("dedup-query/none", publisherThat("reply:" + how));

        assertThat(found.history().ending().kind())
                .as(found.history().ending().detail())
                .isEqualTo(Ending.Kind.FINISHED);
        StoreImage store = found.history().last().orElseThrow().store();
        assertThat(store.attempts()).first().satisfies(attempt -> {
            assertThat(attempt.outcome()).isEqualTo("unknown");
            assertThat(attempt.evidence()).contains(evidence);
        });
        assertThat(store.task().orElseThrow().state()).isEqualTo("succeeded");
        assertPassed(found);
    }

    /** The one sentence that says whose fault the end is. */
    @Test
    void whatIsStillOwedOnTheWireStandsInTheSentenceOfAnOverdueCell() throws Exception {
        Examination found =
                run("dedup-query/none", publisherThat("reply:silence"), parked -> {}, Duration.ofSeconds(40));

        assertThat(found.history().ending().kind()).isEqualTo(Ending.Kind.DEADLINE);
        assertThat(found.history().ending().detail())
                .contains("the cell's 40 s were over", "and on the wire: ", "1 delivered, 0 answered");
    }

    /** hermes-webui#3446: the old server answered the question whether the new one was ready. */
    @Test
    void aPublisherOfAnEarlierRunIsNamedAndNothingIsJudgedByIt() throws Exception {
        Path home = Files.createDirectories(directory.resolve("yesterday/tmp")).getParent();
        Path said = home.resolve("err");
        Process old = yesterdays(home, said);
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> text(said).contains("\n"));
            Matcher port = Pattern.compile(":(\\d+)\\s").matcher(text(said));
            assertThat(port.find()).as(text(said)).isTrue();
            List<String> liar = List.of("/bin/bash", "-c", SAYS_A_PORT, "bash", port.group(1));

            Examination found = run("dedup-query/none", Misbehaving.with(UnaryOperator.identity(), liar));

            assertThat(found.verdict().verdict()).as(found.verdict().message()).isEqualTo(Verdict.ERROR);
            assertThat(found.verdict().reason()).isEqualTo("harness_failed");
            assertThat(found.verdict().message())
                    .contains("publisher-1 says that it listens on port " + port.group(1) + ", but pid " + old.pid()
                            + " does, which is older than it");
            assertThat(old.isAlive()).as("it is nobody's of this cell").isTrue();
        } finally {
            old.destroyForcibly().waitFor();
        }
    }

    /** The relay would be led there; nobody under test is accused of what became of it. */
    @Test
    void aPublisherOnAHostThatNobodyKnowsHasBrokenTheProtocol() throws Exception {
        List<String> liar = List.of("/bin/bash", "-c", SAYS_A_PORT.replace("127.0.0.1:$1", "nohost.invalid:1234"));

        Examination found = run("dedup-query/none", Misbehaving.with(UnaryOperator.identity(), liar));

        assertThat(found.verdict().verdict()).as(found.verdict().message()).isEqualTo(Verdict.ERROR);
        assertThat(found.verdict().message())
                .contains("publisher-1 broke the control protocol: it listens on the host 'nohost.invalid'");
    }

    private static Process yesterdays(Path home, Path said) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(right().publisherCommand(Map.of("cell", home.toString())))
                .redirectError(said.toFile());
        builder.environment()
                .put("CRASH_HARNESS_LEDGER", home.resolve("ledger.sqlite").toString());
        builder.environment().put("CRASH_HARNESS_CONTRACT", "dedup-query");
        builder.environment().put("CRASH_HARNESS_TOKEN", "yesterday");
        return builder.start();
    }
}
