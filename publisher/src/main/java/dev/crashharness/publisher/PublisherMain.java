package dev.crashharness.publisher;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.crashpoint.GateHooks;
import dev.crashharness.publisher.ledger.Decisions;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.ledger.LedgerClock;
import dev.crashharness.publisher.ledger.Terms;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.server.Conversation;
import dev.crashharness.publisher.server.Face;
import dev.crashharness.publisher.server.PublisherServer;
import dev.crashharness.publisher.server.http.Effects;
import dev.crashharness.publisher.server.http.HttpFace;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/**
 * The publisher process. Reads {@code CRASH_HARNESS_LEDGER}, {@code _CONTRACT}, {@code _TOKEN}, {@code _CLOCK_OFFSET_MS}
 * (how far the ledger's clock runs ahead, default 0), {@code _CANCEL} ({@code refused}: each new cancel is), {@code _WIRE}
 * ({@code lines}, the default, or {@code http}), for the latter {@code _TASK} (whose effects these are), and the gate's
 * variables, reports its port and serves until it is killed or the harness is gone. Exit 2: configuration, after an
 * {@code error} event.
 */
public final class PublisherMain {
    /** Within it no sum of times leaves the range of a clock in milliseconds. */
    private static final Duration CENTURY = Duration.ofDays(36_525);

    /** Exit code when the harness has gone: nobody is left to read it. */
    private static final int HARNESS_GONE = 1;

    private PublisherMain() {}

    public static void main(String[] args) throws IOException, SQLException {
        live(Decisions.correct());
    }

    /** One publisher life under {@code decisions}; the seam at which planted bugs come in. */
    public static void live(Decisions decisions) throws IOException, SQLException {
        LedgerClock clock = new LedgerClock(InstantSource.system());
        GateHooks hooks = new GateHooks(() -> Runtime.getRuntime().halt(HARNESS_GONE), clock::advance);
        Map<String, String> environment = System.getenv();
        try (CrashGate gate = CrashGate.fromEnvironment(environment, hooks)) {
            try {
                clock.advance(clockOffset(environment));
                serve(environment, gate, clock, decisions);
            } catch (IllegalArgumentException | DatabaseRefusedException e) {
                refuse(e.getMessage(), gate);
            }
        } catch (IllegalArgumentException e) {
            // No harness was reached that could be told.
            refuse(e.getMessage(), CrashGate.disarmed());
        }
    }

    private static void refuse(String text, CrashGate gate) {
        System.err.println("publisher: " + text);
        gate.event("error", Map.of("text", text));
        System.exit(2);
    }

    private static void serve(Map<String, String> environment, CrashGate gate, LedgerClock clock, Decisions decisions)
            throws IOException, SQLException {
        Contract contract = Contract.of(need(environment, "CONTRACT"))
                .orElseThrow(() -> new IllegalArgumentException("CRASH_HARNESS_CONTRACT is '"
                        + environment.get("CRASH_HARNESS_CONTRACT") + "', expected one of " + Contract.ids()));
        Terms terms = new Terms(contract, cancelRefused(environment));
        boolean http = speaksHttp(environment);
        try (Ledger ledger = Ledger.open(Path.of(need(environment, "LEDGER")), terms, clock, decisions);
                Face face = http ? http(environment, ledger, gate) : lines(environment, ledger, gate)) {
            gate.listening(
                    face.address().getAddress().getHostAddress(), face.address().getPort());
            System.err.println("publisher: " + contract + " on " + face.address());
            face.serve();
        }
    }

    private static Face lines(Map<String, String> environment, Ledger ledger, CrashGate gate) throws IOException {
        return PublisherServer.listen(new Conversation(ledger, gate, need(environment, "TOKEN")));
    }

    private static Face http(Map<String, String> environment, Ledger ledger, CrashGate gate) throws IOException {
        String task = environment.getOrDefault("CRASH_HARNESS_TASK", "");
        return HttpFace.listen(new Effects(ledger, gate, need(environment, "TOKEN"), task));
    }

    private static boolean speaksHttp(Map<String, String> environment) {
        String wire = environment.getOrDefault("CRASH_HARNESS_WIRE", "lines");
        if (!wire.equals("lines") && !wire.equals("http")) {
            throw new IllegalArgumentException("CRASH_HARNESS_WIRE is '" + wire
                    + "', which this publisher does not speak; expected lines or http");
        }
        return wire.equals("http");
    }

    /** A publisher that is started again must not be younger than its ledger: windows would open again. */
    private static Duration clockOffset(Map<String, String> environment) {
        String value = environment.getOrDefault("CRASH_HARNESS_CLOCK_OFFSET_MS", "");
        try {
            Duration offset = Duration.ofMillis(value.isEmpty() ? 0 : Long.parseLong(value));
            if (offset.abs().compareTo(CENTURY) <= 0) {
                return offset;
            }
        } catch (NumberFormatException e) {
            // Falls through: no number, or none of 64 bits.
        }
        throw new IllegalArgumentException("CRASH_HARNESS_CLOCK_OFFSET_MS is '" + value
                + "', expected a whole number from " + CENTURY.negated().toMillis() + " to " + CENTURY.toMillis());
    }

    private static boolean cancelRefused(Map<String, String> environment) {
        String value = environment.getOrDefault("CRASH_HARNESS_CANCEL", "");
        if (!value.isEmpty() && !value.equals("refused")) {
            throw new IllegalArgumentException("CRASH_HARNESS_CANCEL is '" + value + "', expected refused, or nothing");
        }
        return !value.isEmpty();
    }

    private static String need(Map<String, String> environment, String name) {
        String value = environment.get("CRASH_HARNESS_" + name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("CRASH_HARNESS_" + name + " is not set; the publisher needs it");
        }
        return value;
    }
}
