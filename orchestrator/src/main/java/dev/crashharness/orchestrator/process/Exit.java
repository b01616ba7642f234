package dev.crashharness.orchestrator.process;

/**
 * How a child ended.
 *
 * @param code the exit code, 0 to 255; 128 + n when signal n ended it. 137 alone proves no kill: {@code System.exit(137)}
 *     and the kernel's OOM killer give the same number (blackducksoftware/detect#902)
 * @param drained false when the end of stdout or stderr had not been read before the drain deadline, or when its file
 *     could not be written: the stored output may lack its end. True speaks of what the child wrote, not of a grandchild
 *     that outlives it
 */
public record Exit(int code, boolean drained) {
    /** 128 + SIGKILL. */
    public static final int KILLED = 137;
}
