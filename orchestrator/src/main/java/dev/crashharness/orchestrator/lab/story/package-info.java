/**
 * What became of a task, told in order from what both databases have kept.
 *
 * <p>Owns the words of the story. Must not know where the files lie or how a story is printed.
 */
package dev.crashharness.orchestrator.lab.story;
