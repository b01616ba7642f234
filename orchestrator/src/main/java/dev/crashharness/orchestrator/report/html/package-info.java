/**
 * {@code report.html}: one file that needs nothing else, no script either. The records here are what the templates in {@code
 * src/main/jte} show, and public only for them; a template decides how a thing looks, never what is said.
 *
 * <p>Must not escape anything by hand: the template engine does, by context.
 */
package dev.crashharness.orchestrator.report.html;
