/**
 * The publisher process: its main and what its environment must hold.
 *
 * <p>Must not know how a request is read or decided.
 */
package dev.crashharness.publisher;
