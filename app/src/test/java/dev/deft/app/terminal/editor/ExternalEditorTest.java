package dev.deft.app.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExternalEditorTest {

    @TempDir private Path directory;

    @Test
    void returnsWhatTheEditorLeft() throws IOException, InterruptedException {
        Path seen = directory.resolve("seen");
        Path script =
                script(
                        "ls -l \"$2\" | cut -c1-10 >%s; echo \"$2\" >>%s; printf 'more %%s\\n' \"$1\" >>\"$2\""
                                .formatted(seen, seen));
        String edited =
                new ExternalEditor(Map.of("EDITOR", "sh " + script + " option")).edit("text ");
        assertThat(edited).isEqualTo("text more option");
        List<String> file = Files.readAllLines(seen);
        assertThat(file.getFirst()).isEqualTo("-rw-------");
        assertThat(Path.of(file.getLast())).doesNotExist();
    }

    @Test
    void prefersVisual() throws IOException, InterruptedException {
        var editor = new ExternalEditor(Map.of("VISUAL", "true", "EDITOR", "false"));
        assertThat(editor.edit("same")).isEqualTo("same");
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> new ExternalEditor(Map.of("EDITOR", "no-such-editor")).edit("x"))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "The editor no-such-editor cannot be started. Set VISUAL or EDITOR to one"
                                + " that can.");
        assertThatThrownBy(() -> new ExternalEditor(Map.of("EDITOR", "false")).edit("x"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("exit code 1");
    }

    @Test
    void readsAnImageFromTheFirstProgramThatHasOne() throws IOException {
        Path script = script("printf image");
        var clipboard =
                new SystemClipboard(
                        List.of(
                                List.of("no-such-program"),
                                List.of("false"),
                                List.of("sh", script.toString())));
        assertThat(clipboard.image())
                .contains("image".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(new SystemClipboard(List.of(List.of("true"))).image())
                .isEqualTo(Optional.empty());
    }

    @Test
    void readsNoMoreThanAnImageMayHave() throws IOException {
        var clipboard = new SystemClipboard(List.of(List.of("yes")));
        assertThat(clipboard.image().map(it -> it.length).orElse(0))
                .isLessThanOrEqualTo(ImageFile.MOST_BYTES + 1);
    }

    private Path script(String content) throws IOException {
        return Files.writeString(directory.resolve("script.sh"), content);
    }
}
