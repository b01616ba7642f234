package dev.crashharness.orchestrator.judge;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What else went wrong in a cell that did not pass, told behind its reason: most often its cause. A target of one's own is
 * mended by its author, who needs the line of the file and what the program said; whoever reads a log finds nothing else there.
 *
 * @param trial what was found
 */
record Aside(Trial trial) {
    private static final int MOST = 6;

    /** What a child died of is told with its end. */
    private static final Set<Ending.Kind> UNFINISHED =
            EnumSet.of(Ending.Kind.DEADLINE, Ending.Kind.INTERFERED, Ending.Kind.LIVES_SPENT);

    /** {@code message} with everything behind it that is not in it already. */
    String behind(String message, Verdict verdict) {
        StringBuilder whole = new StringBuilder(message);
        all(message, verdict)
                .distinct()
                .filter(what -> !message.contains(what))
                .limit(MOST)
                .forEach(what -> whole.append("; ").append(what));
        return whole.toString();
    }

    private Stream<String> all(String message, Verdict verdict) {
        Stream<String> unnamed = verdict == Verdict.INCONCLUSIVE ? unnamed() : Stream.empty();
        return Stream.of(
                        partial().stream(),
                        timeOver(),
                        protocol(),
                        unnamed,
                        failures(message).stream(),
                        message.contains("left pid") ? Stream.<String>empty() : left())
                .flatMap(each -> each);
    }

    /** How much is not in the log; a pass says that too. */
    Optional<String> partial() {
        return trial.leftOut(EnumSet.allOf(EventType.class));
    }

    /** That time was over explains why something was never reached, and stands in no check. */
    private Stream<String> timeOver() {
        Ending ending = trial.history().ending();
        return UNFINISHED.contains(ending.kind()) ? Stream.of(ending.detail()) : Stream.empty();
    }

    /** Each break once, whoever of several lives is the first to have made it. */
    private Stream<String> protocol() {
        Map<String, Event> first = new LinkedHashMap<>();
        trial.history()
                .events(EventType.REFUSED)
                .filter(refused -> refused.instance().equals("harness"))
                .forEach(refused -> first.putIfAbsent(what(refused), refused));
        return first.values().stream().map(refused -> told(refused));
    }

    private static String what(Event refused) {
        return refused.get("what").isEmpty() ? refused.get("reason") : refused.get("what");
    }

    /** Who had not said hello is not known. */
    private String told(Event refused) {
        return refused.get("who").isEmpty()
                ? trial.place(refused.get("perhaps")) + "a connection to the control port was refused: "
                        + refused.get("reason")
                : trial.place(refused.get("who")) + refused.get("reason");
    }

    private Stream<String> unnamed() {
        return trial.history()
                .events(EventType.AT)
                .filter(at -> !at.get("unnamed").isEmpty())
                .map(at -> at.instance() + " announced " + at.get("point") + ": " + at.get("unnamed"));
    }

    /** Each failure once, however many lives ended in it. */
    private List<String> failures(String message) {
        List<String> told = new ArrayList<>();
        List<String> known = new ArrayList<>();
        trial.history()
                .events(EventType.EXIT)
                .filter(exit -> exit.fields().containsKey("said"))
                .forEach(exit -> {
                    String how = "exit " + exit.get("code")
                            + (exit.get("said").isEmpty() ? "" : ", and said: " + exit.get("said"));
                    if (!known.contains(how) && (exit.get("said").isEmpty() || !message.contains(exit.get("said")))) {
                        known.add(how);
                        told.add(trial.place(exit.instance()) + exit.instance() + " ended with " + how);
                    }
                });
        return told;
    }

    private Stream<String> left() {
        return trial.history()
                .events(EventType.SURVIVOR)
                .map(left -> trial.place(left.instance()) + left.instance() + " left pid " + left.get("pid")
                        + ", which outlived it");
    }
}
