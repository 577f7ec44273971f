package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses PRODUCT = ProductClasses.onTheClassPath();

    @Test
    void seesTheWholeProduct() throws IOException {
        assertThat(PRODUCT.stream().map(it -> it.getPackageName().substring("dev.deft.".length())))
                .as("a rule over a part would pass")
                .containsAll(SourceTree.packages().keySet());
    }

    @Test
    void packagesFormNoCycle() {
        ArchitectureRules.PACKAGES_FORM_NO_CYCLE.check(PRODUCT);
    }

    @Test
    void packagesUseWhatTheirLineAllows() {
        ArchitectureRules.PACKAGES_USE_WHAT_THEIR_LINE_ALLOWS.check(PRODUCT);
    }

    @Test
    void packagesReachWhatTheirLineAllows() {
        ArchitectureRules.PACKAGES_REACH_WHAT_THEIR_LINE_ALLOWS.check(PRODUCT);
    }

    @Test
    void theMachineDoesNotKnowTheGates() {
        ArchitectureRules.THE_MACHINE_DOES_NOT_KNOW_THE_GATES.check(PRODUCT);
    }

    @Test
    void thePipelineKnowsNoOperatingSystem() {
        ArchitectureRules.THE_PIPELINE_KNOWS_NO_OPERATING_SYSTEM.check(PRODUCT);
    }

    @Test
    void onlyTheKernelPackageCallsNativeFunctions() {
        ArchitectureRules.ONLY_THE_KERNEL_PACKAGE_CALLS_NATIVE_FUNCTIONS.check(PRODUCT);
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
