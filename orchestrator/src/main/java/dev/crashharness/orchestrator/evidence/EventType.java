package dev.crashharness.orchestrator.evidence;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * What can be noted in {@code events.jsonl}; each constant lists the fields it carries besides the instance. In a cell SPAWN,
 * EXIT and COPY also bear {@code epoch_ms}, the time on the machine's wall clock.
 */
public enum EventType {
    /**
     * The harness launched a child: {@code role owner pid start_ticks clock_offset_ms}, what else it was told as {@code lease_ms
     * timeout_ms payload_hash}, each empty where it was not, and {@code place} = the line of the target file that says how.
     */
    SPAWN,
    /** The child said who it is, with the right token: {@code pid}. */
    HELLO,
    /** The publisher reported its port: {@code address}. */
    LISTENING,
    /**
     * The child stands at a point: {@code n point hit}, and for a publisher {@code operation attempt}; {@code unnamed} says that its
     * target does not name the point.
     */
    AT,
    /** The child stands at the armed point and gets no answer: {@code point hit fault} (0-based index of the fault). */
    PARKED,
    /** The child was answered and may run on: {@code n point hit}. */
    GO,
    /** A signal was sent from outside: {@code signal pid fault}. */
    SIGNAL,
    /**
     * The child ended: {@code code}, and {@code by_harness} = true when the harness had sent it SIGKILL before; {@code said} = its
     * last words, perhaps none, when it failed by itself.
     */
    EXIT,
    /** The child said something that is no point: {@code name} and its own fields. */
    REPORTED,
    /**
     * The tracer saw a system call that is a point: {@code point hit}; of the one at which a fault was due also {@code thread
     * returned fault}, and {@code died} = true when that is the worker's death. Noted when the worker has ended.
     */
    CALL,
    /**
     * A whole request frame came from a worker: {@code hit action kind operation attempt generation payload_hash}; over HTTP
     * also {@code method path}; of bytes that nobody here can read, {@code bytes} (how many) instead.
     */
    REQUEST,
    /** A whole reply frame came from the publisher: {@code hit action status receipt operation attempt}, or {@code bytes}. */
    REPLY,
    /**
     * A connection to the control port or the relay was refused: {@code reason}, made of {@code who}, when that is known, and
     * {@code what}; else {@code perhaps} names the child whose it may have been.
     */
    REFUSED,
    /** Both databases were copied: {@code label}, and of the last copy {@code pause_ms}, how long the machine stood still at most. */
    COPY,
    /** A process outlived the cell and was killed at its end: {@code pid}. */
    SURVIVOR,
    /** What became of a fault: the fields of {@link FaultOutcome}. */
    FAULT,
    /**
     * So many events of the instance are not in the log: {@code of}, their type, and {@code count}. All of them came before this
     * event, and behind the last event of the same instance that the harness itself had caused.
     */
    LEFT_OUT,
    /** Anything else worth a line in a report: {@code text}. */
    NOTE;

    /** The lower-case spelling used in files. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
