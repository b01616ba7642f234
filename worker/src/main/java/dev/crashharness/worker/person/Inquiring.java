package dev.crashharness.worker.person;

import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.config.PersonConfig.Inquiry;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.store.person.ResolutionOutcome.Refused;
import dev.crashharness.worker.store.person.Standing;
import java.util.Optional;

/** What the publisher says to a person's word about an unknown, where it can be asked. */
final class Inquiring {
    /** What the word rests on. */
    sealed interface Finding {
        /** It can be carried out; {@code receipt} is empty unless it confirms. */
        record Supported(String evidence, Optional<String> receipt) implements Finding {}

        /** It cannot; one sentence. */
        record Contradicted(String why) implements Finding {}
    }

    /** What a refusal leaves that the publisher was asked for: its log is its own, and a question to it a fact. */
    private static final String ASKED =
            "nothing of the task was changed, and the publisher's request_log has the question";

    private final PublisherClient publisher;
    private final String token;

    Inquiring(Inquiry inquiry) {
        this.publisher = new PublisherClient(inquiry.publisher(), inquiry.timeout());
        this.token = inquiry.token();
    }

    /** {@code refused} by the store, when the publisher has answered. */
    static Refused afterAnswer(Refused refused) {
        return new Refused(refused.why() + "; the publisher was asked before, and its request_log has the question");
    }

    /** Whether a publisher under {@code contract} can be asked what became of an operation. */
    static boolean possible(Contract contract) {
        return switch (contract.kind()) {
            case DEDUP_QUERY, DEDUP_WINDOW, FENCED, QUERY_ONLY -> true;
            case DEDUP_ONLY, BLIND -> false;
        };
    }

    /** What stands where nobody can be asked: the person's word, which for an effect must name its receipt. */
    static Finding wordAlone(Instruction instruction, Standing standing) {
        String evidence =
                "the word of " + instruction.by() + "; the contract " + standing.contract() + " offers no lookup";
        return switch (instruction.kind()) {
            case CONFIRMED ->
                instruction.receipt().isPresent()
                        ? new Finding.Supported(evidence, instruction.receipt())
                        : new Finding.Contradicted("the contract " + standing.contract()
                                + " offers no lookup, so that confirmed needs the receipt of operation "
                                + standing.operation() + "; nothing was changed");
            case NOT_EXECUTED -> new Finding.Supported(evidence, Optional.empty());
            case COMPENSATE -> asked(instruction, standing);
        };
    }

    /** Nobody need be asked: an original that never came can be cancelled, too. */
    static Finding asked(Instruction instruction, Standing standing) {
        return new Finding.Supported(
                instruction.by() + " asked for it; whether operation " + standing.operation()
                        + " was executed is not proved",
                Optional.empty());
    }

    /** Asks about the stored operation. */
    Finding ask(Instruction instruction, Standing standing) {
        Answer answer =
                publisher.exchange(Request.lookup(token, standing.task(), standing.operation(), standing.generation()));
        if (answer instanceof Unanswered unanswered) {
            return new Finding.Contradicted("the publisher could not be asked about operation " + standing.operation()
                    + " (" + unanswered.why() + "); nothing of the task was changed, try again");
        }
        Reply reply = ((Answered) answer).reply();
        return switch (reply.status()) {
            case RECEIPT -> executed(instruction, standing, reply.receipt());
            case NOT_FOUND -> notFound(instruction, standing);
            case CONFLICT, FENCED, REFUSED, CANCELLED ->
                new Finding.Contradicted("the publisher would not say what became of operation " + standing.operation()
                        + ": " + reply.detail() + "; " + ASKED);
        };
    }

    private static Finding executed(Instruction instruction, Standing standing, String receipt) {
        String known = "the publisher's ledger holds operation " + standing.operation() + " with receipt " + receipt;
        return switch (instruction.kind()) {
            case CONFIRMED ->
                instruction.receipt().filter(named -> !named.equals(receipt)).isPresent()
                        ? new Finding.Contradicted(
                                "receipt " + instruction.receipt().get() + " is not that of operation "
                                        + standing.operation() + ": " + known + "; " + ASKED)
                        : new Finding.Supported(known, Optional.of(receipt));
            case NOT_EXECUTED -> new Finding.Contradicted(known + "; it was executed, " + ASKED);
            case COMPENSATE -> asked(instruction, standing);
        };
    }

    private static Finding notFound(Instruction instruction, Standing standing) {
        String known = "the publisher's ledger knows no effect of operation " + standing.operation();
        return switch (instruction.kind()) {
            case CONFIRMED ->
                new Finding.Contradicted(known
                        + instruction
                                .receipt()
                                .map(named -> ", and so no receipt of it, neither " + named + " nor another")
                                .orElse("")
                        + "; " + ASKED);
            case NOT_EXECUTED ->
                new Finding.Supported(
                        known + "; that it will not come is the word of " + instruction.by(), Optional.empty());
            case COMPENSATE -> asked(instruction, standing);
        };
    }
}
