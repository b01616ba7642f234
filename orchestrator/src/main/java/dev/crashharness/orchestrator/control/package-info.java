/**
 * The harness's side of the control protocol: who may speak, what they said, and the word that lets them run on.
 *
 * <p>Owns the listening socket, the check of the first line, and the links to the children. Must not know what a point
 * means or when a process is to be killed. What a child says here may pace a run or accuse it, never acquit it. The other
 * side, and the form of a line, lie in {@link dev.crashharness.crashpoint}.
 */
package dev.crashharness.orchestrator.control;
