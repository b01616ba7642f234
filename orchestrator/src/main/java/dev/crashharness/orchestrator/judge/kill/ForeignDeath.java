package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import java.util.Optional;
import java.util.Set;

/** A child that was killed by somebody else: the OOM killer, a bug in the JVM, a person. */
final class ForeignDeath {
    /** 128 + HUP, INT, ILL, ABRT, BUS, FPE, KILL, SEGV, TERM: the harness sends none but KILL, and notes it. */
    private static final Set<String> CODES = Set.of("129", "130", "132", "134", "135", "136", "137", "139", "143");

    private ForeignDeath() {}

    static Optional<String> in(History history) {
        return history.events(EventType.EXIT)
                .filter(ForeignDeath::isForeign)
                .findFirst()
                .map(exit -> "%s died with exit %s, and it was not the harness that killed it"
                        .formatted(exit.instance(), exit.get("code")));
    }

    private static boolean isForeign(Event exit) {
        return CODES.contains(exit.get("code")) && !exit.get("by_harness").equals("true");
    }
}
