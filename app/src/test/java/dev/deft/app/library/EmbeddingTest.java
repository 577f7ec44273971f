package dev.deft.app.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.deft.app.Checkout;
import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Builds the examples of the README in a Maven project outside the checkout, against the artifacts
/// as they would be installed, and runs them.
///
/// It needs the jars of this very build, so it runs where `verify` was asked for.
@Tag("slow")
class EmbeddingTest {

    private static final int MOST_LINES = 20;
    private static final long MOST_BYTES = 25_000_000;
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(java|xml)\\n(.*?)^```");

    @TempDir Path directory;

    @Test
    void theExamplesOfTheReadmeRunInAProjectOfTheirOwn() throws Exception {
        ConsumerProject project = project();
        List<String> examples = blocks("java");
        assertThat(examples).hasSize(4);
        for (int i = 0; i < examples.size(); i++) {
            assertThat(examples.get(i).lines().filter(it -> !it.isBlank()))
                    .as(examples.get(i))
                    .hasSizeLessThanOrEqualTo(MOST_LINES);
            project.source("Example" + (i + 1), examples.get(i));
        }
        project.compile(String.join("\n", blocks("xml")));

        assertThat(project.run("Example1", Map.of()))
                .isEqualTo(
                        """
                        notes.txt:1:TODO: buy tea
                        The manifest rule `deny fs.write secret/**` forbids write on secret/a. Do it another way.
                        The user said no to this call. Ask what they want instead, or do it another way.
                        """);
        assertThat(project.file("notes.txt")).hasContent("TODO: buy tea");
        assertThat(project.file("secret")).doesNotExist();
        assertThat(project.run("Example2", Map.of())).contains("HELLO!").contains("[shouting]");
        assertThat(runAgent(project))
                .isEqualTo("read {\"path\":\"notes.txt\"}\nA reminder. (DONE)\n");
        assertThat(project.run("Example4", Map.of())).isEqualTo("The agent writes the file.\n");
    }

    private static String runAgent(ConsumerProject project) throws Exception {
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("")
                                .calling("read", Json.Obj.of(Map.of("path", "notes.txt"))),
                        ScriptedAnswer.saying("A reminder."));
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            return project.run(
                    "Example3",
                    Map.of("ANTHROPIC_API_KEY", "test", "ANTHROPIC_BASE_URL", server.url()));
        }
    }

    @Test
    void theEngineIsSmallAndTheApiBringsNothing() throws Exception {
        ConsumerProject project = project();
        List<Path> engine = project.resolve("deft-engine");
        long bytes = 0;
        for (Path jar : engine) {
            bytes += Files.size(jar);
        }
        assertThat(engine).hasSizeGreaterThan(7);
        assertThat(bytes).as("%s", engine).isLessThanOrEqualTo(MOST_BYTES);
        assertThat(project.resolve("deft-api"))
                .extracting(it -> it.getFileName().toString().replaceAll("-\\d.*", ""))
                .containsExactlyInAnyOrder("deft-api", "jspecify");
    }

    private ConsumerProject project() throws IOException {
        for (Pom pom : Pom.published().stream().filter(Pom::hasJar).toList()) {
            if (!pom.module().equals("app")) {
                assumeThat(isBuilt(pom))
                        .as("%s is packaged by this build; ask for `verify`", pom.module())
                        .isTrue();
            }
        }
        return new ConsumerProject(directory);
    }

    /// Whether the jar has the classes that were compiled last. Their times say nothing: Maven
    /// keeps a jar whose content would be the same.
    private static boolean isBuilt(Pom pom) throws IOException {
        Path jar = ConsumerProject.jar(pom);
        Path classes = Checkout.file(pom.module()).resolve("target/classes");
        if (!Files.exists(jar) || !Files.exists(classes)) {
            return false;
        }
        try (FileSystem packed = FileSystems.newFileSystem(jar);
                Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(EmbeddingTest::isPackedAsItIs).toList()) {
                Path entry = packed.getPath("/" + classes.relativize(file));
                if (!Files.exists(entry) || Files.mismatch(file, entry) >= 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The jar tool adds to the description of a module.
    private static boolean isPackedAsItIs(Path file) {
        return Files.isRegularFile(file) && !file.endsWith("module-info.class");
    }

    /// Of the section about programs.
    private static List<String> blocks(String language) throws IOException {
        String readme = Files.readString(Checkout.file("README.md"));
        int from = readme.indexOf("## Use it in a Java program" + "\n");
        assertThat(from).isNotNegative();
        String section = readme.substring(from, readme.indexOf("\n## ", from));
        return BLOCK.matcher(section)
                .results()
                .filter(it -> it.group(1).equals(language))
                .map((MatchResult it) -> it.group(2))
                .toList();
    }
}
