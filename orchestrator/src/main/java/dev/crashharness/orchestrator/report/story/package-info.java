/**
 * One cell in words: what each process did, when it was parked and killed, what both databases said then, and what was
 * expected against what was found. The timeline, {@code report.txt}, {@code explain} and the HTML report share these words.
 *
 * <p>Must not know where the words go, nor decide what is right.
 */
package dev.crashharness.orchestrator.report.story;
