package dev.crashharness.orchestrator.judge.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.text.Payload;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What is published is what the intent holds, and what the intent holds is nobody's but the saved draft's wording. */
class PublishedContentTest {
    private static final Check CHECK = new OperationStable();

    private static String answer(Run run) {
        return Answers.of(CHECK, run.finish());
    }

    /** One request, so that there is no other to compare it with. */
    @Test
    void aRequestWithOtherContentThanTheStoredIsCaught() {
        Run stored = new Run(Cell.parse("dedup-query/none")).spawn().claim();
        stored.insert("intent", "task-1", "operation=op-1 payload_hash=h-9 state=prepared");

        assertThat(answer(stored.send()))
                .isEqualTo("broken: the requests carried op-1/h-1, and the payload of the stored intent is h-9");
        assertThat(answer(Runs.clean())).startsWith("held: ");
    }

    /** Digits of a hash may be written in either case. */
    @Test
    void theHashIsComparedAsANumber() {
        Run stored = new Run(Cell.parse("dedup-query/none")).spawn().claim();
        stored.insert("intent", "task-1", "operation=op-1 payload_hash=H-1 state=prepared");

        assertThat(answer(stored.send())).startsWith("held: ");
    }

    /** Worker-1 saves a draft and dies; worker-2 would draft "other", and stores {@code intent}. */
    private static Run secondMind(String draftsOwner, String draft, String intent) {
        Run run = new Run(Cell.parse("dedup-query/worker@after_draft?payload.2=other"));
        run.update("task", "task-1", "payload", "report").spawn().claim().commit("collect");
        run.insert("checkpoint", "draft", "step=draft generation=1 owner=%s output=%s".formatted(draftsOwner, draft));
        run.kill("after_draft").spawn().claim().commit("verify");
        return sends(run, intent, Payload.hash(intent));
    }

    /** {@code text} is stored under {@code hash}, and content of that hash is sent. */
    private static Run sends(Run run, String text, String hash) {
        run.insert(
                "intent", "task-1", "operation=op-1 payload_hash=%s state=prepared payload=%s".formatted(hash, text));
        return run.attempt()
                .event(
                        EventType.REQUEST,
                        "kind=publish operation=op-1 attempt=a-1 action=forward payload_hash=" + hash);
    }

    @Test
    void aSavedDraftWinsOverWhatItsHeirWouldSay() {
        assertThat(answer(secondMind("worker-1", "Draft:report", "Draft:other")))
                .isEqualTo(
                        "broken: the intent says 'other' as worker-2 would have, and the draft that worker-1 had saved"
                                + " does not");
        assertThat(answer(secondMind("worker-1", "Draft:report", "Draft:report")))
                .startsWith("held: ");
    }

    /** The draft is an id, and whoever saved it was told of others too. */
    @Test
    void whatTheDraftsOwnerWasToldIsNobodyElsesWording() {
        assertThat(answer(secondMind("worker-1", "draft-7f3a", "the-report-and-all-others")))
                .startsWith("held: ");
        assertThat(answer(secondMind("worker-1", "draft-7f3a", "all-others"))).startsWith("broken: the intent says");
    }

    /** The same where not the task but a setting says what the owner drafts. */
    @Test
    void theOwnersOwnSettingIsItsWording() {
        Run run = new Run(Cell.parse("dedup-query/worker@after_draft?payload.1=this&payload.2=other"));
        run.update("task", "task-1", "payload", "report").spawn().claim().commit("collect");
        run.insert("checkpoint", "draft", "step=draft generation=1 owner=worker-1 output=draft-7f3a");
        run.kill("after_draft").spawn().claim().commit("verify");

        assertThat(answer(sends(run, "this-and-no-other", Payload.hash("this-and-no-other"))))
                .startsWith("held: ");
    }

    /** The requests carry the hash that is stored, so that nothing else would show it. */
    @Test
    void aStoredTextWithAnotherHashIsCaught() {
        Run run = new Run(Cell.parse("dedup-query/none")).spawn().claim();

        assertThat(answer(sends(run, "this", Payload.hash("that"))))
                .isEqualTo("broken: the intent says that the hash of its payload is %s, and it is %s"
                        .formatted(Payload.hash("that"), Payload.hash("this")));
    }

    @Test
    void aStoredTextWithItsHashIsNot() {
        Run run = new Run(Cell.parse("dedup-query/none")).spawn().claim();

        assertThat(answer(sends(run, "this", Payload.hash("this").toUpperCase(Locale.ROOT))))
                .startsWith("held: ");
    }

    /** Whoever stores only the hash has nothing that could differ from it. */
    @Test
    void anIntentWithoutTextIsNotAccused() {
        Run run = new Run(Cell.parse("dedup-query/none")).spawn().claim();

        assertThat(answer(sends(run, "", Payload.hash("that")))).startsWith("held: ");
    }

    /** The same where another worker would have said something else, and for a column that holds nothing at all. */
    @Test
    void anIntentWithoutTextSaysNobodysWording() {
        Run run =
                new Run(Cell.parse("dedup-query/none?payload.2=other")).spawn().claim();
        run.insert("checkpoint", "draft", "step=draft generation=1 owner=worker-1 output=draft-7f3a");
        run.insert("intent", "task-1", "operation=op-1 payload_hash=h-1 state=prepared");

        assertThat(answer(run.send())).startsWith("held: ");
    }

    /** What a step puts out is the worker's own affair. */
    @Test
    void anIntentNeedNotBeTheDraftItself() {
        assertThat(answer(secondMind("worker-1", "cmVwb3J0", "Draft:report"))).startsWith("held: ");
        assertThat(answer(secondMind("worker-2", "b3RoZXI", "Draft:other"))).startsWith("held: ");
        assertThat(answer(secondMind("worker-1", "Draft:another", "Draft:another")))
                .startsWith("held: ");
    }
}
