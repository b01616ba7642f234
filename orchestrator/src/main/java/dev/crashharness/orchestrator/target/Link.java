package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.Optional;

/**
 * What stands between worker and publisher.
 *
 * @param framing what the relay takes for a request
 * @param readiness how a publisher says that it listens
 * @param bundledPublisher whether the publisher is the one that comes with the harness, whose ledger is known
 */
public record Link(Framing framing, Readiness readiness, boolean bundledPublisher) {
    /** That of the bundled pair. */
    public static final Link DOCUMENTED = new Link(Framing.LINES, Readiness.ANNOUNCED, true);

    /** Whether each request carries the token of its run, so that a stranger's can be told. */
    public boolean showsToken() {
        return bundledPublisher && framing != Framing.CONNECTION;
    }

    /** What {@code cell} needs and this is not, in a few words. The harness itself can ask the bundled publisher only. */
    public Optional<String> lacks(Cell cell) {
        boolean asks = cell.settings().probe()
                || cell.faults().stream().anyMatch(fault -> fault.action().kind() == Action.Kind.COLLIDE);
        if (asks && !showsToken()) {
            return Optional.of("a publisher that the harness can ask itself");
        }
        // Who is only known by its port has no control connection on which it could be told.
        boolean movesClock = !cell.settings().gap().isZero() && readiness == Readiness.PORT;
        return movesClock ? Optional.of("a publisher that can be told to move its clock on") : Optional.empty();
    }

    /** How a publisher says that it listens. */
    public enum Readiness {
        /** It binds a port of the kernel's choice and reports it on the control channel. */
        ANNOUNCED,
        /** It is told a port, and listens when a connection to it is accepted. */
        PORT
    }
}
