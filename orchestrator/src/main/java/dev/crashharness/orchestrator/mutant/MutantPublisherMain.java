package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.PublisherMain;
import java.io.IOException;
import java.sql.SQLException;

/** The publisher's main with one planted bug: {@code MutantPublisherMain M11}. */
public final class MutantPublisherMain {
    private MutantPublisherMain() {}

    public static void main(String[] args) throws IOException, SQLException {
        PublisherMutant mutant = PublisherMutant.of(args[0])
                .orElseThrow(
                        () -> new IllegalArgumentException("no bug planted in the publisher is called " + args[0]));
        PublisherMain.live(mutant.decisions());
    }
}
