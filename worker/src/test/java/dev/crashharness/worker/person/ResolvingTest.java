package dev.crashharness.worker.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.worker.pipeline.PublisherFixture;
import dev.crashharness.worker.store.person.ResolutionOutcome.Resolved;
import dev.crashharness.worker.task.Resolution.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person's word against what the publisher says, where it can be asked. */
final class ResolvingTest extends ResolvingFixture {
    @ParameterizedTest
    @ValueSource(strings = {"dedup-query", "dedup-window:1h", "fenced", "query-only"})
    void theLedgerNamesTheReceiptWhereItCanBeAsked(String contract) throws Exception {
        try (PublisherFixture publisher = unknown(contract)) {
            String receipt = publish(publisher, intent.operation());

            assertThat(resolve(publisher.address(), Kind.CONFIRMED, Optional.empty()))
                    .isInstanceOf(Resolved.class);

            assertThat(store("SELECT receipt, evidence FROM resolution"))
                    .containsExactly(receipt + "|the publisher's ledger holds operation " + intent.operation()
                            + " with receipt " + receipt);
        }
        assertThat(store("SELECT state FROM task")).containsExactly("succeeded");
    }

    @Test
    void theReceiptOfAnotherOperationConfirmsNothing() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            String receipt = publish(publisher, intent.operation());
            String others = publish(publisher, "op-9");

            assertThat(refusal(publisher, Kind.CONFIRMED, Optional.of(others)))
                    .contains("receipt " + others + " is not that of operation " + intent.operation() + ": ", receipt)
                    .doesNotContain("another operation");
            assertThat(resolve(publisher.address(), Kind.CONFIRMED, Optional.of(receipt)))
                    .isInstanceOf(Resolved.class);
        }
    }

    @Test
    void whatTheLedgerDoesNotKnowIsNotConfirmed() throws Exception {
        try (PublisherFixture publisher = unknown("query-only")) {
            String others = publish(publisher, "op-9");

            assertThat(refusal(publisher, Kind.CONFIRMED, Optional.empty())).contains("knows no effect of operation");
            assertThat(refusal(publisher, Kind.CONFIRMED, Optional.of(others)))
                    .contains("knows no effect of operation " + intent.operation()
                            + ", and so no receipt of it, neither " + others)
                    .doesNotContain("belongs");
        }
        assertThat(store("SELECT state FROM task")).containsExactly("unknown");
    }

    @Test
    void whatTheLedgerHoldsWasExecutedWhateverAPersonSays() throws Exception {
        try (PublisherFixture publisher = unknown("query-only")) {
            publish(publisher, intent.operation());

            List<String> before = store("SELECT * FROM audit");

            assertThat(refusal(publisher, Kind.NOT_EXECUTED, Optional.empty()))
                    .contains("it was executed", "nothing of the task was changed", "request_log has the question");

            assertThat(store("SELECT * FROM audit")).isEqualTo(before);
        }
        assertThat(ledger("SELECT kind FROM request_log")).containsExactly("publish", "lookup");
        assertThat(store("SELECT * FROM resolution")).isEmpty();
    }

    @Test
    void thatNothingWillComeStaysThePersonsWordEvenWhereTheLedgerKnowsNothing() throws Exception {
        try (PublisherFixture publisher = unknown("query-only")) {
            assertThat(resolve(publisher.address(), Kind.NOT_EXECUTED, Optional.empty()))
                    .isInstanceOf(Resolved.class);
        }
        assertThat(store("SELECT evidence FROM resolution").get(0))
                .contains("knows no effect of operation " + intent.operation(), "the word of eve");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dedup-only", "blind"})
    void whereNobodyCanBeAskedThePersonNamesTheReceipt(String contract) throws Exception {
        unknown(contract).close();

        assertThat(why(resolve(nowhere(), Kind.CONFIRMED, Optional.empty())))
                .contains("offers no lookup", "needs the receipt of operation " + intent.operation());
        assertThat(resolve(nowhere(), Kind.CONFIRMED, Optional.of("r-7"))).isInstanceOf(Resolved.class);

        assertThat(store("SELECT receipt, evidence FROM resolution"))
                .containsExactly("r-7|the word of eve; the contract " + contract + " offers no lookup");
    }

    @Test
    void aPublisherThatDoesNotAnswerDecidesNothing() throws Exception {
        unknown("dedup-query").close();

        for (Kind kind : List.of(Kind.CONFIRMED, Kind.NOT_EXECUTED)) {
            assertThat(why(resolve(nowhere(), kind, Optional.empty())))
                    .contains("could not be asked about operation " + intent.operation(), "try again");
        }
        assertThat(store("SELECT state FROM task")).containsExactly("unknown");
    }

    @Test
    void toCompensateNobodyIsAsked() throws Exception {
        unknown("dedup-query").close();

        assertThat(resolve(nowhere(), Kind.COMPENSATE, Optional.empty())).isInstanceOf(Resolved.class);
    }
}
