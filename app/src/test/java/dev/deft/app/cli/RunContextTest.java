package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs in projects far larger than what the model can read. The model knows nothing but what is in
/// the request.
@ParameterizedClass
@ValueSource(strings = {"anthropic", "openai"})
class RunContextTest {

    private static final int FILES = 40;
    private static final int WINDOW = 20_000;
    private static final int CHARS_PER_TOKEN = 4;
    private static final String GOAL = "Find the last word of the last chapter, please.";
    private static final Pattern CHAPTER = Pattern.compile("chapter(\\d+)\\.txt");

    private final String wire;

    @TempDir Path root;

    RunContextTest(String wire) {
        this.wire = wire;
    }

    @BeforeEach
    void aProjectTenTimesAsLargeAsTheWindow() throws IOException {
        long size = 0;
        for (int i = 1; i <= FILES; i++) {
            String text = ("Line of chapter " + i + ", which goes on for a while.\n").repeat(430);
            String end = i == FILES ? "The last word is xylophone.\n" : "To be continued.\n";
            size += text.length();
            Files.writeString(root.resolve("chapter" + i + ".txt"), end + text);
        }
        assertThat(size).isGreaterThan(10L * WINDOW * CHARS_PER_TOKEN);
    }

    /// How far the model has come, as far as it can tell.
    private static int lastChapterIn(Asked asked) {
        return CHAPTER.matcher(asked.body())
                .results()
                .mapToInt(it -> Integer.parseInt(it.group(1)))
                .max()
                .orElse(0);
    }

    private static Reply readOn(Asked asked) {
        int last = lastChapterIn(asked);
        if (!asked.hasTools()) {
            return says("Goal: the last word. Read so far: chapter" + last + ".txt.");
        }
        if (asked.body().contains("xylophone")) {
            return says("The last word is xylophone.");
        }
        return asked.answers() == 0 && last == 0
                ? calls("write", args("path", "notes.md", "content", "I begin.\n"))
                        .and("read", args("path", "chapter1.txt"))
                : calls("read", args("path", "chapter" + (last + 1) + ".txt"));
    }

    private DeftRun run(BothWires model, Map<String, String> more, String... words) {
        Map<String, String> environment = new HashMap<>(model.environment(wire));
        environment.putAll(more);
        return DeftRun.in(root, environment, "", words);
    }

    @Test
    @Tag("slow")
    void endsItsTaskInAProjectTenTimesItsWindow() throws Exception {
        try (var model = new BothWires(RunContextTest::readOn)) {
            DeftRun ran =
                    run(
                            model,
                            Map.of("DEFT_CONTEXT_TOKENS", Integer.toString(WINDOW)),
                            "run",
                            GOAL,
                            "--session",
                            "s",
                            "--yes-edits",
                            "--max-steps",
                            "100");
            assertThat(ran.out()).as(ran.err()).isEqualTo("The last word is xylophone.\n");
            assertThat(ran.code()).isZero();
            for (Asked asked : model.asked()) {
                assertThat(asked.body().length()).isLessThan(WINDOW * CHARS_PER_TOKEN);
                assertThat(asked.body()).contains(GOAL);
            }
            assertThat(model.asked().getLast().body()).contains("Files changed so far: notes.md");
        }
        List<String> hashes = compactions("s");
        assertThat(hashes).hasSizeGreaterThan(5).doesNotHaveDuplicates();
    }

    private List<String> compactions(String session) throws Exception {
        List<String> hashes = new ArrayList<>();
        for (String line :
                Files.readAllLines(root.resolve(".deft/sessions/" + session + ".jsonl"))) {
            Json.Obj entry = JsonText.parseObject(line);
            if (entry.text("role").orElse("").equals("compaction")) {
                hashes.add(entry.text("source_hash").orElseThrow());
            }
        }
        return hashes;
    }

    @Test
    void shortensOutputsThatAreTooMuchAllByThemselves() throws Exception {
        Reply all = says("");
        for (int i = 1; i <= 12; i++) {
            all = all.and("read", args("path", "chapter" + i + ".txt"));
        }
        Reply tooMuch = all.and("ls", args("path", "."));
        try (var model =
                new BothWires(asked ->
                        !asked.hasTools()
                                ? says("Nothing was read yet.")
                                : asked.results().isEmpty()
                                        ? calls("current_time", args())
                                        : asked.results().size() == 1
                                                ? tooMuch
                                                : says("Too much."))) {
            DeftRun ran =
                    run(
                            model,
                            Map.of("DEFT_CONTEXT_TOKENS", Integer.toString(WINDOW)),
                            "run",
                            GOAL);
            assertThat(ran.code()).as(ran.err()).isZero();
            Asked last = model.asked().getLast();
            assertThat(last.body().length()).isLessThan(WINDOW * CHARS_PER_TOKEN);
            assertThat(last.lastResults()).hasSize(13);
            assertThat(last.lastResults().subList(0, 12))
                    .allMatch(it -> it.contains("Line of chapter") && it.contains("was cut here"));
            assertThat(last.lastResults().getLast()).contains("chapter40.txt");
        }
    }

    @Test
    @Tag("slow")
    void goesOnFromTheSummaryWithoutMakingItAgain() throws Exception {
        try (var model = new BothWires(RunContextTest::readOn)) {
            for (int i = 0; i < 20; i++) {
                run(
                        model,
                        Map.of("DEFT_CONTEXT_TOKENS", Integer.toString(WINDOW)),
                        "run",
                        i == 0 ? GOAL : "Go on.",
                        "--session",
                        "s",
                        "--yes-edits",
                        "--max-steps",
                        "3");
            }
            assertThat(model.asked().getLast().body()).contains("xylophone").contains(GOAL);
        }
        assertThat(compactions("s")).hasSizeGreaterThan(5).doesNotHaveDuplicates();
    }

    @Test
    void keepsTheGoalInTheSmallWindowOfAegis() throws Exception {
        try (var model =
                new BothWires(asked -> {
                    int last = lastChapterIn(asked);
                    return !asked.hasTools()
                            ? says("Read so far: chapter" + last + ".txt.")
                            : last == 15
                                    ? says("Enough.")
                                    : calls(
                                            "read_file",
                                            args("path", "chapter" + (last + 1) + ".txt")
                                                    .with("start_line", Json.Num.of(1))
                                                    .with("end_line", Json.Num.of(20)));
                })) {
            DeftRun ran =
                    run(
                            model,
                            Map.of("AEGIS_CONTEXT_CHARS", "5000", "AEGIS_CONTEXT_TURNS", "3"),
                            "run",
                            GOAL,
                            "--dialect",
                            "aegis");
            assertThat(ran.out()).as(ran.err()).isEqualTo("Enough.\n");
            for (Asked asked : model.asked()) {
                assertThat(asked.body()).contains(GOAL);
                assertThat(asked.results().stream().mapToInt(it -> it.text().length()).sum())
                        .isLessThan(5_000);
            }
        }
    }
}
