package dev.crashharness.orchestrator.process.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What a process takes for its own pid: in a namespace of its own, as a sandbox makes one, that is another. */
public final class OwnPids {
    private static final Path PROC = Path.of("/proc");

    /** Of {@code status}: its pid in each namespace, from ours to its own (proc_pid_status(5)). */
    private static final String FIELD = "NSpid:";

    private OwnPids() {}

    /** Its pid here and in each namespace below; only that here when the kernel does not tell. */
    public static Set<Long> of(long pid) {
        return LongStream.concat(LongStream.of(pid), told(pid)).boxed().collect(Collectors.toSet());
    }

    private static LongStream told(long pid) {
        try {
            byte[] status = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("status"));
            return new String(status, StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(line -> line.startsWith(FIELD))
                    .flatMap(line ->
                            Stream.of(line.substring(FIELD.length()).strip().split("\\s+")))
                    .mapToLong(Long::parseLong);
        } catch (IOException gone) {
            return LongStream.empty();
        }
    }
}
