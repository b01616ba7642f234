package dev.crashharness.orchestrator.doctor.rule;

import java.nio.file.Path;
import java.util.Optional;

/** The rules for the programs around a child. */
public final class Tools {
    private static final String UTIL_LINUX = "install util-linux (BusyBox does not do)";

    private Tools() {}

    /** Signals are sent by a shell with a {@code kill} of its own. */
    public static Finding shell(Path shell, boolean runs) {
        return runs
                ? Finding.ok("shell", shell + " sends the signals")
                : Finding.problem("shell", shell + " is no program, and it sends the signals", "install a POSIX shell");
    }

    public static Finding setsid(Optional<Path> tool) {
        return tool.map(path -> Finding.ok("setsid", path + " gives each child a group of its own"))
                .orElseGet(() -> Finding.warning(
                        "setsid", "not found or not working: what a child forks is killed one by one", UTIL_LINUX));
    }

    public static Finding setpriv(Optional<Path> tool) {
        return tool.map(path -> Finding.ok("setpriv", path + " ends the children when the harness is killed"))
                .orElseGet(() -> Finding.warning(
                        "setpriv",
                        "no --pdeathsig: children of a killed harness live until their connection closes",
                        UTIL_LINUX));
    }

    /** Missing it is no reason to warn: nothing that is shipped uses it. */
    public static Finding strace(Optional<Path> tool, boolean works) {
        if (tool.isEmpty()) {
            return Finding.ok("strace", "not found; only points at system calls would need it");
        }
        return works
                ? Finding.ok("strace", tool.get() + " may trace a child, and kills it at a system call")
                : Finding.warning(
                        "strace",
                        tool.get() + " killed no child at a system call, which only points there need",
                        "allow ptrace (docker run --cap-add SYS_PTRACE)");
    }

    public static Finding proc(boolean stat, boolean locks) {
        if (!stat) {
            return Finding.doubt(
                    "proc",
                    "/proc cannot be read: a pid cannot be told from its successor, cells with a pause end INCONCLUSIVE",
                    "run on Linux with /proc mounted");
        }
        return locks
                ? Finding.ok("proc", "processes and locks can be looked at")
                : Finding.doubt(
                        "proc",
                        "/proc/locks cannot be read: a worker may be stopped while it holds the store's lock, and its"
                                + " cell ends INCONCLUSIVE",
                        "run where it can be read");
    }
}
