package dev.deft.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvent;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.deft.app.PackageTable.Line;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.NullMarked;

/// The structure of the project as rules. [ArchitectureTest] holds the product against them, and
/// [RulesBiteTest] holds them against planted mistakes.
final class ArchitectureRules {

    private static final String PREFIX = "dev.deft.";

    static final ArchRule PACKAGES_FORM_NO_CYCLE =
            slices().matching("dev.deft.(**)").should().beFreeOfCycles();

    static final ArchRule TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST =
            noClasses()
                    .that(WorldAccess.tools())
                    .should()
                    .dependOnClassesThat(WorldAccess.ofTheJdk())
                    .orShould()
                    .accessTargetWhere(WorldAccess.byASideDoor())
                    .because("the guards stand in front of dev.deft.host and nowhere else");

    static final ArchRule ONLY_THE_EXECUTION_RUNS_TOOLS =
            noClasses()
                    .that(ToolCallers.otherThan("dev.deft.run.Execution"))
                    .should()
                    .accessTargetWhere(ToolCallers.thatRun())
                    .because("every run of a tool, dry or not, has been through the gates");

    static final ArchRule ONLY_THE_INTAKE_ASKS_TOOLS_WHAT_THEY_TOUCH =
            noClasses()
                    .that(ToolCallers.otherThan("dev.deft.run.Intake"))
                    .should()
                    .accessTargetWhere(ToolCallers.thatAskForTouches())
                    .because("what a call touches is found out once, with files nobody can change");

    static final ArchRule ONLY_THE_PROGRAM_WRITES_TO_STANDARD_STREAMS =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(PackageTable.PRODUCT.packagesOf("app"))
                    .should(ACCESS_STANDARD_STREAMS)
                    .because("stdout belongs to MCP, ACP and JSON output");

    static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED =
            classes().should(resideInANullMarkedPackage());

    static final ArchRule NO_PACKAGE_IS_A_DRAWER =
            noClasses()
                    .should()
                    .resideInAnyPackage(
                            "dev.deft..util..",
                            "dev.deft..common..",
                            "dev.deft..core..",
                            "dev.deft..impl..",
                            "dev.deft..internal..")
                    .because("a helper has a real name and lives beside its user");

    static final ArchRule PACKAGES_USE_WHAT_THEIR_LINE_ALLOWS =
            classes().should(useOnlyWhatTheirLineAllows(PackageTable.PRODUCT));

    static final ArchRule PACKAGES_REACH_WHAT_THEIR_LINE_ALLOWS =
            classes().should(reachOnlyWhatTheirLineAllows(PackageTable.PRODUCT));

    static final ArchRule THE_MACHINE_DOES_NOT_KNOW_THE_GATES =
            noClasses()
                    .that()
                    .resideInAnyPackage(PackageTable.PRODUCT.packagesOf("machine"))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(PackageTable.PRODUCT.named("guard"))
                    .because("gates and the sandbox read the same policy data, each for itself");

    static final ArchRule THE_PIPELINE_KNOWS_NO_OPERATING_SYSTEM =
            noClasses()
                    .that()
                    .resideInAnyPackage(PackageTable.PRODUCT.packagesOf("api", "runtime"))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(PackageTable.PRODUCT.packagesOf("machine"))
                    .orShould()
                    .dependOnClassesThat(
                            describe(
                                    "start processes or call the kernel",
                                    it ->
                                            JdkReach.of(it)
                                                    .filter(
                                                            ArchitectureRules
                                                                    ::isOfAnOperatingSystem)
                                                    .isPresent()))
                    .because("the pipeline runs with any host");

    static final ArchRule ONLY_THE_KERNEL_PACKAGE_CALLS_NATIVE_FUNCTIONS =
            noClasses()
                    .that()
                    .resideOutsideOfPackage(PackageTable.PRODUCT.named("kernel"))
                    .should()
                    .dependOnClassesThat(
                            describe(
                                    "call native functions",
                                    it ->
                                            JdkReach.of(it)
                                                    .filter(JdkReach.NATIVE::equals)
                                                    .isPresent()))
                    .because("there is one place that knows calling conventions and error numbers");

    private ArchitectureRules() {}

    private static boolean isOfAnOperatingSystem(JdkReach reach) {
        return reach == JdkReach.PROCESSES || reach == JdkReach.MEMORY || reach == JdkReach.NATIVE;
    }

    private static ArchCondition<JavaClass> useOnlyWhatTheirLineAllows(PackageTable table) {
        return new ArchCondition<>(
                "use only what the line of their package in PackageTable allows") {
            @Override
            public void check(JavaClass it, ConditionEvents events) {
                Optional<Line> line = line(table, it);
                if (line.isEmpty()) {
                    events.add(
                            violated(
                                    it,
                                    "%s has no line in PackageTable, but %s is in it: add one"
                                            .formatted(it.getPackageName(), it.getSimpleName())));
                    return;
                }
                it.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .map(JavaClass::getBaseComponentType)
                        .filter(used -> used.getPackageName().startsWith(PREFIX))
                        .filter(used -> !mayUse(line.get(), name(used)))
                        .distinct()
                        .map(used -> violated(it, use(line.get(), it, used)))
                        .forEach(events::add);
            }
        };
    }

    private static boolean mayUse(Line line, String used) {
        return used.equals(line.name()) || line.uses().contains(used);
    }

    private static String use(Line line, JavaClass user, JavaClass used) {
        return ("%1$s may not use %2$s, but %3$s uses %4$s: move one of them, or add `%2$s` to the line of"
                        + " `%1$s` in PackageTable, docs/architecture.md and AGENTS.md")
                .formatted(line.name(), name(used), user.getSimpleName(), used.getSimpleName());
    }

    private static ArchCondition<JavaClass> reachOnlyWhatTheirLineAllows(PackageTable table) {
        return new ArchCondition<>(
                "reach only what the line of their package in PackageTable allows") {
            @Override
            public void check(JavaClass it, ConditionEvents events) {
                SortedSet<String> allowed =
                        line(table, it).map(Line::reaches).orElse(Collections.emptySortedSet());
                it.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .filter(used ->
                                JdkReach.of(used)
                                        .filter(reach -> !allowed.contains(reach.word()))
                                        .isPresent())
                        .distinct()
                        .map(used -> violated(it, reach(it, used)))
                        .forEach(events::add);
            }
        };
    }

    private static String reach(JavaClass user, JavaClass used) {
        return "%s may not reach %s, but %s uses %s"
                .formatted(
                        name(user),
                        JdkReach.of(used).map(JdkReach::word).orElse(""),
                        user.getSimpleName(),
                        used.getName());
    }

    private static ConditionEvent violated(JavaClass it, String message) {
        return SimpleConditionEvent.violated(it, message);
    }

    private static Optional<Line> line(PackageTable table, JavaClass it) {
        return Optional.ofNullable(table.byPackage().get(name(it)));
    }

    private static String name(JavaClass it) {
        return it.getPackageName().substring(PREFIX.length());
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package with a @NullMarked package-info.java") {
            @Override
            public void check(JavaClass it, ConditionEvents events) {
                boolean marked =
                        it.getPackage()
                                .tryGetPackageInfo()
                                .filter(info -> info.isAnnotatedWith(NullMarked.class))
                                .isPresent();
                events.add(
                        new SimpleConditionEvent(
                                it,
                                marked,
                                it.getPackageName() + " is not marked: " + it.getName()));
            }
        };
    }
}
