package dev.crashharness.orchestrator.cli.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Small workers in bash, which is there wherever the launcher runs, and target files for them. */
final class OwnWorkers {
    /** Announces two points and publishes once; {@code careful} keeps its key beside the store, {@code naive} mints it anew. */
    private static final String PUBLISH =
            """
            #!/usr/bin/env bash
            set -euo pipefail
            exec 3<>"/dev/tcp/${CRASH_HARNESS_CONTROL/://}"
            printf 'hello 1 %s %s %s %s\\n' "$CRASH_HARNESS_TOKEN" "$CRASH_HARNESS_ROLE" "$CRASH_HARNESS_INSTANCE" $$ >&3
            read -r _ <&3
            n=0
            at() { n=$((n + 1)); printf 'at %s %s\\n' $n "$1" >&3; read -r _ <&3 || exit 1; }
            key=$RANDOM$RANDOM$RANDOM
            if [[ $1 == careful ]]; then
                [[ -f $CRASH_HARNESS_STORE ]] || { echo "$key" >"$CRASH_HARNESS_STORE.new"; mv "$CRASH_HARNESS_STORE"{.new,}; }
                key=$(<"$CRASH_HARNESS_STORE")
            fi
            at before_send
            exec 4<>"/dev/tcp/${CRASH_HARNESS_PUBLISHER/://}"
            printf '{"kind":"publish","token":"%s","task":"t","operation":"%s","attempt":"%s","generation":1,"payload":"p"}\\n' \\
                "$CRASH_HARNESS_TOKEN" "$key" "$RANDOM$RANDOM" >&4
            read -r reply <&4
            at after_effect
            at own.done
            """;

    private OwnWorkers() {}

    /** A target in {@code directory}, named by how it treats its key. */
    static Path target(Path directory, String kind, String more) throws IOException {
        script(directory.resolve("publish.sh"), PUBLISH);
        return Files.writeString(
                directory.resolve(kind + ".yaml"),
                """
                name: %s
                worker: {run: ['{target}/publish.sh', %s]}
                schema: own
                contracts: [dedup-query]
                points: [before_send, after_effect, own.done]
                checks: [{name: one_effect, sql: SELECT count(*) FROM effect, database: ledger, expected: 1}]
                """
                                .formatted(kind, kind)
                        + more);
    }

    /** A target whose worker is {@code body}, judged by a question that is always answered rightly. */
    static Path worker(Path directory, String body) throws IOException {
        script(directory.resolve("worker.sh"), "#!/usr/bin/env bash\n" + body + "\n");
        return Files.writeString(
                directory.resolve("worker.yaml"),
                """
                name: worker
                worker: {run: ['{target}/worker.sh']}
                schema: own
                contracts: [blind]
                points: [before_send]
                checks: [{name: exists, command: ['true']}]
                """);
    }

    /** A matrix of {@code schedules}. */
    static Path matrix(Path directory, String contract, String schedules) throws IOException {
        return Files.writeString(
                directory.resolve("cells.yaml"),
                "name: cells\ncells: [{contracts: [" + contract + "], schedules: [" + schedules + "]}]\n");
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
