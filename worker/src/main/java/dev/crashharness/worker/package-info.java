/** The worker process: its main and what its environment says. */
package dev.crashharness.worker;
