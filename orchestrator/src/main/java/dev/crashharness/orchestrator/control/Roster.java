package dev.crashharness.orchestrator.control;

import dev.crashharness.crashpoint.ControlLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who may say hello. Thread-safe. */
final class Roster {
    private static final int VERSION = 1;

    private final byte[] token;
    private final Map<String, String> roleByInstance = new HashMap<>();
    private final Set<String> connected = new HashSet<>();

    /** What a good hello says. */
    record Entry(String role, String instance, long pid) {}

    Roster(String token) {
        if (token.isBlank()) {
            throw new IllegalArgumentException("the control token must not be blank");
        }
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    synchronized void expect(String role, String instance) {
        if (roleByInstance.putIfAbsent(instance, role) != null) {
            throw new IllegalArgumentException(
                    "instance " + instance + " is expected already; each life of a process needs a name of its own");
        }
    }

    /**
     * Checks {@code hello 1 TOKEN ROLE INSTANCE PID} and marks the instance as connected, for good: an old publisher that
     * answers in the place of its successor must not pass (bitsocialnet/bitsocial-cli#66).
     */
    Entry admit(ControlLine line) throws ProtocolException {
        try {
            return admitted(line);
        } catch (ProtocolException bad) {
            throw new ProtocolException(bad.getMessage(), claimed(line));
        }
    }

    private Entry admitted(ControlLine line) throws ProtocolException {
        List<String> words = line.words();
        require(line.verb().equals("hello"), "the first line was no hello");
        // The token may be among the words: they are counted and not shown.
        require(
                words.size() == 5,
                "the first line was no hello: %d words behind it, expected 1 TOKEN ROLE INSTANCE PID"
                        .formatted(words.size()));
        require(
                words.get(0).equals(Integer.toString(VERSION)),
                "a hello of protocol version %s, expected %d".formatted(words.get(0), VERSION));
        require(hasToken(words.get(1)), "a hello with a wrong token, expected the value of CRASH_HARNESS_TOKEN");
        Entry entry = new Entry(words.get(2), words.get(3), Numbers.positive(words.get(4), "pid"));
        connect(entry);
        return entry;
    }

    /** A name that nobody expects is a stranger's. */
    private synchronized String claimed(ControlLine line) {
        String name = line.words().size() > 3 ? line.words().get(3) : "";
        return line.verb().equals("hello") && roleByInstance.containsKey(name) ? name : "";
    }

    private boolean hasToken(String shown) {
        // Takes the same time whichever byte differs.
        return MessageDigest.isEqual(token, shown.getBytes(StandardCharsets.UTF_8));
    }

    private synchronized void connect(Entry entry) throws ProtocolException {
        String role = roleByInstance.get(entry.instance());
        require(role != null, "a hello of '" + entry.instance() + "', which is not expected");
        require(
                entry.role().equals(role),
                "a hello of '" + entry.instance() + "' with the role '" + entry.role() + "', expected " + role);
        require(
                connected.add(entry.instance()),
                "a second hello of '" + entry.instance() + "', which has connected before");
    }

    private static void require(boolean good, String otherwise) throws ProtocolException {
        if (!good) {
            throw new ProtocolException(otherwise);
        }
    }
}
