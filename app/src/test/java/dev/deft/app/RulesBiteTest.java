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
                "package dev.deft.left; public class Left { dev.deft.right.Right other; }",
                "package dev.deft.right; public class Right { dev.deft.left.Left other; }");
    }

    @Test
    void aPackageThatUsesWhatStandsToItsLeft() {
        assertRefused(
                ArchitectureRules.PACKAGES_USE_WHAT_STANDS_TO_THEIR_RIGHT,
                "package dev.deft.guard; public class Planted {}",
                "package dev.deft.run; public class Left { dev.deft.guard.Planted other; }");
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
                tool("Object it = %s;".formatted(deed)));
    }

    @Test
    void aToolThatReachesAroundTheHostInALambda() {
        assertRefused(
                ArchitectureRules.TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST,
                tool(
                        "java.util.concurrent.Callable<Object> it ="
                                + " () -> java.nio.file.Files.size(null); it.call();"));
    }

    @Test
    void aHelperOfTheToolsThatReachesAroundTheHost() {
        assertRefused(
                ArchitectureRules.TOOLS_REACH_THE_WORLD_ONLY_THROUGH_THE_HOST,
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
                "package dev.deft.run; class Loud { void cry() { System.out.println(); } }");
    }

    @Test
    void aPackageThatIsNotNullMarked() {
        assertRefused(
                ArchitectureRules.EVERY_PACKAGE_IS_NULL_MARKED,
                "package dev.deft.unmarked; class Any {}");
    }

    @Test
    void aPackageThatIsADrawer() {
        assertRefused(
                ArchitectureRules.NO_PACKAGE_IS_A_DRAWER,
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

    private void assertRefused(ArchRule rule, String... sources) {
        JavaClasses planted = compiled(sources);
        assertThatThrownBy(() -> rule.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("was violated");
    }

    private JavaClasses compiled(String... sources) {
        assertThat(JavaSources.compile(classes, sources)).isEmpty();
        return new ClassFileImporter().importPath(classes);
    }
}
