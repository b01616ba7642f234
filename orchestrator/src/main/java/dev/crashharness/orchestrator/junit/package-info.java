/**
 * A matrix as dynamic tests of somebody's own project.
 *
 * <p>Owns how a verdict becomes a test's result. The only package that knows JUnit, which is not among the harness's own
 * libraries: whoever uses this has it.
 */
package dev.crashharness.orchestrator.junit;
