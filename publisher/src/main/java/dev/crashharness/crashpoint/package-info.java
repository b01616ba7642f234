/**
 * The child's side of the control protocol: announce a point, then block until the harness answers.
 *
 * <p>Owns the gate, the control line format and the reader thread behind it. Must not know what a task, an operation or
 * a ledger is: any program can use it. The whole package depends on the JDK only.
 */
package dev.crashharness.crashpoint;
