package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Plants one mistake at a time and sees the rule against it fail: a rule that cannot fail says
/// nothing when it passes.
class RulesBiteTest {

    @TempDir Path classes;

    @Test
    void aCycleOfPackages() {
        assertRefused(
                ArchitectureRules.PACKAGES_FORM_NO_CYCLE,
                "Cycle detected",
                "package dev.deft.left; public class Left { dev.deft.right.Right other; }",
                "package dev.deft.right; public class Right { dev.deft.left.Left other; }");
    }

    @Test
    void aPackageThatUsesWhatItsLineDoesNotAllow() {
        assertRefused(
                ArchitectureRules.PACKAGES_USE_WHAT_THEIR_LINE_ALLOWS,
                "run may not use guard, but Planted uses Watchdog",
                "package dev.deft.run; class Planted { dev.deft.guard.Watchdog other; }");
    }

    @Test
    void aPackageWithoutALine() {
        assertRefused(
                ArchitectureRules.PACKAGES_USE_WHAT_THEIR_LINE_ALLOWS,
                "dev.deft.planted has no line in PackageTable",
                "package dev.deft.planted; class Planted {}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.foreign.Linker.nativeLinker()",
                "java.lang.foreign.Arena.global()",
                "java.nio.file.Files.exists(java.nio.file.Path.of(\"x\"))",
                "new java.io.File(\"x\")",
                "new ProcessBuilder(\"x\")",
                "java.net.http.HttpClient.newHttpClient()",
                "new java.net.Socket()"
            })
    void aPackageThatReachesWhatItsLineDoesNotAllow(String deed) {
        assertRefused(
                ArchitectureRules.PACKAGES_REACH_WHAT_THEIR_LINE_ALLOWS,
                "schema may not reach",
                "package dev.deft.schema; class Planted { Object it() throws Exception { return %s; } }"
                        .formatted(deed));
    }

    @Test
    void aSandboxThatAsksAGate() {
        assertRefused(
                ArchitectureRules.THE_MACHINE_DOES_NOT_KNOW_THE_GATES,
                "dev.deft.guard.Watchdog",
                "package dev.deft.sandbox; class Planted { dev.deft.guard.Watchdog gate; }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.deft.kernel.Errno",
                "ProcessBuilder",
                "java.lang.foreign.MemorySegment",
                "java.lang.foreign.Linker"
            })
    void aGateThatKnowsAnOperatingSystem(String known) {
        assertRefused(
                ArchitectureRules.THE_PIPELINE_KNOWS_NO_OPERATING_SYSTEM,
                "Planted",
                "package dev.deft.guard; class Planted { %s it; }".formatted(known));
    }

    @Test
    void aNativeFunctionCalledOutsideTheKernelPackage() {
        assertRefused(
                ArchitectureRules.ONLY_THE_KERNEL_PACKAGE_CALLS_NATIVE_FUNCTIONS,
                "java.lang.foreign.Linker",
                "package dev.deft.search.walk; class Planted { java.lang.foreign.Linker linker; }");
    }

