/**
 * What the kernel says of files and ports under {@code /proc}: who holds a database's write lock, who listens.
 *
 * <p>Must not know why somebody asks, nor whose processes they are.
 */
package dev.crashharness.orchestrator.process.kernel;
