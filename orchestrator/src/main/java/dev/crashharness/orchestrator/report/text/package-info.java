/** Foreign text made fit to be shown. Must not know where it comes from nor where it goes. */
package dev.crashharness.orchestrator.report.text;
