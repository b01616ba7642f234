/**
 * How long a session may take and how long it sleeps. Must not know what it waits for.
 */
package dev.crashharness.orchestrator.cell.session.time;
