package dev.crashharness.orchestrator;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A schema that is shipped, as a validator of somebody else's understands it. */
public final class JsonSchema {
    private final Schema schema;

    private JsonSchema(Schema schema) {
        this.schema = schema;
    }

    /** The resource {@code file} beside {@code neighbour}. */
    public static JsonSchema beside(Class<?> neighbour, String file) throws IOException {
        try (InputStream in = neighbour.getResourceAsStream(file)) {
            return new JsonSchema(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(in));
        }
    }

    /** What is wrong with {@code document}, empty when nothing is. */
    public List<String> complaints(JsonNode document) {
        return schema.validate(document).stream().map(Object::toString).toList();
    }

    /** The schema itself. */
    public JsonNode text() {
        return schema.getSchemaNode();
    }
}
