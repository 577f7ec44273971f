package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.Screen;
import dev.deft.codec.JsonText;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadlessOptionsTest {

    @TempDir private Path root;

    static byte[] png() throws IOException {
        var out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB), "png", out);
        return out.toByteArray();
    }

    private static BothWires friendly() throws IOException {
        return new BothWires(_ -> Reply.says("hello"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p go",
                "--print go",
                "go -p",
                "--output=text go",
                "--output-format text -p go",
                "-q go",
                "--model anthropic/m -p go",
                "--max-turns 3 go",
                "--append-system-prompt x -p go",
                "--root . -p go"
            })
    void comeFirstWithoutTheNameOfACommand(String line) throws IOException {
        try (BothWires model = friendly()) {
            String[] words = (line.startsWith("go") ? "run " + line : line).split(" ");
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), "", words);
            assertThat(ran.out()).isEqualTo("hello\n");
            assertThat(ran.code()).isZero();
        }
    }

    @Test
    void takeThePromptFromAPipe() throws IOException {
        try (BothWires model = friendly()) {
            DeftRun ran =
                    DeftRun.in(
                            root, model.environment("openai"), "say hi\n", "-p", "-m", "openai/m");
            assertThat(ran.out()).isEqualTo("hello\n");
            assertThat(model.asked().getFirst().body()).contains("say hi");
        }
    }

    @Test
    void continueTheLatestSession() throws IOException {
        try (BothWires model = friendly()) {
            Map<String, String> environment = model.environment("anthropic");
            String id = id(DeftRun.in(root, environment, "", "-p", "one", "--output", "json"));
            for (List<String> words :
                    List.of(
                            List.of("-c", "two"),
                            List.of("-p", "-c", "three"),
                            List.of("--resume", id, "-p", "four"),
                            List.of("-r", id.substring(0, id.length() - 3), "five"),
                            List.of("--resume=last", "six"))) {
                List<String> all = new ArrayList<>(words);
                all.addAll(List.of("--output", "json"));
                DeftRun ran = DeftRun.in(root, environment, "", all.toArray(String[]::new));
                assertThat(id(ran)).as("%s", words).isEqualTo(id);
            }
            assertThat(model.asked().getLast().answers()).isEqualTo(5);
        }
    }

    private static String id(DeftRun run) throws IOException {
        return JsonText.parseObject(run.out()).text("session_id").orElse("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--resume nosuch go | there is no session \"nosuch\"; there are none yet",
                "-r last go | there is no session \"last\"",
                "-c -r x go | --continue and --resume exclude each other",
                "-r x --session y go | --resume and --session exclude each other",
                "-p -r | -r needs a value",
                "--root . tools | options come after the command: deft tools --root ...",
                "--modl x | there is no option \"--modl\" before the command; did you mean --model?",
                "-p --image nosuch.png go | --image nosuch.png: there is no such file",
                "-p --image . go | --image .: it is not a file that can be read",
                "-p --image note.png go | --image note.png: it is text, not a PNG, JPEG, GIF or WebP picture",
                "-p --image empty.png go | --image empty.png: it is empty, not a PNG",
                "-p --image torn.png go | --image torn.png: its data is corrupt",
                "-p --append-system-prompt= go | --append-system-prompt: the text is empty",
                "-p --append-system-prompt-file nosuch go | --append-system-prompt-file: there is no file nosuch",
                "-p --append-system-prompt-file torn.png go | torn.png is not UTF-8 text",
                "-p --append-system-prompt a --append-system-prompt-file note.png go | exclude each other",
                "go there | there is no command \"go\""
            })
    void areCheckedBeforeAKeyIsNeeded(String line, String why) throws IOException {
        Files.writeString(root.resolve("note.png"), "hello");
        Files.writeString(root.resolve("empty.png"), "");
        byte[] torn = png();
        Files.write(root.resolve("torn.png"), Arrays.copyOf(torn, 20));
        DeftRun ran = DeftRun.in(root, Map.of(), "", line.split(" "));
        assertThat(ran.err()).contains(why).hasLineCount(1);
        assertThat(ran.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"anthropic", "openai"})
    void sendPicturesByTheirContent(String wire) throws IOException {
        byte[] png = png();
        Files.write(root.resolve("a.jpg"), png);
        var large = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(4000, 100, BufferedImage.TYPE_INT_RGB), "jpg", large);
        Files.write(root.resolve("b"), large.toByteArray());
        try (BothWires model = friendly()) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment(wire),
                            "",
                            "-p",
                            "look",
                            "--image",
                            "a.jpg",
                            "--image=b",
                            "-m",
                            wire + "/m");
            assertThat(ran.code()).isZero();
            assertThat(model.asked().getFirst().body())
                    .contains("image/png")
                    .contains(Base64.getEncoder().encodeToString(png))
                    .contains("image/jpeg")
                    .doesNotContain(Base64.getEncoder().encodeToString(large.toByteArray()));
        }
    }

    @Test
    void neverSendAPictureThatIsTooLarge() throws IOException {
        Files.write(root.resolve("a.png"), Arrays.copyOf(png(), 20 * 1024 * 1024 + 1));
        DeftRun ran = DeftRun.in(root, Map.of(), "", "-p", "look", "--image", "a.png");
        assertThat(ran.err()).contains("--image a.png: it is larger than 20 MB");
        assertThat(ran.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"anthropic", "openai"})
    void appendToThePromptOfTheAgentButNotOfSubAgents(String wire) throws IOException {
        Files.writeString(root.resolve("more.md"), "Always rhyme, from a file.\n");
        for (List<String> option :
                List.of(
                        List.of("--append-system-prompt", "Always rhyme, as told."),
                        List.of("--append-system-prompt-file", "more.md"))) {
            try (BothWires model =
                    new BothWires(it ->
                            it.body().contains("sub work") && !it.body().contains("main work")
                                    ? Reply.says("sub done")
                                    : it.answers() == 0
                                            ? Reply.calls(
                                                    "task",
                                                    Reply.args(
                                                            "subagent_type",
                                                            "general",
                                                            "prompt",
                                                            "sub work"))
                                            : Reply.says("all done"))) {
                List<String> words =
                        new ArrayList<>(
                                List.of("-p", "main work", "--allow", "task *", "-m", wire + "/m"));
                words.addAll(option);
                DeftRun ran =
                        DeftRun.in(root, model.environment(wire), "", words.toArray(String[]::new));
                assertThat(ran.out()).isEqualTo("all done\n");
                List<String> mains =
                        model.asked().stream()
                                .map(Asked::body)
                                .filter(it -> it.contains("main work"))
                                .toList();
                List<String> subs =
                        model.asked().stream()
                                .map(Asked::body)
                                .filter(it -> !it.contains("main work"))
                                .toList();
                assertThat(mains).hasSize(2).allMatch(it -> it.contains("Always rhyme"));
                assertThat(subs).hasSize(1).noneMatch(it -> it.contains("Always rhyme"));
                assertThat(mains.getFirst().indexOf("Always rhyme"))
                        .isLessThan(mains.getFirst().lastIndexOf("sandbox"));
            }
        }
    }

    @Test
    void sayNothingButTheAnswerWhenQuiet() throws IOException {
        Files.writeString(root.resolve("a.txt"), "text\n");
        for (Screen screen : List.of(Screen.NONE, Screen.MOVING)) {
            try (BothWires model =
                    BothWires.following(
                            Reply.says("I look at it.").and("read", Reply.args("path", "a.txt")),
                            Reply.says("It says text."))) {
                DeftRun ran =
                        DeftRun.on(
                                screen,
                                root,
                                model.environment("anthropic"),
                                "",
                                "run",
                                "-q",
                                "look");
                assertThat(ran.out()).isEqualTo("It says text.\n");
                assertThat(ran.err()).isEmpty();
                assertThat(ran.code()).isZero();
            }
        }
    }

    @Test
    void stillNameErrorsWhenQuiet() throws IOException {
        try (BothWires model = new BothWires(_ -> Reply.objects(401, "no such key"))) {
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), "", "-q", "-c", "look");
            assertThat(ran.err()).contains("there is no session to continue");
            DeftRun refused =
                    DeftRun.in(root, model.environment("anthropic"), "", "-p", "--quiet", "look");
            assertThat(refused.err()).contains("no such key").hasLineCount(1);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.code()).isEqualTo(1);
        }
    }

    @Test
    void areShownInGroups() {
        String help = DeftRun.in(root, "", "run", "--help").out();
        assertThat(help)
                .contains("\nInput and output:\n")
                .contains("\nSession:\n")
                .contains("\nLimits:\n")
                .contains("--output, --output-format FORM")
                .contains("-q, --quiet")
                .contains("--json-schema SCHEMA")
                .contains("-r, --resume ID");
    }
}
