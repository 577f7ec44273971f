package dev.deft.agent.model.responses;

import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Writes a prompt as a request of the Responses wire.
final class ResponsesRequest {

    /// The wire accepts no lower limit.
    private static final int LEAST_TOKENS = 16;

    /// Older models, which do not reason and reject a request for their reasoning.
    private static final List<String> UNREASONING = List.of("gpt-3", "gpt-4", "chatgpt-4");

    private ResponsesRequest() {}

    static Json.Obj of(String model, Prompt prompt, ToolNames names) {
        Json.Obj request =
                Json.Obj.EMPTY
                        .with("model", model)
                        .with(
                                "max_output_tokens",
                                Json.Num.of(Math.max(LEAST_TOKENS, prompt.maxTokens())))
                        .with("stream", new Json.Bool(true))
                        .with("store", new Json.Bool(false));
        if (reasons(model)) {
            request =
                    request.with(
                            "include", Json.Arr.ofTexts(List.of("reasoning.encrypted_content")));
        }
        String system =
                prompt.system().stream()
                        .filter(it -> !it.isBlank())
                        .collect(Collectors.joining("\n\n"));
        if (!system.isEmpty()) {
            request = request.with("instructions", system);
        }
        if (!prompt.tools().isEmpty()) {
            request = request.with("tools", tools(prompt.tools(), names));
        }
        if (prompt.sampling().temperature().isPresent()) {
            double value = prompt.sampling().temperature().getAsDouble();
            request = request.with("temperature", Json.Num.of(value));
        }
        if (prompt.sampling().topP().isPresent()) {
            double value = prompt.sampling().topP().getAsDouble();
            request = request.with("top_p", Json.Num.of(value));
        }
        return request.with("input", ResponsesItems.of(prompt.messages(), model, names));
    }

    static boolean reasons(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1);
        return UNREASONING.stream().noneMatch(name::startsWith);
    }

    /// Without `strict`, the wire would make every parameter required.
    private static Json.Arr tools(List<Json.Obj> definitions, ToolNames names) {
        List<Json> tools = new ArrayList<>();
        for (Json.Obj it : definitions) {
            tools.add(
                    Json.Obj.EMPTY
                            .with("type", "function")
                            .with("name", names.toWire(it.text("name").orElse("")))
                            .with("description", it.text("description").orElse(""))
                            .with("parameters", it.find("parameters").orElse(Json.Obj.EMPTY))
                            .with("strict", new Json.Bool(false)));
        }
        return new Json.Arr(tools);
    }
}
