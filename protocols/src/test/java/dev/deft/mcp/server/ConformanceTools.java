package dev.deft.mcp.server;

import static dev.deft.mcp.server.AskingTool.says;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Progress;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.feature.McpLogLevel;
import dev.deft.tool.Attachment;
import dev.deft.tool.Raw;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// The tools that the scenarios of the conformance suite call.
final class ConformanceTools {

    static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
    private static final String WAV =
            "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

    private final McpCallers callers;
    private final AtomicReference<McpToolServer> server;
    private final List<Tool<?>> tools = new ArrayList<>();

    private ConformanceTools(McpCallers callers, AtomicReference<McpToolServer> server) {
        this.callers = callers;
        this.server = server;
    }

    record Prompt(String prompt) {}

    record Message(String message) {}

    static List<Tool<?>> all(McpCallers callers, AtomicReference<McpToolServer> server) {
        var all = new ConformanceTools(callers, server);
        all.addContent();
        all.addStreams();
        all.addQuestions();
        all.addSuspended();
        all.addChanges();
        return all.tools;
    }

    static Bytes bytes(String base64) {
        return Bytes.of(Base64.getDecoder().decode(base64));
    }

    private void add(String id, AskingTool.Body<AskingTool.None> body) {
        tools.add(AskingTool.of(id, callers, body));
    }

    private void addContent() {
        add("test_simple_text", (_, _, _) -> says("This is a simple text response for testing."));
        var image = new Attachment("dot.png", "image/png", bytes(PNG));
        add("test_image_content", (_, _, _) -> says("").with(List.of(image)));
        var sound = new Attachment("silence.wav", "audio/wav", bytes(WAV));
        add("test_audio_content", (_, _, _) -> says("").with(List.of(sound)));
        var text =
                new Attachment(
                        "test://embedded-resource",
                        "text/plain",
                        Bytes.of("This is an embedded resource content."));
        add("test_embedded_resource", (_, _, _) -> says("").with(List.of(text)));
        var json =
                new Attachment(
                        "test://mixed-content-resource",
                        "application/json",
                        Bytes.of("{\"test\":\"data\",\"value\":123}"));
        add(
                "test_multiple_content_types",
                (_, _, _) -> says("Multiple content types test:").with(List.of(image, json)));
        add(
                "test_error_handling",
                (_, _, _) -> {
                    throw new HostException(
                            ErrorCode.INTERNAL,
                            "This tool intentionally returns an error for testing");
                });
        tools.add(
                new AskingTool<>(
                        "json_schema_2020_12_tool",
                        Raw.class,
                        Optional.of(json(SCHEMA)),
                        callers,
                        (given, _, _) -> says("called with " + given.arguments())));
    }

    private static final String SCHEMA =
            """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
             "$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{
               "street":{"type":"string"},"city":{"type":"string"}}}},
             "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
               "contactMethod":{"type":"string","enum":["phone","email"]},
               "phone":{"type":"string"},"email":{"type":"string"}},
             "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
             "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
             "then":{"required":["phone"]},"else":{"required":["email"]},
             "additionalProperties":false}
            """;

    private void addStreams() {
        add(
                "test_tool_with_logging",
                (_, _, caller) -> {
                    for (String it : List.of("started", "processing data", "completed")) {
                        log(caller, "Tool execution " + it);
                    }
                    return says("Tool with logging executed successfully");
                });
        add(
                "test_logging_tool",
                (_, _, caller) -> {
                    log(caller, "Diagnostic trace logging activated");
                    return says("Logging evaluated");
                });
        add(
                "test_tool_with_progress",
                (_, host, _) -> {
                    for (int done : List.of(0, 50, 100)) {
                        host.progress()
                                .update(
                                        Progress.Update.titled(
                                                        "Completed step %d of 100".formatted(done))
                                                .with(
                                                        Json.Obj.EMPTY
                                                                .with("progress", Json.Num.of(done))
                                                                .with("total", Json.Num.of(100))));
                    }
                    return says("done");
                });
        add(
                "test_streaming_elicitation",
                (_, host, _) -> {
                    host.progress().report("half");
                    return says("Streaming complete");
                });
    }

    private static void log(McpCaller caller, String message) {
        caller.log(McpLogLevel.INFO, Optional.empty(), new Json.Str(message));
    }

    private void addQuestions() {
        tools.add(
                new AskingTool<>(
                        "test_sampling",
                        Prompt.class,
                        Optional.empty(),
                        callers,
                        (given, _, caller) ->
                                says(
                                        "LLM response: "
                                                + text(
                                                        caller.ask(
                                                                "sample",
                                                                sampling(given.prompt()))))));
        tools.add(
                new AskingTool<>(
                        "test_elicitation",
                        Message.class,
                        Optional.empty(),
                        callers,
                        (given, _, caller) ->
                                says(
                                        "User response: "
                                                + caller.ask(
                                                        "user",
                                                        form(given.message(), "response")))));
        add(
                "test_elicitation_sep1034_defaults",
                (_, _, caller) -> says("Elicitation completed: " + caller.ask("form", DEFAULTS)));
        add(
                "test_elicitation_sep1330_enums",
                (_, _, caller) -> says("Elicitation completed: " + caller.ask("form", ENUMS)));
        add(
                "test_missing_capability",
                (_, _, caller) -> {
                    var _ = caller.ask("sample", sampling("anything"));
                    return says("Success");
                });
    }

