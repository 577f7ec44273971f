package dev.deft.instance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Words as a script: bash, and our own reading of scripts, see exactly these words.
class CommandLineTest {

    private static final String ALPHABET = "ab '\"\\$`*?[]{}~!#&|;<>()\n\t=-é%^";

    @Test
    void isPlainWherePlainIsSafe() {
        assertThat(CommandLine.of(List.of("node", "server.js", "--port=80")))
                .isEqualTo("node server.js --port=80");
        assertThat(CommandLine.of(List.of("FOO=bar", "it's", "")))
                .isEqualTo("'FOO=bar' 'it'\\''s' ''");
        assertThat(CommandLine.of(List.of("if", "x"))).isEqualTo("'if' x");
        assertThat(CommandLine.withVariables(Map.of("B", "2", "A", "a b"), List.of("env")))
                .isEqualTo("A='a b' B=2 env");
    }

    @Test
    void isReadBackAsTheSameWords() throws Exception {
        var random = new Random(7);
        List<String> words = new ArrayList<>(List.of("printf", "%s\\0"));
        for (int i = 0; i < 500; i++) {
            words.add(word(random));
        }
        Process bash = new ProcessBuilder("bash", "-c", CommandLine.of(words)).start();
        String printed = new String(bash.getInputStream().readAllBytes(), UTF_8);
        assertThat(printed).isEqualTo(String.join("\0", words.subList(2, words.size())) + "\0");

        Script script = Script.read(CommandLine.of(words));
        assertThat(script.doubts()).isEmpty();
        assertThat(script.commands()).hasSize(1);
    }

    private static String word(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(8); i >= 0; i--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }
}
