package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSchemaOptionTest {

    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"count\":{\"type\":\"integer\"}},\"required\":[\"count\"],\"additionalProperties\":false}";

    @TempDir private Path root;

    private DeftRun run(BothWires model, String wire, String... more) {
        List<String> words =
                new ArrayList<>(List.of("-p", "count", "--json-schema", SCHEMA, "-m", wire + "/m"));
        words.addAll(List.of(more));
        return DeftRun.in(root, model.environment(wire), "", words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"count\": 3}",
                "```json\n{\"count\": 3}\n```",
                "Here it is:\n\n```\n{\n  \"count\": 3\n}\n```\nDone.",
                "The files {a, b} were counted: {\"count\":3}. Anything else?",
                "First I thought {\"count\": \"2\"}, but it is {\"count\": 3}",
                "  {\"count\":3}\n"
            })
    void printsTheAnswerAsOneLineOfJson(String answer) throws IOException {
        try (BothWires model = new BothWires(_ -> Reply.says(answer))) {
            DeftRun ran = run(model, "anthropic");
            assertThat(ran.out()).isEqualTo("{\"count\":3}\n");
            assertThat(ran.code()).isZero();
            assertThat(model.asked()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"anthropic", "openai"})
    void tellsTheModelTheSchemaAndWhatIsWrong(String wire) throws IOException {
        try (BothWires model =
                BothWires.following(
                        Reply.says("There are three."),
                        Reply.says("{\"count\": \"three\"}"),
                        Reply.says("{\"count\": 3}"))) {
            DeftRun ran = run(model, wire, "--output", "json");
            Json.Obj result = JsonText.parseObject(ran.out());
            assertThat(result.find("structured_output")).contains(JsonText.parse("{\"count\":3}"));
            assertThat(result.text("status")).contains("done");
            assertThat(result.find("steps")).contains(Json.Num.of(3));
            assertThat(ran.code()).isZero();
            List<Asked> asked = model.asked();
            assertThat(asked.getFirst().body()).contains("additionalProperties\\\":false");
            assertThat(asked.get(1).body()).contains("Your answer cannot be used: it is not JSON");
            assertThat(asked.get(2).body()).contains("count must be integer, not a string");
        }
    }

    @Test
    void failsIfTheAnswerNeverFits() throws IOException {
        try (BothWires model = new BothWires(_ -> Reply.says("{\"count\":1.5}"))) {
            DeftRun ran = run(model, "anthropic");
            assertThat(ran.out()).isEmpty();
            assertThat(ran.err())
                    .contains(
                            "The answer does not fit the schema: count must be integer, not 1.5.");
            assertThat(ran.code()).isEqualTo(1);
            assertThat(model.asked()).hasSize(3);
            DeftRun stream = run(model, "anthropic", "--output", "stream-json");
            Json.Obj result = JsonText.parseObject(stream.out().lines().toList().getLast());
            assertThat(result.text("status")).contains("failed");
            assertThat(result.find("structured_output")).isEmpty();
            assertThat(stream.out().lines().filter(it -> it.contains("\"type\":\"result\"")))
                    .hasSize(1);
        }
    }

    @Test
    void keepsToTheLimitsOfTheRun() throws IOException {
        try (BothWires model = new BothWires(_ -> Reply.says("never"))) {
            DeftRun ran = run(model, "anthropic", "--max-steps", "2", "--output", "json");
            assertThat(JsonText.parseObject(ran.out()).text("status")).contains("limit");
            assertThat(model.asked()).hasSize(2);
        }
    }

    @Test
    void repairsEachMessageOfAStream() throws IOException {
        Files.writeString(root.resolve("schema.json"), "{\"type\":\"array\"}");
        try (BothWires model =
                new BothWires(it ->
                        Reply.says(
                                it.answers() % 2 == 0 ? "no" : "[%d]".formatted(it.answers())))) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            "{\"type\":\"user\",\"text\":\"one\"}\n{\"type\":\"user\",\"text\":\"two\"}\n",
                            "-p",
                            "--input-format=stream-json",
                            "--output=stream-json",
                            "--json-schema",
                            "schema.json");
            List<Json> results = new ArrayList<>();
            for (String line : ran.out().lines().toList()) {
                JsonText.parseObject(line).find("structured_output").ifPresent(results::add);
            }
            assertThat(results).containsExactly(JsonText.parse("[1]"), JsonText.parse("[3]"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nosuch.json | --json-schema: there is no file nosuch.json",
                "{\"type\": | --json-schema: it is not JSON",
                "{\"type\":\"strin\"} | --json-schema: it is not a schema: type must be one of",
                "{\"$ref\":\"http://x\"} | $ref must lead to a place in this schema",
                "list.json | --json-schema list.json: it is not a schema: must be an object",
                "{\"pattern\":\"(\"} | the pattern is invalid",
                "{\"unevaluatedItems\":false} | the keyword unevaluatedItems is not supported"
            })
    void isRefusedBeforeAKeyIsNeeded(String schema, String why) throws IOException {
        Files.writeString(root.resolve("list.json"), "[]");
        DeftRun ran = DeftRun.in(root, Map.of(), "", "-p", "go", "--json-schema", schema);
        assertThat(ran.err()).contains(why).hasLineCount(1);
        assertThat(ran.code()).isEqualTo(2);
    }
}
