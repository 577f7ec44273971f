package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the compiler as the build does, with the flags of the root `pom.xml`, and sees it refuse
/// planted mistakes.
@Tag("slow")
class CompilerRulesTest {

    @TempDir Path directory;

    @Test
    void acceptsWhatIsFine() throws Exception {
        assertThat(compile(Map.of("Fine", "Object it() { return this; }"))).isEmpty();
    }

    @Test
    void refusesWhatIsNot() throws Exception {
        String said =
                compile(
                        Map.of(
                                "ReturnsNull",
                                "Object it() { return null; }",
                                "PassesNull",
                                "int it(String text) { return text.length() + it(null); }",
                                "Buggy",
                                "boolean it(int[] a, int[] b) { return a.equals(b); }"));
        assertThat(said)
                .containsPattern("ReturnsNull.java:1: .*\\[NullAway] returning @Nullable")
                .containsPattern("PassesNull.java:1: .*\\[NullAway] passing @Nullable")
                .containsPattern("Buggy.java:1: .*\\[ArrayEquals]");
    }

    @Test
    void refusesWhatIsMerelyDoubtful() throws Exception {
        assertThat(compile(Map.of("Doubtful", "Object it(java.util.List it) { return it; }")))
                .contains("[rawtypes]", "warnings found and -Werror specified");
    }

    @Test
    void refusesAPromiseWithoutAComment() throws Exception {
        String promised =
                """
                package dev.deft.tool;
                /// Says something.
                public final class Promised {
                    private Promised() {}
                    public static int undocumented() { return 1; }
                    /// Says a number.
                    public static int halfDocumented(int given) { return given; }
                    static int nobodysBusiness() { return 2; }
                }
                """;
        assertThat(javac(file("Promised", promised)))
                .contains(
                        "Promised.java:5: warning: no comment",
                        "Promised.java:7: warning: no @param for given",
                        "Promised.java:7: warning: no @return",
                        "warnings found and -Werror specified")
                .doesNotContain("Promised.java:8");
    }

    /// What the compiler says about classes of a marked package.
    ///
    /// @param methods by the name of the class that each is in
    private String compile(Map<String, String> methods) throws Exception {
        var files = new ArrayList<String>();
        files.add(file("package-info", "@org.jspecify.annotations.NullMarked package planted;"));
        for (String name : methods.keySet()) {
            files.add(
                    file(
                            name,
                            "package planted; final class %s { %s }"
                                    .formatted(name, methods.get(name))));
        }
        return javac(files.toArray(String[]::new));
    }

    private String javac(String... files) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(CompilerFlags.of("checked"));
        command.addAll(CompilerFlags.of("older-maven-jdk"));
        command.addAll(List.of("-processorpath", System.getProperty("java.class.path")));
        command.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        command.addAll(List.of("-d", directory.toString()));
        command.addAll(List.of(files));
        return run(command);
    }

    private String file(String name, String text) throws IOException {
        Path file = directory.resolve(name + ".java");
        Files.writeString(file, text);
        return file.toString();
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        Process javac =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        try (var said = javac.getInputStream()) {
            String text = new String(said.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(javac.waitFor() == 0).as(text).isEqualTo(text.isEmpty());
            return text;
        }
    }
}
