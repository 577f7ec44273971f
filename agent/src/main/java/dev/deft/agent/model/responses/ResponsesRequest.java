package dev.deft.agent.model.responses;

import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.agent.model.http.SamplingFields;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.agent.model.openai.OpenAiEffort;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes a prompt as a request of the Responses wire.
final class ResponsesRequest {

    /// The wire accepts no lower limit.
    private static final int LEAST_TOKENS = 16;

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
        if (OpenAiEffort.isKnownTo(model)) {
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
        request = SamplingFields.add(request, prompt.sampling());
        request = withReasoning(request, model, prompt.sampling().reasoning());
        return request.with("input", ResponsesItems.of(prompt.messages(), model, names));
    }

    /// With reasoning, a summary of it is asked for; the reasoning itself is never shown.
    private static Json.Obj withReasoning(
            Json.Obj request, String model, ReasoningSettings reasoning) {
        Optional<ReasoningSettings.Effort> effort = reasoning.nearestEffort();
        if (effort.isEmpty() || !OpenAiEffort.isKnownTo(model)) {
            return request;
        }
        Json.Obj asked = Json.Obj.EMPTY.with("effort", effort.get().wire());
        return request.with("reasoning", reasoning.isOn() ? asked.with("summary", "auto") : asked);
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
