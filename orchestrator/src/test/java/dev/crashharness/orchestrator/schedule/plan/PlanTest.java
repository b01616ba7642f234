package dev.crashharness.orchestrator.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.schedule.Cell;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "blind/none",
                "blind/worker.2@after_send",
                "dedup-query/worker@after_send,worker@after_lookup",
                "dedup-query/wire@reply=kill:worker,worker@after_lookup",
                "dedup-query/wire@reply=drop",
                "dedup-query/worker@after_effect?expiry=wait&lease=1m",
                "dedup-query/worker@after_effect?lease=1d",
                "dedup-query/worker@after_collect?name.2=worker-1",
                "blind/publisher@after_reply",
                "blind/publisher.2@mid_reply=kill:worker",
                "blind/worker@during_collect=kill:publisher",
                "blind/worker@before_send=kill:publisher",
                "blind/worker@after_lease=pause..before_lease",
                "fenced/worker@before_send=pause..after_lookup",
                "blind/worker@after_send=hold_store:1m",
                "fenced/worker@before_send,worker@before_send=collide",
                "dedup-only/none?probe=conflict",
                "blind/wire@reply=delay:60s",
                // The relay holds no lock while it waits, so that any point of a worker can be waited for.
                "blind/wire@request=delay..during_collect",
                "dedup-query/wire@request=meet",
                "blind/wire@request=meet?workers=2",
                "blind/worker@before_send=pause,wire@request=meet",
                "blind/wire@request=pause,wire@request#2=meet",
                "fenced/wire@reply#2=pause",
                "blind/worker@after_collect?workers=3",
                "blind/none?gap=2h&timeout=1m",
                "blind/none?skew.2=+1m&workers=2",
                "blind/none?skew.3=+5s&workers=2",
                "blind/none?lease=2s&skew.2=+1m&workers=2",
                "blind/none?expiry=wait&lease=2s&again=2",
                "blind/person@during_approval,person.2@after_approval?approve=2",
                "blind/wire@reply=drop,person@before_resolution?resolve=not-executed",
                "blind/wire@request=delay..comp_after_confirm?resolve=compensate",
                "blind/wire@reply=drop,worker@comp_before_send=kill:publisher?resolve=compensate",
                "blind/worker@sys.fsync.wal#3,worker.2@sys.unlink.journal",
                "blind/worker@after_send=pause,worker@sys.fsync.wal",
                "blind/wire@reply=kill:worker,worker@sys.fsync.wal",
                "blind/worker@before_send,worker@comp_after_send=pause?cancel=refused&resolve=compensate",
            })
    void plansWhatCanBeCarriedOut(String id) {
        Cell cell = Cell.parse(id);

        assertThat(Plan.check(cell)).isSameAs(cell);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "blind/worker@sys.fsync.wal=pause|worker@sys.fsync.wal=pause names a system call, where a worker can only be"
                        + " killed, so leave out =pause",
                "blind/worker@sys.fsync.wal=kill:publisher|worker@sys.fsync.wal=kill:publisher names a system call, where a"
                        + " worker can only be killed, so leave out =kill:publisher",
                "blind/publisher@sys.fsync.wal|publisher@sys.fsync.wal names a point of worker, so write"
                        + " worker@sys.fsync.wal",
                "blind/worker@after_send=pause..sys.fsync.wal|worker@after_send=pause..sys.fsync.wal waits for a system"
                        + " call, which nobody announces, so choose a point that a worker announces",
                "blind/wire@reply=drop,worker@sys.fsync.wal|worker@sys.fsync.wal needs a worker that starts after the fault"
                        + " before it, which wire@reply=drop does not bring, so put it first, or behind a worker's death",
                "blind/worker@before_send=kill:publisher,worker@sys.fsync.wal|worker@sys.fsync.wal needs a worker that"
                        + " starts after the fault before it, which worker@before_send=kill:publisher does not bring, so put"
                        + " it first, or behind a worker's death",
                "blind/worker@after_commit|worker@after_commit names a point of publisher,"
                        + " so write publisher@after_commit",
                "blind/wire@after_send=drop|wire@after_send=drop names a point of worker, so write worker@after_send",
                "blind/worker@after_send=drop|worker@after_send=drop is possible only on the wire,"
                        + " so write it at wire@request or wire@reply",
                "blind/wire@reply|wire@reply would kill a frame, so write =kill:worker or =drop behind it",
                "blind/wire.2@reply=drop|wire.2@reply=drop numbers the wire, of which there is only one,"
                        + " so write wire@reply",
                "blind/person@after_approval|person@after_approval needs a task that a person has to approve,"
                        + " so add approve=1",
                "blind/person@after_resolution?approve=1|person@after_resolution needs a person who decides what became"
                        + " of an unknown, so add resolve=confirmed, resolve=not-executed or resolve=compensate",
                "blind/worker@comp_intent?resolve=confirmed|worker@comp_intent is reached only by a worker that"
                        + " compensates, so add resolve=compensate",
                "blind/wire@request=delay..comp_intent|wire@request=delay..comp_intent waits for a worker that"
                        + " compensates, so add resolve=compensate",
                "blind/none?cancel=refused&resolve=confirmed|cancel=refused expects a cancel, but nothing is compensated,"
                        + " so add resolve=compensate",
                "blind/person@after_approval=pause?approve=1|person@after_approval=pause is possible only at points of"
                        + " worker and on the wire, so write it as in worker@before_send=pause",
                "blind/person@after_approval=kill:worker?approve=1|person@after_approval=kill:worker names a victim, but"
                        + " nobody else works while a person stands there, so leave out =kill:worker",
                "blind/worker@after_approval?approve=1|worker@after_approval names a point of person, so write"
                        + " person@after_approval",
                "blind/worker@after_send=kill:worker|worker@after_send=kill:worker kills the process that is parked there,"
                        + " so leave out =kill:worker",
                "blind/wire@reply=kill:publisher|wire@reply=kill:publisher would kill the publisher while no process is"
                        + " parked, so write it at a point of publisher, or as worker@before_send=kill:publisher",
                "blind/worker@after_send=kill:publisher|worker@after_send=kill:publisher would race with the request, which"
                        + " the publisher may have by then, so choose a point up to before_send, or comp_before_send, or kill"
                        + " it at a point of publisher",
                "blind/publisher@after_reply=kill:worker|publisher@after_reply=kill:worker would race with the worker, which"
                        + " has its reply and confirms, so choose a point up to mid_reply, or worker@after_effect",
                "blind/publisher@mid_reply=pause|publisher@mid_reply=pause is possible only at points of worker"
                        + " and on the wire, so write it as in worker@before_send=pause",
                "blind/wire@reply=pause..after_lease|wire@reply=pause..after_lease stops a worker over its frame, which is"
                        + " possible only until its successor is done, so leave out ..after_lease",
                "blind/worker@during_draft=pause|worker@during_draft=pause would stop the worker while it holds the store's"
                        + " write lock, so that nobody could claim; choose a before_ or after_ point",
                "blind/worker@after_draft=pause..during_lease|worker@after_draft=pause..during_lease would park the successor"
                        + " while it holds the store's write lock, so that the paused worker could not write; wait for a"
                        + " before_ or after_ point",
                "blind/worker@after_draft=pause..mid_reply|worker@after_draft=pause..mid_reply waits for a point of"
                        + " publisher, but only a worker can be waited for, so write it as in pause..after_lease",
                "blind/wire@request=delay..reply|wire@request=delay..reply waits for a point of wire, but only a worker can"
                        + " be waited for, so write it as in delay..after_lease",
                "dedup-only/wire@request=delay..after_lookup|wire@request=delay..after_lookup waits for after_lookup, which"
                        + " is never reached under dedup-only, which offers no lookup, so choose another contract or point",
                "blind/wire@request=delay:61s|wire@request=delay:61s lasts longer than a cell may take, so choose at most 1m",
                "blind/worker@after_send=hold_store:2m|worker@after_send=hold_store:2m lasts longer than a cell may take,"
                        + " so choose at most 1m",
                "blind/worker@after_send=hold_store:20ms|worker@after_send=hold_store:20ms may be over before the worker comes to the"
                        + " store, so hold it for 200ms or longer",
                "blind/worker@during_draft=hold_store:1s|worker@during_draft=hold_store:1s can get no write lock, because the"
                        + " worker holds it there, so choose a before_ or after_ point",
                "fenced/worker@after_intent=collide|worker@after_intent=collide must come between the stored operation and"
                        + " its first request, so write worker@before_send=collide",
                "query-only/worker@before_send=collide|worker@before_send=collide expects a conflict, but query-only accepts"
                        + " the same operation with any content, so choose a contract that dedups",
                "blind/none?probe=conflict|probe=conflict expects a refusal, but blind accepts the same operation with any"
                        + " content, so choose a contract that dedups",
                "fenced/wire@reply=meet|wire@reply=meet lets replies meet, but only requests can, so write"
                        + " wire@request=meet",
                "blind/worker@after_send,wire@request=meet|wire@request=meet waits for a second request, which a single"
                        + " worker never sends under blind, so add workers=2, or a pause before it",
                "blind/none?timeout=61s|timeout=61s is longer than a cell may take, so choose at most 1m",
                "blind/none?expiry=wait&lease=2s&skew.2=+5s|expiry=wait lets all clocks be true, but a skew is given,"
                        + " so leave out one of the two",
                "dedup-query/worker@after_lookup|worker@after_lookup is reached only in recovery,"
                        + " so put a fault before it that makes one necessary, such as worker@after_send",
                "blind/worker@after_send,worker@after_lookup|worker@after_lookup is never reached under blind,"
                        + " which offers no lookup, so choose another contract or point",
                "blind/none?expiry=wait&lease=61s|expiry=wait with lease=61s would wait that long for each takeover,"
                        + " so choose a lease of at most 1m or expiry=skew",
                "dedup-query/none?expiry=wait&lease=2s&workers=3|workers=3 has whoever claims stand until the others have"
                        + " come, and lease=2s may run out meanwhile, so choose a lease of at least 1m, or set their clocks"
                        + " apart with a skew",
                "blind/none?lease=59s&workers=2|workers=2 has whoever claims stand until the others have come, and"
                        + " lease=59s may run out meanwhile, so choose a lease of at least 1m, or set their clocks apart with"
                        + " a skew",
                // Worker 3 is none of the two that start together.
                "blind/none?lease=2s&skew.3=+5s&workers=2|workers=2 has whoever claims stand until the others have come,"
                        + " and lease=2s may run out meanwhile, so choose a lease of at least 1m, or set their clocks apart"
                        + " with a skew",
                "blind/none?lease=2s&skew.1=+5s&skew.2=+5s&workers=2|workers=2 has whoever claims stand until the others"
                        + " have come, and lease=2s may run out meanwhile, so choose a lease of at least 1m, or set their"
                        + " clocks apart with a skew",
            })
    void refusesWhatNoRunCouldCarryOut(String id, String reason) {
        assertThatThrownBy(() -> Plan.check(Cell.parse(id)))
                .isInstanceOf(UnplannableCellException.class)
                .hasMessage("cannot plan '" + id + "': " + reason);
    }
}
