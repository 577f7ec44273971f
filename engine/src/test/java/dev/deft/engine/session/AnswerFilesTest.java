package dev.deft.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Part;
import dev.deft.host.Bytes;
import dev.deft.os.state.Sidecars;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerFilesTest {

    private static final Part.Media PICTURE = new Part.Media("image/png", Bytes.of("PNG"));

    @TempDir Path root;

    private final List<RunEvent> events = new ArrayList<>();

    private AnswerFiles files() throws IOException {
        return new AnswerFiles(
                _ -> List.of("a.txt"),
                new Sidecars(new StatePaths(root.toRealPath()), "s1"),
                events::add);
    }

    @Test
    void savesAPictureBesideTheLogForItsOwnerOnly() throws IOException {
        String path = files().save("answer-4-1.png", PICTURE).orElseThrow();
        assertThat(path).endsWith("/.deft/sessions/s1/answer-4-1.png");
        assertThat(Path.of(path)).hasContent("PNG");
        assertThat(Files.getPosixFilePermissions(Path.of(path))).hasSize(2);
        assertThat(files().since(1)).containsExactly("a.txt");
    }

    @Test
    void warnsInsteadOfReplacingAFile() throws IOException {
        String path = files().save("answer-4-1.png", PICTURE).orElseThrow();
        assertThat(files().save("answer-4-1.png", new Part.Media("image/png", Bytes.of("2"))))
                .isEmpty();
        assertThat(Path.of(path)).hasContent("PNG");
        assertThat(events).singleElement().isInstanceOf(RunEvent.Warning.class);
    }
}
