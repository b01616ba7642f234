package dev.crashharness.orchestrator.cli.setup;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Texts that lie in the jar. */
final class Resource {
    /** From the root of the class path; each schema lies beside the class that knows the format. */
    static final String MATRIX_SCHEMA = "/dev/crashharness/orchestrator/matrix/file/matrix.schema.json";

    static final String TARGET_SCHEMA = "/dev/crashharness/orchestrator/target/file/target.schema.json";
    static final String PLAN_SCHEMA = "/dev/crashharness/orchestrator/matrix/plan/plan.schema.json";
    static final String VERDICTS_SCHEMA = "/dev/crashharness/orchestrator/report/verdicts.schema.json";

    private Resource() {}

    /** The whole text of {@code name}, which begins at the class path's root, or beside this class. */
    static String text(String name) throws IOException {
        try (InputStream in = Resource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name + " is not in the jar; build again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
