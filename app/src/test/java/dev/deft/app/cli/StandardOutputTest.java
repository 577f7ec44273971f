package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the program does where nobody gets what it prints.
class StandardOutputTest {

    @TempDir private Path root;

    private Path err() {
        return root.resolve("err.txt");
    }

    @Test
    void isToldToBeLostWhereTheDiskIsFull() throws Exception {
        Process deft =
                DeftProcess.builder(root, Map.of(), "call", "current_time")
                        .redirectOutput(new File("/dev/full"))
                        .redirectError(err().toFile())
                        .start();
        assertThat(deft.waitFor()).isEqualTo(1);
        assertThat(err())
                .hasContent("deft: standard output could not be written; is the disk full?");
    }

    @Test
    void mayHaveAReaderThatHasSeenEnough() throws Exception {
        Process deft =
                DeftProcess.builder(root, Map.of(), "tools").redirectError(err().toFile()).start();
        deft.getInputStream().close();
        assertThat(deft.waitFor()).isZero();
        assertThat(err()).isEmptyFile();
    }

    @Test
    void hasTheVersionOfItsArtifacts() throws Exception {
        String build = Files.readString(Path.of("..", "pom.xml"));
        String version = build.substring(build.indexOf("<version>") + "<version>".length());
        try (var deft = new DeftProcess(root, Map.of(), "--version")) {
            deft.end();
            assertThat(deft.lines())
                    .containsExactly("deft " + version.substring(0, version.indexOf('<')));
        }
    }
}
