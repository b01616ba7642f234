package dev.crashharness.orchestrator.judge.model.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decisions of one course through a legitimate race. The first course takes the first option everywhere; {@link #next}
 * leads to the others, one after the other, until all have been taken.
 */
public final class Choices {
    private final List<Integer> script;
    private final List<Integer> options = new ArrayList<>();

    private Choices(List<Integer> script) {
        this.script = new ArrayList<>(script);
    }

    /** The first course. */
    public static Choices first() {
        return new Choices(List.of());
    }

    /** Which of {@code count} options this course takes, 0-based. */
    public int among(int count) {
        if (options.size() == script.size()) {
            script.add(0);
        }
        options.add(count);
        return script.get(options.size() - 1);
    }

    /** The course after this one, once this one has been walked to its end. */
    public Optional<Choices> next() {
        for (int last = options.size() - 1; last >= 0; last--) {
            if (script.get(last) + 1 < options.get(last)) {
                List<Integer> following = new ArrayList<>(script.subList(0, last));
                following.add(script.get(last) + 1);
                return Optional.of(new Choices(following));
            }
        }
        return Optional.empty();
    }
}
