/**
 * One thread that decides: which point a fault falls on, when a process is killed, when a life is over and the wire at
 * rest. A cell, the lab and the demo are made of such sessions.
 *
 * <p>Owns the order of park, kill and proof. Must not know copies, successors or verdicts.
 */
package dev.crashharness.orchestrator.cell.session;
