package dev.crashharness.orchestrator.schedule;

import dev.crashharness.publisher.protocol.Contract;
import java.util.List;

/** One isolated run: what the publisher promises, which faults fall in which order, and how the stage is set. */
public record Cell(Contract contract, List<Fault> faults, Settings settings) {
    public Cell {
        faults = List.copyOf(faults);
    }
}
