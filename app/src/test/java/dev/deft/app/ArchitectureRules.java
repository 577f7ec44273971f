package dev.deft.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/// The structure of the project as rules. [ArchitectureTest] holds the product against them, and
/// [RulesBiteTest] holds them against planted mistakes.
final class ArchitectureRules {

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
                    .resideOutsideOfPackage("dev.deft.app..")
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

    /// Each line reads left to right: a package may use what stands to its right, never to its
    /// left. Packages between bars stand side by side.
    static final ArchRule PACKAGES_USE_WHAT_STANDS_TO_THEIR_RIGHT =
            CompositeArchRule.of(
                    Stream.of(
                                    "app → agent.subagent → agent.loop → agent.context"
                                            + " → agent.session → agent.model",
                                    "agent.model.wires → agent.model.anthropic | agent.model.openai"
                                            + " → agent.model.http",
                                    "app → agent.memory | agent.cron | agent.skill | agent.todo"
                                            + " | agent.config",
                                    "agent.loop | mcp | guard → run → schema | output",
                                    "mcp → rpc",
                                    "os → sandbox",
                                    "os | schema | output | run → tool → host",
                                    "tools → tool → host")
                            .flatMap(ArchitectureRules::inOrder)
                            .toList());

    private ArchitectureRules() {}

    private static Stream<ArchRule> inOrder(String line) {
        List<String> ranks = List.of(line.split(" → "));
        var rules = new ArrayList<ArchRule>();
        for (int left = 0; left < ranks.size(); left++) {
            for (int right = left + 1; right < ranks.size(); right++) {
                rules.add(neverUses(packages(ranks.get(right)), packages(ranks.get(left))));
            }
        }
        return rules.stream();
    }

    private static String[] packages(String rank) {
        return Stream.of(rank.split(" \\| "))
                .map(it -> "dev.deft." + it + "..")
                .toArray(String[]::new);
    }

    private static ArchRule neverUses(String[] lower, String[] higher) {
        return noClasses()
                .that()
                .resideInAnyPackage(lower)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(higher)
                .allowEmptyShould(true);
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
