package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.target.own.Done;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Workers that have lived at the same time, and what goes on from their ends. */
final class Together {
    private Together() {}

    /**
     * The end that decides how the cell goes on. A worker that failed is none the better for another that found all done, so
     * it comes first; then whoever is still there when the time is over, whoever was killed or stopped and needs a successor,
     * and whoever did not just find the lease live.
     *
     * @param ends at least one
     * @param orderly whether a worker may end so
     */
    static LifeEnd decisive(List<LifeEnd> ends, Predicate<LifeEnd.Exited> orderly) {
        Stream<Predicate<LifeEnd>> order = Stream.of(
                end -> end instanceof LifeEnd.Exited exited && !orderly.test(exited),
                end -> end instanceof LifeEnd.Overdue,
                end -> end instanceof LifeEnd.Killed || end instanceof LifeEnd.Paused,
                end -> !foundLeaseLive(end));
        return order.map(wanted -> ends.stream().filter(wanted).findFirst())
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(ends.get(0));
    }

    private static boolean foundLeaseLive(LifeEnd end) {
        return end instanceof LifeEnd.Exited exited && exited.code() == Done.LEASE_LIVE;
    }
}
