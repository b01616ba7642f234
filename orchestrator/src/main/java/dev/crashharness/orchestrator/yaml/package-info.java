/**
 * Files that users write: strict YAML of which each piece knows its line, so that an error can name it.
 *
 * <p>Must not know what the files are about.
 */
package dev.crashharness.orchestrator.yaml;
