package app;

import dev.crashharness.orchestrator.junit.CrashMatrix;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CrashTest {
    @TestFactory
    Stream<DynamicTest> anInvoiceIsSentOnceWhereverTheSenderDies() {
        return CrashMatrix.of("crash-matrix.yaml").target("target.yaml").tests();
    }
}
