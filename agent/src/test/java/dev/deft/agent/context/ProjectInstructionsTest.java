package dev.deft.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectInstructionsTest {

    @TempDir Path top;

    private String read(Path root) {
        return instructions(root).text();
    }

    private ProjectInstructions.Instructions instructions(Path root) {
        return ProjectInstructions.read(
                root, top.resolve("user"), List.of("AGENTS.md", "X.md"), _ -> true);
    }

    private Path file(String name, String content) throws IOException {
        Path file = top.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    @Test
    void comeFromTheUserAndThenFromTheOutermostDirectoryIn() throws IOException {
        file("user/AGENTS.md", "of the user");
        file("repo/.git/HEAD", "");
        file("repo/AGENTS.md", "of the repository");
        file("repo/a/X.md", "of the part");
        assertThat(read(top.resolve("repo/a")))
                .containsSubsequence("of the user", "of the repository", "of the part");
    }

    @Test
    void areNotTakenFromAboveAWorkspaceThatIsNoRepository() throws IOException {
        file("AGENTS.md", "of somebody else");
        file("plain/AGENTS.md", "of the workspace");
        assertThat(read(top.resolve("plain")))
                .contains("of the workspace")
                .doesNotContain("somebody else");
    }

    @Test
    void takeTheFirstNameOfADirectory() throws IOException {
        file("w/AGENTS.md", "first");
        file("w/X.md", "second");
        assertThat(read(top.resolve("w"))).contains("first").doesNotContain("second");
    }

    @Test
    void followALinkInsideTheWorkspaceAndNoneOutOfIt() throws IOException {
        Path secret = file("elsewhere/key", "a secret");
        file("repo/.git/HEAD", "");
        file("repo/docs/rules.md", "of the repository");
        Files.createSymbolicLink(top.resolve("repo/AGENTS.md"), top.resolve("repo/docs/rules.md"));
        Files.createDirectories(top.resolve("repo/a"));
        Files.createSymbolicLink(top.resolve("repo/a/AGENTS.md"), secret);
        file("repo/a/X.md", "of the part");
        assertThat(read(top.resolve("repo"))).contains("of the repository");
        assertThat(read(top.resolve("repo/a")))
                .contains("of the part")
                .doesNotContain("of the repository", "a secret");
    }

    @Test
    void areCutWhereTheyAreTooLong() throws IOException {
        file("w/AGENTS.md", "long ".repeat(ProjectInstructions.MOST_CHARS));
        assertThat(read(top.resolve("w")))
                .hasSizeLessThan(ProjectInstructions.MOST_CHARS + 400)
                .contains("cut");
        assertThat(instructions(top.resolve("w")).warnings().getFirst())
                .contains("w/AGENTS.md")
                .contains("cut");
    }

    @Test
    void sayWhichFileIsCut() throws IOException {
        file("repo/.git/HEAD", "");
        file("repo/AGENTS.md", "long ".repeat(ProjectInstructions.MOST_CHARS));
        file("repo/a/AGENTS.md", "of the part");
        assertThat(instructions(top.resolve("repo/a")).warnings().getFirst())
                .contains("repo/AGENTS.md")
                .contains("repo/a/AGENTS.md");
        assertThat(instructions(top.resolve("repo/a")).text()).contains("Read ");
    }

    @Test
    void areNotCutWhereTheyFit() throws IOException {
        file("w/AGENTS.md", "short");
        assertThat(instructions(top.resolve("w")).warnings()).isEmpty();
    }
}
