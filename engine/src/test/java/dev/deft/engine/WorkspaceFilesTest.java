package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The paths that a front end completes.
class WorkspaceFilesTest {

    @TempDir Path directory;

    private void write(String name) throws IOException {
        Path file = directory.resolve("root").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x\n");
    }

    @Test
    void areThoseThatGlobFindsWithTheirDirectories() throws Exception {
        write("src/main/A.java");
        write("src/B.java");
        write("README.md");
        write(".hidden/secret");
        write("target/out.class");
        write(".gitignore");
        Files.writeString(directory.resolve("root/.gitignore"), "target/\n");
        try (Engine engine =
                        Engine.builder()
                                .environment(
                                        Map.of("DEFT_HOME", directory.resolve("home").toString()))
                                .build();
                Workspace workspace = engine.workspace(directory.resolve("root"))) {
            assertThat(workspace.files(100))
                    .containsExactly(
                            "README.md", "src/", "src/B.java", "src/main/", "src/main/A.java");
            assertThat(workspace.files(100)).isEqualTo(workspace.files(100));
            assertThat(workspace.files(2)).containsExactly("README.md", "src/");
            assertThat(workspace.files(0)).isEmpty();
            write("src/C.java");
            assertThat(workspace.files(100)).contains("src/C.java");
        }
        assertThat(directory.resolve("root/.deft")).doesNotExist();
    }
}
