package dev.crashharness.orchestrator.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Decided;
import dev.crashharness.publisher.protocol.Contract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Hand-written events of a person's runs. */
abstract class LabEvents {
    private final List<Event> events = new ArrayList<>();

    final LabRecord record() {
        return record(Decided.NOTHING);
    }

    final LabRecord record(Decided decided) {
        return new LabRecord(List.copyOf(events), decided);
    }

    final void assertCell(Contract contract, String id) {
        assertThat(record().unexplained()).isEmpty();
        assertThat(record().cell(contract).print()).isEqualTo(id);
    }

    final void killed(int worker, String point) {
        spawn(worker, "worker-" + worker);
        exit(worker, 137, true);
        note(
                "worker-" + worker,
                EventType.FAULT,
                Map.of(
                        "fault", "worker@" + point,
                        "pid", "17",
                        "hit", "1",
                        "signal", "KILL",
                        "signalled_at_ns", "5",
                        "exit", "137",
                        "landed", "true",
                        "reason", ""));
    }

    /** It stored its operation and left it to a person. */
    final void waited(int worker) {
        spawn(worker, "worker-" + worker);
        note("worker-" + worker, EventType.REPORTED, Map.of("name", "lease", "generation", "1"));
        exit(worker, 13, false);
    }

    final void person(int number, Map<String, String> told) {
        note("person-" + number, EventType.SPAWN, Map.of("owner", "person", "role", "person", "lease_ms", ""));
        note("person-" + number, EventType.REPORTED, told);
    }

    final void ended(int worker, int code) {
        ended(worker, "worker-" + worker, code);
    }

    final void ended(int worker, String owner, int code) {
        spawn(worker, owner);
        exit(worker, code, false);
    }

    final void spawn(int worker, String owner) {
        note("worker-" + worker, EventType.SPAWN, Map.of("owner", owner, "lease_ms", "2000"));
    }

    final void exit(int worker, int code, boolean byHarness) {
        note(
                "worker-" + worker,
                EventType.EXIT,
                Map.of("code", Integer.toString(code), "by_harness", Boolean.toString(byHarness)));
    }

    final void note(String instance, EventType type, Map<String, String> fields) {
        events.add(new Event(events.size(), type, instance, fields));
    }
}
