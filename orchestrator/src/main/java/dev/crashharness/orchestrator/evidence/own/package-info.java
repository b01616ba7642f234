/**
 * What a target's own questions were answered.
 *
 * <p>Must not know how they were asked, nor what is made of the answers.
 */
package dev.crashharness.orchestrator.evidence.own;