    @Test
    void aTableThatAllowsAModuleToUseWhatItDoesNotDependOn() {
        assertThat(
                        PackageTable.parse(
                                        """
                                        runtime/
                                        guard: kernel gone | weather
                                        machine/
                                        kernel: guard
                                        """)
                                .mistakes())
                .containsExactly(
                        "PackageTable, line of guard: there is no line for gone",
                        "PackageTable, line of guard: kernel is in machine, which runtime does not depend on",
                        "PackageTable, line of guard: nothing is called weather");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.nio.file.Files.exists(java.nio.file.Path.of(\"x\"))",
                "java.nio.file.Path.of(\"x\").toRealPath()",
                "new java.io.FileInputStream(\"x\")",
                "new java.io.PrintWriter(\"x\")",
                "new java.util.Scanner(java.nio.file.Path.of(\"x\"))",
                "new java.util.zip.ZipFile(\"x\")",
                "new ProcessBuilder(\"x\").start()",
                "Runtime.getRuntime().exec(new String[] {\"x\"})",
                "ProcessHandle.current().parent()",
                "new java.net.Socket(\"x\", 1)",
                "java.net.URI.create(\"x\").toURL().openStream()",
                "java.net.http.HttpClient.newHttpClient()",
                "java.nio.channels.SocketChannel.open()",
                "java.lang.foreign.Linker.nativeLinker()",
                "javax.imageio.ImageIO.read(java.io.InputStream.nullInputStream())",
                "new java.util.logging.FileHandler(\"x\")"
            })
    void aToolThatReachesAroundTheHost(String deed) {
        assertRefused(
                ArchitectureRules.TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST,
                "PlantedTool",
                tool("Object it = %s;".formatted(deed)));
    }

    @Test
    void aToolThatReachesAroundTheHostInALambda() {
        assertRefused(
                ArchitectureRules.TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST,
                "PlantedTool",
                tool(
                        "java.util.concurrent.Callable<Object> it ="
                                + " () -> java.nio.file.Files.size(null); it.call();"));
    }

    @Test
    void aHelperOfTheToolsThatReachesAroundTheHost() {
        assertRefused(
                ArchitectureRules.TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST,
                "Helper",
                "package dev.deft.tools.files; class Helper { java.io.File file; }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tool.run(params, host)",
                "((dev.deft.tool.Tool) tool).run(params, host)",
                "((Runs<dev.deft.agent.planted.PlantedTool.Params>) tool::run).run(params, host)"
            })
    void aToolThatIsRunByAnybodyElse(String deed) {
        assertRefused(
                ArchitectureRules.ONLY_THE_EXECUTION_RUNS_TOOLS,
                "ExecutionOfMine",
                tool(""),
                caller("ExecutionOfMine", deed));
    }

    @Test
    void nothingIsSaidAgainstTheOneThatRunsTools() {
        JavaClasses planted = compiled(tool(""), caller("Execution", "tool.run(params, host)"));
        ArchitectureRules.ONLY_THE_EXECUTION_RUNS_TOOLS.check(planted);
    }

    @Test
    void aToolThatIsAskedByAnybodyElseWhatItTouches() {
        assertRefused(
                ArchitectureRules.ONLY_THE_INTAKE_ASKS_TOOLS_WHAT_THEY_TOUCH,
                "Execution",
                tool(""),
                caller("Execution", "tool.touches(params, host.files())"));
    }

    private static String caller(String name, String deed) {
        return """
        package dev.deft.run;

        import dev.deft.agent.planted.PlantedTool;
        import dev.deft.host.Host;

        class %s {

            interface Runs<P> {
                Object run(P params, Host host) throws Exception;
            }

            static final class Task {
                Object call(PlantedTool tool, PlantedTool.Params params, Host host)
                        throws Exception {
                    return %s;
                }
            }
        }
        """
                .formatted(name, deed);
    }

    @Test
    void aLineOnStandardOutputOutsideTheProgram() {
        assertRefused(
                ArchitectureRules.ONLY_THE_PROGRAM_WRITES_TO_STANDARD_STREAMS,
                "Loud",
                "package dev.deft.run; class Loud { void cry() { System.out.println(); } }");
    }

    @Test
    void aPackageThatIsNotNullMarked() {
        assertRefused(
                ArchitectureRules.EVERY_PACKAGE_IS_NULL_MARKED,
                "dev.deft.unmarked",
                "package dev.deft.unmarked; class Any {}");
    }

    @Test
    void aPackageThatIsADrawer() {
        assertRefused(
                ArchitectureRules.NO_PACKAGE_IS_A_DRAWER,
                "dev.deft.agent.util",
                "package dev.deft.agent.util; class Any {}");
    }

    @Test
    void nothingIsSaidAgainstAToolThatKeepsToItsHost() {
        ArchitectureRules.TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST.check(
                compiled(tool("Object it = java.net.URI.create(\"x\").getHost();")));
    }

    private static String tool(String deed) {
        return """
        package dev.deft.agent.planted;

        import dev.deft.host.Host;
        import dev.deft.tool.*;

        public class PlantedTool implements Tool<PlantedTool.Params> {
            public record Params() {}

            @Override
            public ToolSpec<Params> spec() {
                throw new IllegalStateException();
            }

            @Override
            public ToolResult run(Params params, Host host) {
                try {
                    %s
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                throw new IllegalStateException();
            }
        }
        """
                .formatted(deed);
    }

    private void assertRefused(ArchRule rule, String message, String... sources) {
        JavaClasses planted = compiled(sources);
        assertThatThrownBy(() -> rule.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("was violated")
                .hasMessageContaining(message);
    }

    private JavaClasses compiled(String... sources) {
        assertThat(JavaSources.compile(classes, sources)).isEmpty();
        return new ClassFileImporter().importPath(classes);
    }
}
