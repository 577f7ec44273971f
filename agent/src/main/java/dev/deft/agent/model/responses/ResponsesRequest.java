package dev.deft.agent.model.responses;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.agent.model.http.RequestFormat;
import dev.deft.agent.model.http.SamplingFields;
import dev.deft.agent.model.http.SystemText;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.agent.model.openai.OpenAiEffort;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes a prompt as a request of the Responses wire.
final class ResponsesRequest implements RequestFormat {

    /// The wire accepts no lower limit.
    private static final int LEAST_TOKENS = 16;

    private final String model;

    ResponsesRequest(String model) {
        this.model = model;
    }

    @Override
    public byte[] system(List<String> sections) {
        String system = SystemText.of(sections);
        return system.isEmpty() ? new byte[0] : JsonBytes.of(new Json.Str(system));
    }

    /// Without `strict`, the wire would make every parameter required.
    @Override
    public byte[] tools(List<Json.Obj> definitions, ToolNames names) {
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
        return JsonBytes.of(new Json.Arr(tools));
    }

    @Override
    public void begin(Prompt prompt, byte[] system, byte[] tools, JsonBytes out) {
        out.add('{')
                .field("model", new Json.Str(model))
                .field("max_output_tokens", Json.Num.of(Math.max(LEAST_TOKENS, prompt.maxTokens())))
                .field("stream", new Json.Bool(true))
                .field("store", new Json.Bool(false));
        if (OpenAiEffort.isKnownTo(model)) {
            out.field("include", Json.Arr.ofTexts(List.of("reasoning.encrypted_content")));
        }
        if (system.length > 0) {
            out.name("instructions").bytes(system);
        }
        if (tools.length > 0) {
            out.name("tools").bytes(tools);
        }
        SamplingFields.write(prompt.sampling(), out);
        writeReasoning(prompt.sampling().reasoning(), out);
        out.name("input").add('[');
    }

    /// With reasoning, a summary of it is asked for; the reasoning itself is never shown.
    private void writeReasoning(ReasoningSettings reasoning, JsonBytes out) {
        Optional<ReasoningSettings.Effort> effort = reasoning.nearestEffort();
        if (effort.isEmpty() || !OpenAiEffort.isKnownTo(model)) {
            return;
        }
        Json.Obj asked = Json.Obj.EMPTY.with("effort", effort.get().wire());
        out.field("reasoning", reasoning.isOn() ? asked.with("summary", "auto") : asked);
    }

    @Override
    public void message(Message message, ToolNames names, JsonBytes out) {
        out.values(ResponsesItems.of(message, model, names));
    }
}
