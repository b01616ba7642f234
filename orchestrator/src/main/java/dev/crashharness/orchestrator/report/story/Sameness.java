package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.Event;

/**
 * What should be the same whenever it is named: the operation of a task, that of its compensation, and the content that is
 * published. Says what to add to an event that names another.
 */
final class Sameness {
    private String operation = "";
    private String undoing = "";
    private String content = "";

    /** A compensation has an operation of its own. */
    void undoes(Event compensation) {
        undoing = compensation.get("operation");
    }

    String another(Event event) {
        String named = event.get("operation");
        if (operation.isEmpty()) {
            operation = named;
        }
        return named.isEmpty() || named.equals(operation) || named.equals(undoing)
                ? ""
                : "; ANOTHER operation than before, which was " + operation;
    }

    /** Lookups and cancels carry no content. */
    String otherContent(Event request) {
        String named = request.get("kind").equals("publish") ? request.get("payload_hash") : "";
        String first = content;
        content = content.isEmpty() ? named : content;
        return named.isEmpty() || first.isEmpty() || named.equals(first)
                ? ""
                : "; its content is " + named + ", that of the first was " + first;
    }
}
