package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenTest {

    private final Golden checking = new Golden(Golden.Mode.CHECK);
    private final Golden updating = new Golden(Golden.Mode.UPDATE);

    @TempDir Path directory;

    private Path file;

    @BeforeEach
    void reviewed() throws IOException {
        file = directory.resolve("read.txt");
        Files.writeString(file, "a\nb\nc\nd\ne\nf\n");
    }

    @Test
    void acceptsWhatWasReviewed() {
        assertThatCode(() -> checking.file(file, "a\nb\nc\nd\ne\nf")).doesNotThrowAnyException();
    }

    @Test
    void showsWhatIsStale() {
        assertThatThrownBy(() -> checking.file(file, "a\nb\nc\nd\nE\nf\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("read.txt is stale")
                .hasMessageContaining("-Dgolden=update")
                .hasMessageEndingWith("  c\n  d\n- e\n+ E\n  f\n");
    }

    @Test
    void failsWhenNothingWasReviewed() {
        assertThatThrownBy(() -> checking.file(directory.resolve("new.txt"), "a"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("new.txt is missing")
                .hasMessageEndingWith("+ a\n");
    }

    @Test
    void writesWhatChangedWhenToldTo() throws IOException {
        updating.file(directory.resolve("below/new.txt"), "a");
        assertThat(directory.resolve("below/new.txt")).hasContent("a\n");
    }

    @Test
    void findsFilesNothingStandsBehind() {
        assertThatThrownBy(() -> run(checking, Map.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("read.txt belongs to nothing");
    }

    @Test
    void makesADirectoryHoldJustTheTextsWhenToldTo() throws Throwable {
        Map<String, String> texts = Map.of("edit.txt", "x\n");
        run(updating, texts);
        run(checking, texts);
        assertThat(file).doesNotExist();
    }

    private void run(Golden golden, Map<String, String> texts) throws Throwable {
        for (DynamicTest test : golden.directory(directory, texts).toList()) {
            test.getExecutable().execute();
        }
    }
}
