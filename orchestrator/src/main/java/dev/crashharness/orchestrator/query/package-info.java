/**
 * One question to a SQLite file of somebody else's, of which nothing is known but the question.
 *
 * <p>Must not know who asks, nor what answer is wanted.
 */
package dev.crashharness.orchestrator.query;
