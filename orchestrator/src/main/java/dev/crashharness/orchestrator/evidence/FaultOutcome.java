package dev.crashharness.orchestrator.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What became of one fault of the schedule. Exit 137 alone proves nothing ({@code System.exit(137)}, the OOM killer): a
 * kill has landed only when the child was parked at the point, the harness sent the signal, and death followed it; or when
 * its tracer saw it enter the system call, and die there.
 *
 * @param fault the fault in canonical spelling, {@code worker@after_collect}
 * @param instance the child it fell on, or empty when none came to stand there
 * @param pid of that child, or 0
 * @param hit the hit at which it was parked, or 0
 * @param signal {@code KILL}, {@code dry} when the run only pretended, or empty
 * @param signalledAtNs when the signal was sent, in nanoseconds since the cell began, or 0
 * @param exit the exit code seen after the signal, or -1
 * @param landed whether the fault was carried out and proved
 * @param reason why it did not land, as the end of a sentence; empty when it did
 */
public record FaultOutcome(
        String fault,
        String instance,
        long pid,
        int hit,
        String signal,
        @JsonProperty("signalled_at_ns") long signalledAtNs,
        int exit,
        boolean landed,
        String reason) {}
