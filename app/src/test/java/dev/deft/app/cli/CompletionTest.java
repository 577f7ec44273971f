package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTest {

    @TempDir private Path root;

    private String script(String shell) {
        DeftRun run = DeftRun.in(root, "", "completion", shell);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out();
    }

    /// What bash offers for the last word.
    private List<String> offered(String line) throws Exception {
        Path file = Files.writeString(root.resolve("deft.bash"), script("bash"));
        String words = line.endsWith(" ") ? line + "''" : line;
        Process bash =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "source %s; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _deft; printf '%%s\\n' \"${COMPREPLY[@]}\""
                                        .formatted(file, words))
                        .redirectErrorStream(true)
                        .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.lines().filter(it -> !it.isEmpty()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deft ru | run",
                "deft comp | completion",
                "deft sessions un | undo",
                "deft run --con | --continue",
                "deft run --output s | stream-json",
                "deft call --dialect a | aegis",
                "deft run go --head | --headless",
                "deft completion z | zsh",
            })
    void offersInBashWhatFits(String line, String word) throws Exception {
        assertThat(offered(line)).containsExactly(word);
    }

    @Test
    void offersEveryCommandAndOptionInEveryShell() throws Exception {
        assertThat(offered("deft "))
                .contains("run", "demo", "call", "tools", "policy", "config", "sessions", "doctor");
        assertThat(offered("deft sessions ")).contains("list", "show", "--json", "--root");
        for (String shell : List.of("zsh", "fish")) {
            assertThat(script(shell))
                    .contains("sessions", "replay", "stream-json", "yes-edits")
                    .doesNotContain("%s");
        }
    }

    @Test
    void saysWhichShellsThereAre() {
        assertThat(DeftRun.in(root, "", "completion", "csh").err())
                .contains("\"csh\" is not one of bash, zsh, fish");
        assertThat(DeftRun.in(root, "", "completion").code()).isEqualTo(2);
    }
}
