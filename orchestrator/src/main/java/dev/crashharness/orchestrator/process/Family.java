package dev.crashharness.orchestrator.process;

import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A child and what it has forked: the members of its group and session, and the descendants that were seen while their
 * parents lived (afterwards {@code descendants()} is empty, zt-process-killer#14). Guarded by the child.
 *
 * @param ownGroup whether it was started as the leader of a group of its own
 * @param startTicks its start, or 0 when it had ended before that could be read
 * @param seen by pid
 * @param groupIsOver set once the child was reaped and nobody was left in its group: the number may be anybody's from then on
 */
record Family(
        Process child, boolean ownGroup, long startTicks, Map<Long, ProcessHandle> seen, AtomicBoolean groupIsOver) {
    private static final Comparator<ProcessStat> OLDEST_FIRST =
            Comparator.comparingLong(ProcessStat::startTicks).thenComparingLong(ProcessStat::pid);

    Family(Process child, boolean ownGroup) {
        this(
                child,
                ownGroup,
                ProcessStat.read(child.pid()).map(ProcessStat::startTicks).orElse(0L),
                new LinkedHashMap<>(),
                new AtomicBoolean());
    }

    /** Remembers the descendants that it has now. */
    void look() {
        child.descendants().forEach(handle -> seen.put(handle.pid(), handle));
    }

    void killTheSeen() {
        seen.values().forEach(ProcessHandle::destroyForcibly);
    }

    /** The pids of those that run. */
    List<Long> pids() {
        Stream<Long> group = group().stream().map(ProcessStat::pid);
        Stream<Long> self = isGone() ? Stream.empty() : Stream.of(child.pid());
        Stream<Long> known = seen.values().stream().filter(Family::runs).map(ProcessHandle::pid);
        return Stream.of(group, self, known)
                .flatMap(pids -> pids)
                .distinct()
                .sorted()
                .toList();
    }

    /** Those of the child's group and session that run. */
    private List<ProcessStat> group() {
        // Asked before /proc is read: one that ends meanwhile may have forked behind the reader's back.
        boolean reaped = !child.isAlive();
        List<ProcessStat> members = ProcessStat.all().stream()
                .filter(stat -> stat.group() == child.pid() || stat.session() == child.pid())
                .filter(stat -> !stat.gone())
                .toList();
        if (reaped && members.isEmpty()) {
            groupIsOver.set(true);
        }
        return mayBeSignalledAsGroup() ? members : List.of();
    }

    /** Those that run, the oldest first, so that each stands behind its parent. */
    List<ProcessStat> living() {
        look();
        return pids().stream()
                .flatMap(pid -> ProcessStat.read(pid).stream())
                .filter(stat -> !stat.gone())
                .sorted(OLDEST_FIRST)
                .toList();
    }

    /** Whether the child runs no more. */
    boolean isGone() {
        return !child.isAlive()
                || stat().map(stat -> stat.gone() || stat.startTicks() != startTicks)
                        .orElse(startTicks != 0);
    }

    /**
     * Whether the group of the child's number is still that of the child. Once it was not, it never is again: a stranger who
     * leads a group of that number may have ended before the next look, and left it to others.
     */
    boolean mayBeSignalledAsGroup() {
        if (recycled()) {
            groupIsOver.set(true);
        }
        return ownGroup && !groupIsOver.get();
    }

    Optional<ProcessStat> stat() {
        return ProcessStat.read(child.pid());
    }

    /** Once the child is reaped, whoever has its pid is somebody else; its group, while in use, keeps the number taken. */
    private boolean recycled() {
        // Asked before /proc is read, so that the child's own zombie is not taken for somebody else.
        boolean reaped = !child.isAlive();
        return stat().filter(now -> reaped || (startTicks != 0 && now.startTicks() != startTicks))
                .isPresent();
    }

    private static boolean runs(ProcessHandle handle) {
        return handle.isAlive()
                && ProcessStat.read(handle.pid()).map(stat -> !stat.gone()).orElse(true);
    }
}
