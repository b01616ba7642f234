package dev.crashharness.orchestrator.target;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A worker and a publisher that can be put under test. In the words of a command line, {@code {cell}} stands for the
 * directory of the run.
 *
 * @param id as given to {@code --target}: {@code bundled}, {@code mutant:M05}
 * @param intruder the harness's own process that holds the store's lock
 * @param link what stands between them
 */
public record Target(String id, List<String> worker, List<String> publisher, List<String> intruder, Link link) {
    /** A pair that speaks in lines, as the bundled one does. */
    public Target(String id, List<String> worker, List<String> publisher, List<String> intruder) {
        this(id, worker, publisher, intruder, Link.DOCUMENTED);
    }

    /** The id of the pair that comes with the harness. */
    public static final String BUNDLED = "bundled";

    /** The command line of one worker life; {@code words} are the worker's own arguments. */
    public List<String> workerCommand(Path cell, String... words) {
        return fill(Stream.concat(worker.stream(), Stream.of(words)), cell);
    }

    /** The command line of the publisher. */
    public List<String> publisherCommand(Path cell) {
        return fill(publisher.stream(), cell);
    }

    /** The command line of the process that holds the store's lock. */
    public List<String> intruderCommand(Path cell) {
        return fill(intruder.stream(), cell);
    }

    /** Whether this is the pair that comes with the harness, which needs no {@code --target}. */
    public boolean bundled() {
        return id.equals(BUNDLED);
    }

    private static List<String> fill(Stream<String> words, Path cell) {
        return words.map(word -> word.replace("{cell}", cell.toAbsolutePath().toString()))
                .toList();
    }
}