    private static final InputRequest DEFAULTS =
            InputRequest.form(
                    "Please review and update the form fields with defaults",
                    json(
                            """
                            {"type":"object","properties":{
                              "name":{"type":"string","description":"User name","default":"John Doe"},
                              "age":{"type":"integer","description":"User age","default":30},
                              "score":{"type":"number","description":"User score","default":95.5},
                              "status":{"type":"string","description":"User status",
                                "enum":["active","inactive","pending"],"default":"active"},
                              "verified":{"type":"boolean","description":"Verification status",
                                "default":true}},"required":[]}
                            """));

    private static final InputRequest ENUMS =
            InputRequest.form(
                    "Please select options from the enum fields",
                    json(
                            """
                            {"type":"object","properties":{
                              "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
                              "titledSingle":{"type":"string","oneOf":[
                                {"const":"value1","title":"First Option"},
                                {"const":"value2","title":"Second Option"},
                                {"const":"value3","title":"Third Option"}]},
                              "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
                                "enumNames":["Option One","Option Two","Option Three"]},
                              "untitledMulti":{"type":"array","minItems":1,"maxItems":3,
                                "items":{"type":"string","enum":["option1","option2","option3"]}},
                              "titledMulti":{"type":"array","minItems":1,"maxItems":3,
                                "items":{"anyOf":[
                                  {"const":"value1","title":"First Choice"},
                                  {"const":"value2","title":"Second Choice"},
                                  {"const":"value3","title":"Third Choice"}]}}},"required":[]}
                            """));

    static Json.Obj json(String text) {
        try {
            return JsonText.parseObject(text);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static InputRequest form(String message, String field) {
        return InputRequest.form(
                message,
                json(
                        "{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"string\"}},\"required\":[\"%s\"]}"
                                .formatted(field, field)));
    }

    private static InputRequest confirmation() {
        return InputRequest.form(
                "Please confirm",
                json(
                        "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"}},\"required\":[\"ok\"]}"));
    }

    private static InputRequest sampling(String prompt) {
        Json.Obj message =
                Json.Obj.EMPTY
                        .with("role", "user")
                        .with("content", Json.Obj.EMPTY.with("type", "text").with("text", prompt));
        return new InputRequest(
                InputRequest.SAMPLING,
                Json.Obj.EMPTY
                        .with("messages", new Json.Arr(List.of(message)))
                        .with("maxTokens", Json.Num.of(100)));
    }

    private static final InputRequest ROOTS = new InputRequest(InputRequest.ROOTS, Json.Obj.EMPTY);

    private static String text(Json.Obj sampled) {
        return sampled.find("content").orElse(Json.Null.VALUE) instanceof Json.Obj content
                ? content.text("text").orElse("No response")
                : "No response";
    }

    static String answer(Json.Obj elicited, String field) {
        return elicited.find("content").orElse(Json.Null.VALUE) instanceof Json.Obj content
                ? content.text(field).orElse("unknown")
                : "unknown";
    }

    private void addSuspended() {
        add(
                "test_input_required_result_elicitation",
                (_, _, caller) ->
                        says(
                                "Hello, %s!"
                                        .formatted(
                                                answer(
                                                        caller.ask(
                                                                "user_name",
                                                                form("What is your name?", "name")),
                                                        "name"))));
        add(
                "test_input_required_result_sampling",
                (_, _, caller) ->
                        says(
                                "Sampling result: "
                                        + text(
                                                caller.ask(
                                                        "sample_request",
                                                        sampling(
                                                                "What is the capital of France?")))));
        add(
                "test_input_required_result_list_roots",
                (_, _, caller) -> says("Roots: " + caller.ask("roots_request", ROOTS)));
        add(
                "test_input_required_result_request_state",
                (_, _, caller) -> {
                    var _ = caller.ask("confirm", confirmation());
                    return says("state-ok: requestState validated");
                });
        add(
                "test_input_required_result_tampered_state",
                (_, _, caller) -> {
                    var _ = caller.ask("confirm", confirmation());
                    return says("integrity-ok: state verified");
                });
        add("test_input_required_result_multiple_inputs", (_, _, caller) -> several(caller));
        add("test_input_required_result_multi_round", (_, _, caller) -> rounds(caller));
        add("test_input_required_result_capabilities", (_, _, caller) -> capable(caller));
    }

    private static ToolResult several(McpCaller caller) throws IOException, InterruptedException {
        Map<String, InputRequest> requests = new LinkedHashMap<>();
        requests.put("user_name", form("What is your name?", "name"));
        requests.put("greeting", sampling("Generate a greeting"));
        requests.put("client_roots", ROOTS);
        return says("Answers: " + caller.ask(requests));
    }

    private static ToolResult rounds(McpCaller caller) throws IOException, InterruptedException {
        String name =
                answer(caller.ask("step1", form("Step 1: What is your name?", "name")), "name");
        String color =
                answer(
                        caller.ask("step2", form("Step 2: What is your favorite color?", "color")),
                        "color");
        return says("Multi-round complete for %s who likes %s".formatted(name, color));
    }

    private static ToolResult capable(McpCaller caller) throws IOException, InterruptedException {
        Map<String, InputRequest> requests = new LinkedHashMap<>();
        if (caller.supports("elicitation")) {
            requests.put("elicit_input", form("Elicitation input", "value"));
        }
        if (caller.supports("sampling")) {
            requests.put("sample_input", sampling("Sample request"));
        }
        return says("capabilities-ok: " + caller.ask(requests).keySet());
    }

    private void addChanges() {
        add(
                "test_trigger_tool_change",
                (_, _, _) -> {
                    server.get().toolsChanged();
                    return says("Mutation triggered");
                });
        add(
                "test_trigger_prompt_change",
                (_, _, _) -> {
                    server.get().promptsChanged();
                    return says("Mutation triggered");
                });
    }
}
