/**
 * How this project opens a SQLite file: whose file it is, the busy timeout, the journal, and one immediate transaction.
 *
 * <p>Owns these rules for the ledger, the worker store and the evidence reader, because three copies of them would drift
 * apart. Must not know a table.
 */
package dev.crashharness.sqlite;
