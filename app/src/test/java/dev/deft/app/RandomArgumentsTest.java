package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.registry.DialectTool;
import dev.deft.registry.EnvelopeJson;
import dev.deft.run.ToolCall;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a model sends, an envelope comes back, and never a bug of ours.
class RandomArgumentsTest {

    private static final int CALLS = 100_000;

    private final Random random = new Random(42);

    /// Nothing is allowed, so that what gets through the checks of its arguments goes no further.
    @Test
    void everyArgumentObjectGetsAnEnvelope(@TempDir Path root) throws Exception {
        AgentSpec nothing = AgentSpec.standard().policy(Policy.unspecified().withRules(List.of()));
        Map<ErrorCode, Integer> codes = new LinkedHashMap<>();
        for (String dialect : Dialects.NAMES) {
            var toolset = new AgentSpec.Toolset(Optional.empty(), dialect, Optional.empty());
            try (Engine engine =
                            Engine.builder()
                                    .environment(Map.of("DEFT_HOME", root.toString()))
                                    .build();
                    Workspace workspace = engine.workspace(root);
                    Session session = workspace.session().agent(nothing.toolset(toolset)).open()) {
                List<DialectTool> tools = session.dialect().tools();
                for (int i = 0; i < CALLS / Dialects.NAMES.size() && !tools.isEmpty(); i++) {
                    DialectTool tool = tools.get(i % tools.size());
                    Envelope envelope =
                            session.call(
                                    ToolCall.of("c" + i, tool.name(), arguments(tool.schema())));
                    assertThat(EnvelopeJson.write(envelope).text("type")).isPresent();
                    codes.merge(((ToolResult.Failure) envelope.result()).code(), 1, Integer::sum);
                }
            }
        }
        assertThat(codes)
                .containsKeys(ErrorCode.INVALID_ARGUMENTS, ErrorCode.PERMISSION_DENIED)
                .doesNotContainKey(ErrorCode.INTERNAL);
    }

    private Json arguments(Json.Obj schema) {
        if (random.nextInt(50) == 0) {
            return anything(3);
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        if (schema.find("properties").orElse(Json.Obj.EMPTY)
                instanceof Json.Obj(Map<String, Json> properties)) {
            properties.forEach((name, value) -> {
                if (random.nextInt(5) > 0) {
                    fields.put(
                            name, random.nextInt(3) == 0 ? anything(2) : fitting((Json.Obj) value));
                }
            });
        }
        if (random.nextInt(10) == 0) {
            fields.put(text(), anything(2));
        }
        return new Json.Obj(fields);
    }

    private Json fitting(Json.Obj schema) {
        if (schema.find("enum").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> choices)) {
            return choices.get(random.nextInt(choices.size()));
        }
        return switch (schema.text("type").orElse("")) {
            case "string" -> new Json.Str(text());
            case "integer" ->
                    new Json.Num(
                            List.of("1", "0", "-1", "7.0", "99999999999999999999", "2147483648")
                                    .get(random.nextInt(6)));
            case "number" ->
                    new Json.Num(
                            List.of("0", "1.5", "1e308", "-0.0", "1e-9").get(random.nextInt(5)));
            case "boolean" -> new Json.Bool(random.nextBoolean());
            case "array" ->
                    new Json.Arr(
                            List.of(
                                    schema.find("items").orElse(Json.Obj.EMPTY)
                                                    instanceof Json.Obj item
                                            ? fitting(item)
                                            : Json.Null.VALUE));
            case "object" -> arguments(schema);
            default -> anything(2);
        };
    }

    private Json anything(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> Json.Null.VALUE;
            case 1 -> new Json.Bool(random.nextBoolean());
            case 2 ->
                    new Json.Num(
                            List.of("0", "-1", "3.5", "1e999", "123456789012345678901234567890")
                                    .get(random.nextInt(5)));
            case 3 -> new Json.Str(text());
            case 4 -> new Json.Str("x".repeat(random.nextInt(2_000)));
            case 5 -> {
                List<Json> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(anything(depth - 1));
                }
                yield new Json.Arr(items);
            }
            default -> new Json.Obj(Map.of(text(), anything(depth - 1)));
        };
    }

    private String text() {
        return List.of(
                        "",
                        "a",
                        "../..",
                        "\0",
                        "ü😀\uD800",
                        "${x}",
                        "{workspace}",
                        "%s%n",
                        "src/A.java",
                        "/",
                        "*",
                        "\n",
                        "-rf",
                        "HOME",
                        "[",
                        "(",
                        "**/*")
                .get(random.nextInt(17));
    }
}
