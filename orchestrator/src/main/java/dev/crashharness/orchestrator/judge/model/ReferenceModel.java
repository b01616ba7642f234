package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.model.Person.Words;
import dev.crashharness.orchestrator.judge.model.fault.Choices;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Predicts a cell by walking it: once, or once for each course that a legitimate race may take. Pure. */
public final class ReferenceModel {
    /** Two live owners have a few hundred courses; more than this is a mistake of the model. */
    private static final int MOST_COURSES = 5_000;

    private ReferenceModel() {}

    /** What must be found after each fault and at the end, or why the cell cannot be planned. */
    public static Forecast predict(Cell cell) {
        return walk(cell, Words.MUST_BE_RIGHT);
    }

    /**
     * The same for a cell that was run already, whose people were heard, right or wrong: what they said stands in the store,
     * and that it contradicts the ledger is for a check to say.
     */
    public static Forecast retrace(Cell cell) {
        return walk(cell, Words.ARE_ON_RECORD);
    }

    private static Forecast walk(Cell cell, Words words) {
        try {
            return merge(List.copyOf(courses(cell, words)));
        } catch (Unplannable reason) {
            return new Unreachable(reason.getMessage());
        }
    }

    /** A cell of which any course cannot be planned cannot be planned. */
    private static Set<Prediction> courses(Cell cell, Words words) {
        Set<Prediction> courses = new LinkedHashSet<>();
        Optional<Choices> choices = Optional.of(Choices.first());
        for (int course = 0; choices.isPresent(); course++) {
            if (course == MOST_COURSES) {
                throw new Unplannable("more than " + MOST_COURSES + " courses are possible, so leave a fault out");
            }
            courses.add(new Walk(cell, choices.get(), words).toTheEnd());
            choices = choices.get().next();
        }
        return courses;
    }

    private static Prediction merge(List<Prediction> courses) {
        Prediction first = courses.get(0);
        return new Prediction(first.afterFaults(), first.end(), first.fence(), courses.subList(1, courses.size()));
    }
}
