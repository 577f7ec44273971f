package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses PRODUCT =
            new ClassFileImporter()
                    .withImportOption(new DoNotIncludeTests())
                    .importPackages("dev.deft");

    @Test
    void seesTheWholeProduct() {
        assertThat(PRODUCT.stream().map(JavaClass::getPackageName).distinct())
                .as("a rule over nothing would pass")
                .hasSizeGreaterThan(10)
                .contains("dev.deft.tool", "dev.deft.run", "dev.deft.tools", "dev.deft.app");
    }

    @Test
    void packagesFormNoCycle() {
        ArchitectureRules.PACKAGES_FORM_NO_CYCLE.check(PRODUCT);
    }

    @Test
    void packagesUseWhatStandsToTheirRight() {
        ArchitectureRules.PACKAGES_USE_WHAT_STANDS_TO_THEIR_RIGHT.check(PRODUCT);
    }

    @Test
    void toolsReachTheWorldOnlyThroughTheHost() {
        ArchitectureRules.TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST.check(PRODUCT);
    }

    @Test
    void onlyTheExecutionRunsTools() {
        ArchitectureRules.ONLY_THE_EXECUTION_RUNS_TOOLS.check(PRODUCT);
    }

    @Test
    void onlyTheIntakeAsksToolsWhatTheyTouch() {
        ArchitectureRules.ONLY_THE_INTAKE_ASKS_TOOLS_WHAT_THEY_TOUCH.check(PRODUCT);
    }

    @Test
    void onlyTheProgramWritesToStandardStreams() {
        ArchitectureRules.ONLY_THE_PROGRAM_WRITES_TO_STANDARD_STREAMS.check(PRODUCT);
    }

    @Test
    void everyPackageIsNullMarked() {
        ArchitectureRules.EVERY_PACKAGE_IS_NULL_MARKED.check(PRODUCT);
    }

    @Test
    void noPackageIsADrawer() {
        ArchitectureRules.NO_PACKAGE_IS_A_DRAWER.check(PRODUCT);
    }
}
