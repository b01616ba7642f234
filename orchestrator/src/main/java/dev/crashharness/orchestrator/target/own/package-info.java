/**
 * By what a target is judged that has no model: questions with the answers its author expects.
 *
 * <p>Must not know how anything is asked.
 */
package dev.crashharness.orchestrator.target.own;
