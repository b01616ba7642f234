package dev.crashharness.orchestrator.evidence.own;

/**
 * The answer to one question that a target asks of what its cell left behind.
 *
 * @param check the name of the target's check
 * @param place file and line where it is written
 * @param expected the answer that the target's author expects
 * @param found the answer, in the same form; empty with a problem
 * @param problem why there is no answer; empty when there is one
 */
public record Observation(String check, String place, String expected, String found, String problem) {}
