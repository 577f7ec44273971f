package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.objects;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs with models that can read less than they are taken for, behind servers that say so and take
/// nothing that is longer.
class RunWindowTest {

    private static final int FILES = 12;
    private static final int CHARS_PER_TOKEN = 4;
    private static final String GOAL = "Read all twelve chapters.";
    private static final Pattern CHAPTER = Pattern.compile("chapter(\\d+)\\.txt");

    @TempDir Path root;

    @BeforeEach
    void twelveChapters() throws IOException {
        for (int i = 1; i <= FILES; i++) {
            String text = ("Line of chapter " + i + ", which goes on for a while.\n").repeat(430);
            Files.writeString(root.resolve("chapter" + i + ".txt"), text);
        }
    }

    private static int lastChapterIn(Asked asked) {
        return CHAPTER.matcher(asked.body())
                .results()
                .mapToInt(it -> Integer.parseInt(it.group(1)))
                .max()
                .orElse(0);
    }

    private static int maxTokens(Asked asked) {
        try {
            Json.Obj body = JsonText.parseObject(asked.body());
            return ((Json.Num) body.find("max_tokens").orElseThrow())
                    .asLong()
                    .orElseThrow()
                    .intValue();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A server with a window, which objects in the words of its kind.
    private static Reply within(int window, Asked asked) {
        int input = asked.body().length() / CHARS_PER_TOKEN;
        int answer = maxTokens(asked);
        if (input + answer > window) {
            return objects(
                    400,
                    asked.wire().equals("anthropic")
                            ? "input length and `max_tokens` exceed context limit: %d + %d > %d, decrease input length or `max_tokens` and try again"
                                    .formatted(input, answer, window)
                            : "This model's maximum context length is %d tokens. However, you requested %d tokens (%d in the messages, %d in the completion)."
                                    .formatted(window, input + answer, input, answer));
        }
        int last = lastChapterIn(asked);
        if (!asked.hasTools()) {
            return says("Goal: read all. Read so far: chapter" + last + ".txt.");
        }
        return last >= FILES && !asked.results().isEmpty()
                ? says("All read.")
                : calls("read", args("path", "chapter" + (last + 1) + ".txt"));
    }

    private DeftRun run(BothWires model, String wire, Map<String, String> more, String... words) {
        Map<String, String> environment = new HashMap<>(model.environment(wire));
        environment.putAll(more);
        return DeftRun.in(root, environment, "", words);
    }

    private static List<Asked> refused(BothWires model, int window) {
        return model.asked().stream()
                .filter(it -> it.body().length() / CHARS_PER_TOKEN + maxTokens(it) > window)
                .toList();
    }

    /// Twelve reads and an answer; a summary whenever the window is full, and the one request by
    /// which it was found out how large the window is.
    @ParameterizedTest
    @CsvSource({
        "anthropic, 60000, 16",
        "openai, 60000, 16",
        "anthropic, 20000, 26",
        "openai, 20000, 26",
        "anthropic, 8192, 27",
        "openai, 8192, 27"
    })
    void obeyTheWindowTheServerNames(String wire, int window, int most) throws Exception {
        try (var model = new BothWires(it -> within(window, it))) {
            DeftRun ran = run(model, wire, Map.of(), "run", GOAL, "--session", "s");
            assertThat(ran.out()).as(ran.err()).isEqualTo("All read.\n");
            assertThat(refused(model, window).size()).isLessThanOrEqualTo(2);
            assertThat(model.asked().size()).as("requests").isLessThanOrEqualTo(most);
            assertThat(model.asked().stream().map(Asked::body).distinct().count())
                    .as("no request twice")
                    .isEqualTo(model.asked().size());

            int before = model.asked().size();
            DeftRun later = run(model, wire, Map.of(), "run", "All?", "--session", "s");
            assertThat(later.code()).as(later.err()).isZero();
            assertThat(refused(model, window))
                    .as("the session remembers the window")
                    .noneMatch(it -> model.asked().indexOf(it) >= before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void areRightFromTheBeginningWhereTheWindowIsSet(String wire) throws Exception {
        Files.createDirectories(root.resolve(".deft"));
        Files.writeString(
                root.resolve(".deft/agent.json"),
                "{\"models\":{\"mine\":{\"context\":20000,\"max_output\":2000}}}");
        try (var model = new BothWires(it -> within(20_000, it))) {
            DeftRun ran = run(model, wire, Map.of("DEFT_MODEL", wire + "/mine"), "run", GOAL);
            assertThat(ran.out()).as(ran.err()).isEqualTo("All read.\n");
            assertThat(refused(model, 20_000).size()).isZero();
            assertThat(maxTokens(model.asked().getFirst())).isEqualTo(2_000);
        }
    }

    @Test
    void askForTheLongestAnswerAKnownModelCanGive() throws Exception {
        try (var model = new BothWires(_ -> says("Hello."))) {
            Map<String, String> known = Map.of("DEFT_MODEL", "anthropic/claude-haiku-4-5");
            run(model, "anthropic", known, "run", "hi");
            run(model, "openai", Map.of("DEFT_MODEL", "openai/nobody-knows-me"), "run", "hi");
            assertThat(model.asked().stream().map(RunWindowTest::maxTokens))
                    .containsExactly(64_000, 8_192);
        }
    }

    @Test
    void askForLessWhereTheServerSaysThatAnAnswerIsShorter() throws Exception {
        try (var model =
                new BothWires(it ->
                        maxTokens(it) > 4_096
                                ? objects(
                                        400,
                                        "max_tokens is too large: %d. This model supports at most 4096 completion tokens, whereas you provided %d."
                                                .formatted(maxTokens(it), maxTokens(it)))
                                : says("Hello."))) {
            DeftRun ran = run(model, "openai", Map.of(), "run", "hi");
            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(model.asked().stream().map(RunWindowTest::maxTokens).toList())
                    .endsWith(4_096)
                    .hasSize(2);
        }
    }

    @Test
    void failOnceWhereNothingCanBeMadeShorter() throws Exception {
        try (var model =
                new BothWires(_ -> objects(400, "prompt is too long: 9000 tokens > 16 maximum"))) {
            DeftRun ran = run(model, "anthropic", Map.of(), "run", "hi");
            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err()).contains("longer than").contains("can read");
            assertThat(model.asked().size()).isLessThanOrEqualTo(2);
        }
    }

    /// Some servers name no number.
    @Test
    void goOnWhereTheServerDoesNotSayHowMuchItTakes() throws Exception {
        try (var model =
                new BothWires(it ->
                        it.body().length() / CHARS_PER_TOKEN > 20_000
                                ? objects(
                                        400,
                                        "Input is too long for requested model. context length")
                                : within(10_000_000, it))) {
            DeftRun ran = run(model, "openai", Map.of(), "run", GOAL);
            assertThat(ran.out()).as(ran.err()).isEqualTo("All read.\n");
            assertThat(model.asked().size()).isLessThanOrEqualTo(24);
        }
    }
}
