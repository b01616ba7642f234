/**
 * {@code junit.xml}, in the part of the format that Surefire's schema and Jenkins' xunit schema both allow.
 *
 * <p>Must not know who reads it.
 */
package dev.crashharness.orchestrator.report.junit;
