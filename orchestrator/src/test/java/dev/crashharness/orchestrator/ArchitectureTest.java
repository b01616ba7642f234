package dev.crashharness.orchestrator;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.crashharness.publisher.protocol.Contract;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.NetworkChannel;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Who may know whom. The direction between the modules is Maven's concern. */
@AnalyzeClasses(packages = "dev.crashharness", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "dev.crashharness.orchestrator.";
    private static final String JUDGE = ROOT + "judge..";

    /** Each knows only what stands to its left; those that stand side by side do not know each other. */
    private static final List<List<String>> LINE = List.of(
            List.of("mutant", "intruder", "schedule", "query"),
            List.of("yaml", "watcher"),
            List.of("target"),
            List.of("process", "control", "wire", "evidence"),
            List.of("cell", "judge"),
            List.of("report"),
            List.of("harness"),
            List.of("matrix", "lab", "selftest", "doctor", "junit"),
            List.of("cli"));

    /** A self-test is a series of small matrices, a class of dynamic tests one matrix, an examination of a target a few cells. */
    private static final Map<String, String> BESIDE =
            Map.of("selftest", "matrix", "junit", "matrix", "doctor", "matrix");

    @ArchTest
    static final ArchRule IMPORTS_POINT_ONE_WAY = classes()
            .that()
            .resideInAPackage(ROOT + "*..")
            .should(new ArchCondition<>("know only what stands to the left") {
                @Override
                public void check(JavaClass from, ConditionEvents events) {
                    from.getDirectDependenciesFromSelf().stream()
                            .filter(dependency -> !mayKnow(part(from), dependency))
                            .map(dependency -> SimpleConditionEvent.violated(dependency, dependency.getDescription()))
                            .forEach(events::add);
                }
            });

    @ArchTest
    static final ArchRule ONLY_MAIN_KNOWS_THE_COMMANDS = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "cli..")
            .and()
            .doNotBelongToAnyOf(OrchestratorMain.class)
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "cli.."));

    @ArchTest
    static final ArchRule ONLY_TARGET_KNOWS_THE_PLANTED_BUGS = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + "target..", ROOT + "mutant..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "mutant.."));

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("dev.crashharness.(**)").should().beFreeOfCycles();

    /** So that the same history gives the same judgement anywhere, and no code is shared with what is judged. */
    @ArchTest
    static final ArchRule JUDGE_KNOWS_ONLY_CELLS_AND_HISTORIES = noClasses()
            .that()
            .resideInAPackage(JUDGE)
            .should()
            .dependOnClassesThat(not(resideInAnyPackage(
                            JUDGE,
                            ROOT + "schedule..",
                            ROOT + "evidence..",
                            "java.lang..",
                            "java.util",
                            "java.util.function..",
                            "java.util.stream..",
                            "java.time")
                    .or(type(Contract.class))
                    .or(type(Contract.Kind.class))));

    @ArchTest
    static final ArchRule MODEL_KNOWS_NO_HISTORY = noClasses()
            .that()
            .resideInAPackage(ROOT + "judge.model..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "evidence.."));

    @ArchTest
    static final ArchRule JUDGE_HAS_NO_CLOCK = noClasses()
            .that()
            .resideInAPackage(JUDGE)
            .should()
            .accessTargetWhere(reaches("nanoTime", System.class))
            .orShould()
            .accessTargetWhere(reaches("currentTimeMillis", System.class))
            .orShould()
            .accessTargetWhere(reaches("now", Instant.class))
            .orShould()
            .dependOnClassesThat(assignableTo(Clock.class));

    @ArchTest
    static final ArchRule PROCESSES_ARE_STARTED_IN_ONE_PACKAGE = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "process..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.apache.commons.exec..").or(type(ProcessBuilder.class)))
            .orShould()
            .accessTargetWhere(reaches("exec", Runtime.class));

    @ArchTest
    static final ArchRule SOCKETS = noClasses()
            .that()
            .resideOutsideOfPackages(
                    ROOT + "control..",
                    ROOT + "wire..",
                    "dev.crashharness.crashpoint..",
                    "dev.crashharness.publisher.client..",
                    "dev.crashharness.publisher.server..",
                    // FrameReader, which both sides use.
                    "dev.crashharness.publisher.protocol..")
            .should()
            .dependOnClassesThat(assignableTo(Socket.class)
                    .or(assignableTo(ServerSocket.class))
                    .or(assignableTo(DatagramSocket.class))
                    .or(assignableTo(NetworkChannel.class)));

    /** That a call may fail in the database is no secret; connections, statements and rows are. */
    @ArchTest
    static final ArchRule SQL = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.crashharness.sqlite..",
                    "dev.crashharness.worker.store..",
                    "dev.crashharness.publisher.ledger..",
                    ROOT + "evidence.database..",
                    ROOT + "intruder..",
                    ROOT + "query..",
                    ROOT + "mutant..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("java.sql..", "javax.sql..").and(not(assignableTo(SQLException.class))));

    @ArchTest
    static final ArchRule ONLY_MAIN_ENDS_THE_PROCESS = noClasses()
            .that()
            .haveSimpleNameNotEndingWith("Main")
            .should()
            .accessTargetWhere(reaches("exit", System.class))
            .orShould()
            .accessTargetWhere(reaches("exit", Runtime.class))
            .orShould()
            .accessTargetWhere(reaches("halt", Runtime.class));

    /** What is waited for has a name; a time to sleep is a guess. */
    @ArchTest
    static final ArchRule NOBODY_SLEEPS = noClasses()
            .should()
            .accessTargetWhere(reaches("sleep", Thread.class))
            .orShould()
            .accessTargetWhere(reaches("sleep", TimeUnit.class));

    private static DescribedPredicate<JavaAccess<?>> reaches(String method, Class<?> owner) {
        return describe(
                owner.getSimpleName() + "." + method,
                access -> access.getTarget().getOwner().isEquivalentTo(owner)
                        && access.getTarget().getName().equals(method));
    }

    private static boolean mayKnow(String part, Dependency dependency) {
        String known = part(dependency.getTargetClass());
        return known.isEmpty()
                || part.isEmpty()
                || known.equals(part)
                || known.equals(BESIDE.get(part))
                || place(known) < place(part);
    }

    /** The first package below the orchestrator's root; empty outside and in the root itself. */
    private static String part(JavaClass type) {
        String name = type.getPackageName() + ".";
        return name.startsWith(ROOT) ? name.substring(ROOT.length()).split("\\.", 2)[0] : "";
    }

    private static int place(String part) {
        return IntStream.range(0, LINE.size())
                .filter(index -> LINE.get(index).contains(part))
                .findFirst()
                .orElseThrow(() -> new AssertionError("package " + part + " has no place on the line"));
    }
}
