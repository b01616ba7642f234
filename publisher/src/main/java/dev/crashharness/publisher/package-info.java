/** The publisher process: its main and what its environment must hold. */
package dev.crashharness.publisher;
