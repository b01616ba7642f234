/**
 * What was made under another name, to be renamed when it is whole, by somebody who was killed at it.
 *
 * <p>Owns when such a thing is nobody's any more. Must not know what is made.
 */
package dev.crashharness.orchestrator.target.leftover;
