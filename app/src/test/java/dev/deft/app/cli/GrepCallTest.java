package dev.deft.app.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `grep` tells whoever calls it.
class GrepCallTest {

    @TempDir private Path root;

    private Json.Obj grep(String pattern) throws Exception {
        Json.Obj arguments = Json.Obj.EMPTY.with("pattern", pattern);
        String out =
                DeftRun.in(root, "", "call", "grep", JsonText.write(arguments), "--session", "s")
                        .out();
        return (Json.Obj) new JsonText().read(out);
    }

    @Test
    void namesTheFileThatATimeConsumingPatternDidNotGetThroughAndFindsTheRest() throws Exception {
        Files.writeString(root.resolve("evil.min.js"), "a".repeat(5000) + "!\n");
        Files.writeString(root.resolve("good.txt"), "baa\n");
        String result = JsonText.write(grep("(?=x?)(a+)+$"));
        assertThat(result)
                .contains("\"text\":\"baa\"", "\"count\":1", "\"incomplete\":true")
                .contains("\"note\":\"incomplete: the pattern takes too long in evil.min.js\"");
    }

    @Test
    void showsThePartOfALongLineThatMatches() throws Exception {
        Files.writeString(
                root.resolve("a.js"), "x".repeat(90_000) + "needle" + "y".repeat(90_000) + "\n");
        String result = JsonText.write(grep("needle"));
        assertThat(result)
                .contains("a.js:1:…xxx", "xneedley", "yyy… [line cut, 178006 more characters]");
    }

    @Test
    void saysThatAMatchLiesWithinALine() throws Exception {
        Files.writeString(root.resolve("a"), "one\ntwo\n");
        String within = "a match lies within one line";
        assertThat(JsonText.write(grep("one\\ntwo"))).contains(within);
        assertThat(JsonText.write(grep("one\ntwo"))).contains(within);
        assertThat(JsonText.write(grep("one\\\\ntwo"))).doesNotContain(within);
        assertThat(JsonText.write(grep("[^\\n]three"))).doesNotContain(within);
    }

    @Test
    void saysThatTheTextIsThereInAnotherUnicodeForm() throws Exception {
        String composed = "café";
        String decomposed = Normalizer.normalize(composed, Normalizer.Form.NFD);
        Files.writeString(root.resolve("a"), decomposed + "\n");
        assertThat(JsonText.write(grep(composed))).contains("decomposed form (NFD");
        Files.writeString(root.resolve("a"), composed + "\n");
        assertThat(JsonText.write(grep(decomposed))).contains("composed form (NFC");
        assertThat(JsonText.write(grep("thé"))).doesNotContain("form (");
    }

    @Test
    void writesAllMatchesInOrderAndAsUtf8ToTheSidecar() throws Exception {
        for (String name : List.of("b", "a", "c/d")) {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, "grün\n".repeat(400).getBytes(name.equals("a") ? ISO_8859_1 : UTF_8));
        }
        Json.Obj result = grep("gr.n");
        String sidecar =
                JsonText.write(result).replaceAll(".*\"output_path\":\"([^\"]*)\".*", "$1");
        List<String> lines = Files.readAllLines(Path.of(sidecar));
        assertThat(lines).hasSize(1200);
        assertThat(lines.getFirst()).isEqualTo("a:1:grün");
        assertThat(lines.get(400)).isEqualTo("b:1:grün");
        assertThat(lines.getLast()).isEqualTo("c/d:400:grün");
    }
}
