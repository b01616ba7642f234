/**
 * The way between a worker and the publisher: frames that are lost, doubled or held, and the points a request passes.
 *
 * <p>Owns hits on the wire and in the publisher, and what is still under way. Must not know what a worker does with an
 * answer.
 */
package dev.crashharness.orchestrator.judge.model.wire;
