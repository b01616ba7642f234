package dev.crashharness.orchestrator.judge;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Instant;

/** The same history gives the same judgement anywhere, and the judge shares no code with what it judges. */
@AnalyzeClasses(packages = "dev.crashharness", importOptions = ImportOption.DoNotIncludeTests.class)
class PurityTest {
    private static final String JUDGE = "dev.crashharness.orchestrator.judge..";
    private static final String MODEL = "dev.crashharness.orchestrator.judge.model..";
    private static final String SCHEDULE = "dev.crashharness.orchestrator.schedule..";
    private static final String EVIDENCE = "dev.crashharness.orchestrator.evidence..";

    @ArchTest
    static final ArchRule JUDGE_KNOWS_ONLY_CELLS_AND_HISTORIES = noClasses()
            .that()
            .resideInAPackage(JUDGE)
            .should()
            .dependOnClassesThat(not(resideInAnyPackage(
                            JUDGE,
                            SCHEDULE,
                            EVIDENCE,
                            "java.lang..",
                            "java.util",
                            "java.util.function..",
                            "java.util.stream..",
                            "java.time")
                    .or(type(Contract.class))
                    .or(type(Contract.Kind.class))));

    @ArchTest
    static final ArchRule MODEL_KNOWS_NO_HISTORY =
            noClasses().that().resideInAPackage(MODEL).should().dependOnClassesThat(resideInAPackage(EVIDENCE));

    @ArchTest
    static final ArchRule NO_CLOCK = noClasses()
            .that()
            .resideInAPackage(JUDGE)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("dev.crashharness.(**)").should().beFreeOfCycles();
}
