package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.schedule.text.Payload;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.own.Question;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the children of a stage find around them.
 *
 * @param control where they announce themselves
 * @param relay where they find the publisher
 */
record Surroundings(StageSpec spec, String token, InetSocketAddress control, InetSocketAddress relay) {
    /**
     * Who a child is.
     *
     * @param name worker, publisher, person or intruder
     * @param number 1-based among those of that name
     * @param owner what it calls itself in the store
     */
    record Role(String name, int number, String owner) {
        String instance() {
            return name + "-" + number;
        }
    }

    /** What is noted of a child that was started as the target's file says at {@code key}. */
    Map<String, String> started(Role role, String key, ChildProcess process, Map<String, String> variables) {
        Map<String, String> noted = new TreeMap<>(Map.of(
                "role", role.name(),
                "owner", role.owner(),
                "pid", Long.toString(process.pid()),
                "start_ticks", Long.toString(process.startTicks()),
                "clock_offset_ms", variables.getOrDefault("CRASH_HARNESS_CLOCK_OFFSET_MS", "0"),
                "lease_ms", variables.getOrDefault("CRASH_HARNESS_LEASE_MS", ""),
                "timeout_ms", variables.getOrDefault("CRASH_HARNESS_TIMEOUT_MS", ""),
                "payload_hash", payloadHash(variables)));
        spec.target().place(key).ifPresent(place -> noted.put("place", place));
        return noted;
    }

    /** In the lab a payload is a person's own, and none of the log's business. */
    private static String payloadHash(Map<String, String> variables) {
        return Optional.ofNullable(variables.get("CRASH_HARNESS_PAYLOAD"))
                .map(Payload::hash)
                .orElse("");
    }

    /** What the placeholders in a command of {@code role} stand for. */
    Map<String, String> values(Role role) {
        Place place = spec.place();
        Map<String, String> values =
                new TreeMap<>(spec.target().programs().source().values());
        values.put("cell", place.directory().toAbsolutePath().toString());
        values.put("store", place.store().toAbsolutePath().toString());
        values.put("ledger", place.ledger().toAbsolutePath().toString());
        values.put("publisher", text(relay));
        values.put("url", url().toString());
        values.put("task", spec.task());
        values.put("instance", role.instance());
        return values;
    }

    /** What the process that looks whether the work is done finds beside that. */
    Map<String, String> watching(Question.Sql rows) {
        Place place = spec.place();
        Path file = rows.database() == Question.Database.STORE ? place.store() : place.ledger();
        return Map.of(
                "CRASH_HARNESS_WATCH_FILE", file.toAbsolutePath().toString(),
                "CRASH_HARNESS_WATCH_SQL", rows.sql(),
                "CRASH_HARNESS_WATCH_ROWS", rows.expectedText());
    }

    /** The whole environment of a child: what is not named here or in {@code own} does not reach it. */
    Map<String, String> environment(Role role, Map<String, String> own) {
        Map<String, String> all = spec.target().programs().variables();
        all.putAll(own);
        Place place = spec.place();
        all.put("TMPDIR", place.tmp().toAbsolutePath().toString());
        all.put("CRASH_HARNESS_CONTROL", text(control));
        all.put("CRASH_HARNESS_TOKEN", token);
        all.put("CRASH_HARNESS_ROLE", role.name());
        all.put("CRASH_HARNESS_INSTANCE", role.instance());
        all.put("CRASH_HARNESS_OWNER", role.owner());
        all.put("CRASH_HARNESS_CELL_DIR", place.directory().toAbsolutePath().toString());
        all.put("CRASH_HARNESS_STORE", place.store().toAbsolutePath().toString());
        all.put("CRASH_HARNESS_LEDGER", place.ledger().toAbsolutePath().toString());
        all.put("CRASH_HARNESS_PUBLISHER", text(relay));
        all.put("CRASH_HARNESS_TASK", spec.task());
        all.put("CRASH_HARNESS_CONTRACT", spec.contract().id());
        all.put("CRASH_HARNESS_JOURNAL", spec.journal().id());
        all.put("CRASH_HARNESS_WIRE", spec.target().link().framing().id());
        if (spec.target().link().framing() == Framing.HTTP) {
            all.put("CRASH_HARNESS_PUBLISHER_URL", url().toString());
        }
        return all;
    }

    /** Below which the publisher answers over HTTP: whoever writes paths behind it shows the token without knowing it. */
    URI url() {
        String root = "http://" + text(relay);
        return URI.create(spec.target().link().showsToken() ? root + "/" + token : root);
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
