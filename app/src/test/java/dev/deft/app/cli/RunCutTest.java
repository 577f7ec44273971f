package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers that are cut at their longest.
@ParameterizedClass
@ValueSource(strings = {"anthropic", "openai"})
class RunCutTest {

    private static final String HALF = "{\"path\":\"a.txt\",\"content\":\"dead half";

    private final String wire;

    @TempDir Path root;

    RunCutTest(String wire) {
        this.wire = wire;
    }

    private DeftRun run(BothWires model, String... words) {
        Map<String, String> environment = new HashMap<>(model.environment(wire));
        environment.put("DEFT_MAX_TOKENS", "4096");
        return DeftRun.in(root, environment, "", words);
    }

    @Test
    void areToldToTheModelAndOnceToThePerson() throws Exception {
        try (var model =
                BothWires.following(
                        says("I write it.").raw("write", HALF).reachingItsLimit(),
                        says("").raw("write", HALF).reachingItsLimit(),
                        calls("write", args("path", "a.txt", "content", "short")),
                        says("Written."))) {
            DeftRun ran = run(model, "run", "write it", "--yes-edits", "--session", "s");
            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(root.resolve("a.txt")).hasContent("short");
            Asked second = model.asked().get(1);
            assertThat(second.lastResults())
                    .singleElement()
                    .asString()
                    .contains("cut at 4096 tokens")
                    .contains("smaller pieces")
                    .doesNotContain("JSON");
            assertThat(model.asked()).noneMatch(it -> it.body().contains("dead half"));
            assertThat(ran.err().split("An answer was cut at 4096 tokens", -1))
                    .as("one warning: %s", ran.err())
                    .hasSize(2);

            run(model, "run", "sure?", "--session", "s");
            assertThat(model.asked().getLast().body())
                    .contains("cut at 4096 tokens")
                    .doesNotContain("dead half");
        }
    }

    @Test
    void runTheCallsThatArrivedWhole() throws Exception {
        try (var model =
                BothWires.following(
                        calls("write", args("path", "b.txt", "content", "whole"))
                                .raw("write", HALF)
                                .reachingItsLimit(),
                        says("Half done."))) {
            DeftRun ran = run(model, "run", "write both", "--yes-edits");
            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(root.resolve("b.txt")).hasContent("whole");
            assertThat(root.resolve("a.txt")).doesNotExist();
            assertThat(model.asked().getLast().lastResults()).hasSize(2);
        }
    }

    @Test
    void areNoAnswerThatIsDone() throws Exception {
        try (var model = BothWires.following(says("Once upon a time").reachingItsLimit())) {
            DeftRun ran = run(model, "run", "tell", "--output", "json");
            Json.Obj result = JsonText.parseObject(ran.out());
            assertThat(result.text("status")).contains("limit");
            assertThat(result.text("text")).contains("Once upon a time");
            assertThat(result.text("error").orElseThrow()).contains("cut at 4096 tokens");
            assertThat(ran.code()).isEqualTo(1);
        }
    }

    @Test
    void areCountedWhereTheConnectionBroke() throws Exception {
        List<Boolean> broken = new ArrayList<>();
        try (var model =
                new BothWires(_ -> {
                    broken.add(true);
                    Reply words = says("These words were paid for, all forty of them. ".repeat(4));
                    return broken.size() == 1 ? words.breakingOff() : words;
                })) {
            DeftRun ran = run(model, "run", "tell", "--output", "json", "--session", "s");
            assertThat(ran.code()).as(ran.err()).isZero();
            Json.Obj usage = (Json.Obj) JsonText.parseObject(ran.out()).find("usage").orElseThrow();
            assertThat(usage.find("estimated")).contains(new Json.Bool(true));
            assertThat(((Json.Num) usage.find("output_tokens").orElseThrow()).asLong())
                    .hasValueSatisfying(it -> assertThat(it).isGreaterThan(40));
            assertThat(((Json.Num) usage.find("input_tokens").orElseThrow()).asLong())
                    .hasValueSatisfying(it ->
                            assertThat(it)
                                    .isGreaterThan(
                                            model.asked().getFirst().body().length() / 4 * 3 / 2));
        }
        List<String> entries =
                Files.readAllLines(root.resolve(".deft/sessions/s.jsonl")).stream()
                        .filter(it -> it.contains("\"role\":\"usage\""))
                        .toList();
        assertThat(entries).hasSize(2);
        assertThat(entries).filteredOn(it -> it.contains("\"estimated\":true")).hasSize(1);
        assertThat(entries).allMatch(it -> !it.contains("\"model\":\"\""));
    }

    @Test
    void saySoWhereTheModelSaysNothing() throws Exception {
        try (var model = BothWires.following(says(""))) {
            DeftRun ran = run(model, "run", "tell", "--output", "json");
            Json.Obj result = JsonText.parseObject(ran.out());
            assertThat(result.text("status")).contains("failed");
            assertThat(result.text("error").orElseThrow()).contains("without an answer");
            assertThat(ran.code()).isEqualTo(1);
        }
    }
}
