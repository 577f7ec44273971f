package dev.deft.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ProjectInstructions.Instructions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstructionImportsTest {

    @TempDir Path temporary;
    private Path top;
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        top = temporary.toRealPath();
        root = Files.createDirectories(top.resolve("w"));
    }

    private Instructions read() {
        return ProjectInstructions.read(
                root, top.resolve("user"), List.of("AGENTS.md"), it -> !it.startsWith("private/"));
    }

    private void file(String name, String content) throws IOException {
        Path file = top.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Test
    void areTakenRelativeToTheFileThatNamesThem() throws IOException {
        file("w/AGENTS.md", "before\n@docs/a.md\nafter");
        file("w/docs/a.md", "of a\n  @../b.txt  \n");
        file("w/b.txt", "of b");

        assertThat(read().text()).containsSubsequence("before", "of a", "of b", "after");
        assertThat(read().text()).doesNotContain("@docs", "@../b");
        assertThat(read().warnings()).isEmpty();
    }

    @Test
    void areNotTakenFromCodeAndFromWordsThatAreNoPath() throws IOException {
        String text =
                """
                ```java
                @a.md
                ```
                ~~~~
                ```
                @a.md
                ~~~~

                    @a.md
                `begin
                @a.md
                end`
                `@a.md`
                Ask @a.md first.
                @Override
                @anna
                """;
        file("w/AGENTS.md", text);
        file("w/a.md", "IMPORTED");

        assertThat(read().text()).doesNotContain("IMPORTED").contains("@Override");
        assertThat(read().warnings()).isEmpty();
    }

    @Test
    void stayInsideTheWorkspace() throws IOException {
        file("outside.md", "SECRET");
        file("w/.env", "KEY=SECRET");
        file("w/private/a.md", "SECRET");
        Files.createSymbolicLink(root.resolve("link.md"), top.resolve("outside.md"));
        Files.createSymbolicLink(root.resolve("up"), top);
        Files.createDirectories(root.resolve("directory.md"));
        file(
                "w/AGENTS.md",
                """
                @../outside.md
                @%s/outside.md
                @link.md
                @up/outside.md
                @~/outside.md
                @.env
                @private/a.md
                @missing.md
                @directory.md
                @bad\0name.md
                """
                        .formatted(top));

        Instructions read = read();

        assertThat(read.text()).doesNotContain("SECRET");
        assertThat(read.warnings()).hasSize(10);
        assertThat(String.join("\n", read.warnings()))
                .contains(
                        root.resolve("AGENTS.md")
                                + ": @link.md is not imported, since it is outside",
                        "@.env is not imported, since only .md and .txt files are.",
                        "@private/a.md is not imported, since a rule denies reading it.",
                        "@missing.md is not imported, since there is no such file.");
    }

    @Test
    void ofTheUserStayInTheirDirectory() throws IOException {
        file("user/AGENTS.md", "@own.md\n@../w/theirs.md");
        file("user/own.md", "OWN");
        file("w/theirs.md", "THEIRS");
        file("w/AGENTS.md", "@../user/own2.md");
        file("user/own2.md", "PRIVATE");

        assertThat(read().text()).contains("OWN").doesNotContain("THEIRS", "PRIVATE");
        assertThat(read().warnings()).hasSize(2);
    }

    @Test
    void areAtMostFiveDeepAndNoCircle() throws IOException {
        file("w/AGENTS.md", "@1.md\n@c.md");
        for (int i = 1; i <= 7; i++) {
            file("w/" + i + ".md", "level %d\n@%d.md".formatted(i, i + 1));
        }
        file("w/c.md", "circle\n@d.md");
        file("w/d.md", "back\n@c.md\n@AGENTS.md");

        Instructions read = read();

        assertThat(read.text()).contains("level 5", "circle", "back").doesNotContain("level 6");
        assertThat(read.warnings())
                .hasSize(3)
                .anyMatch(it -> it.contains("@6.md is not imported, since imports are nested"))
                .anyMatch(it -> it.contains("@c.md is not imported, since it imports itself"))
                .anyMatch(it -> it.contains("@AGENTS.md is not imported, since it imports itself"));
    }

    @Test
    void countTowardsTheBoundHoweverManyThereAre() throws IOException {
        var all = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            file("w/many/%d.md".formatted(i), "x".repeat(1_000) + "\n@0.md\n");
            all.append("@many/%d.md\n".formatted(i));
        }
        file("w/AGENTS.md", all.toString());

        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> {
                    Instructions read = read();
                    assertThat(read.text().length())
                            .isLessThan(ProjectInstructions.MOST_CHARS + 400);
                    assertThat(read.warnings()).anyMatch(it -> it.contains("is cut"));
                });
    }
}
