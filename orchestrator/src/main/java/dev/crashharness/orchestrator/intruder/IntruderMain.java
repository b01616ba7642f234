package dev.crashharness.orchestrator.intruder;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.crashpoint.GateHooks;
import dev.crashharness.sqlite.Transactions;
import dev.crashharness.worker.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** Takes the write lock of {@code CRASH_HARNESS_STORE}, announces {@code holding}, and lets go when it is answered. */
public final class IntruderMain {
    private IntruderMain() {}

    public static void main(String[] args) throws IOException, SQLException {
        GateHooks hooks = GateHooks.onLost(() -> Runtime.getRuntime().halt(1));
        try (CrashGate gate = CrashGate.fromEnvironment(System.getenv(), hooks);
                Connection connection = Store.file(Path.of(System.getenv("CRASH_HARNESS_STORE")))
                        .open()) {
            Transactions.immediate(connection, () -> {
                gate.at("holding");
                return null;
            });
        }
    }
}
