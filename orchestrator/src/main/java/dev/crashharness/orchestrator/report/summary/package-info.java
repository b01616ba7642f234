/**
 * A run on one page of Markdown, and as annotations of a GitHub workflow.
 *
 * <p>Must not read the environment: which file and whether at all is for the caller to say.
 */
package dev.crashharness.orchestrator.report.summary;
