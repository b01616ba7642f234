package dev.crashharness.orchestrator.target.file;

import dev.crashharness.orchestrator.target.Syscalls;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads at which system calls a worker can be killed. Whether strace knows a call is found out where it is started. */
final class SysReader {
    private static final String SYS = "sys";
    private static final List<String> KEYS = List.of("calls", "files", Syscalls.PUBLISHER);
    private static final Pattern CALL = Pattern.compile("[a-z][a-z0-9_]{0,31}");
    private static final Pattern FILE = Pattern.compile("[a-z][a-z0-9_]{0,29}");
    private static final Set<String> LATER = Set.of("cell", "store", "ledger");

    private final Fields fields;
    private final Argv argv;

    SysReader(Fields fields, Argv argv) {
        this.fields = fields;
        this.argv = argv;
    }

    Syscalls read(boolean documented) {
        return fields.value(SYS).map(node -> read(node, documented)).orElse(Syscalls.NONE);
    }

    private Syscalls read(Node node, boolean documented) {
        if (documented) {
            throw node.wrong(
                    "the model of the documented schema cannot say what is durable between two system calls, so"
                            + " leave out sys, or write schema: own and checks");
        }
        Fields sys = new Fields(node, KEYS);
        List<String> calls = calls(sys, "calls");
        Map<String, String> files = sys.value("files").map(this::files).orElse(Map.of());
        if (calls.isEmpty() != files.isEmpty()) {
            throw node.wrong("calls and files go together: each call on each file is a point; write both, or neither");
        }
        Syscalls read = new Syscalls(calls, files, calls(sys, Syscalls.PUBLISHER), false);
        if (read.isEmpty()) {
            throw node.wrong("sys names no call; write for example calls: [fsync], files: {store: '{store}'}");
        }
        return read;
    }

    private static List<String> calls(Fields sys, String key) {
        return sys.distinctTexts(key).stream()
                .map(text -> {
                    if (CALL.matcher(text.text()).matches()) {
                        return text.text();
                    }
                    throw text.wrong(
                            "'" + text.text() + "' is no name of a system call; expected a-z 0-9 _, as in pwrite64");
                })
                .toList();
    }

    private Map<String, String> files(Node node) {
        if (!(node instanceof Node.Table table)) {
            throw node.wrong("files is " + node.kind() + ", expected a table of names and paths");
        }
        Fields paths = new Fields(node, List.copyOf(table.fields().keySet()));
        Map<String, String> files = new LinkedHashMap<>();
        table.fields().forEach((name, value) -> {
            if (!FILE.matcher(name).matches() || name.equals(Syscalls.PUBLISHER)) {
                throw value.wrong(
                        "'" + name + "' is no name of a file in a point; expected a-z 0-9 _, at most 30, and not "
                                + Syscalls.PUBLISHER);
            }
            files.put(name, path(paths, name, value));
        });
        return files;
    }

    private String path(Fields paths, String name, Node value) {
        List<String> words = argv.read(paths, name, LATER);
        if (words.size() != 1 || !(words.get(0).startsWith("/") || words.get(0).startsWith("{"))) {
            throw value.wrong(
                    name + " is to be one path from the root, as in '{store}-wal', for a call is known by it");
        }
        return words.get(0);
    }
}
