package dev.crashharness.orchestrator.target.own;

/**
 * A check that a target brings itself.
 *
 * @param name as it appears beside the built-in ones; none of their names
 * @param place file and line where it is written, for messages
 */
public record OwnCheck(String name, String place, Question question) {}
