package dev.deft.agent.model;

import dev.deft.json.Json;
import java.util.List;
import java.util.OptionalDouble;

/// All that a model gets to see for one answer.
///
/// @param system the sections of the system prompt, in their order
/// @param tools the definitions a model may call: `name`, `description`, `parameters`
/// @param maxTokens the longest answer wanted
public record Prompt(
        List<String> system,
        List<Message> messages,
        List<Json.Obj> tools,
        int maxTokens,
        Sampling sampling) {

    public Prompt {
        system = List.copyOf(system);
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    /// What is sent only where somebody set it.
    public record Sampling(OptionalDouble temperature, OptionalDouble topP) {

        public static final Sampling UNSET =
                new Sampling(OptionalDouble.empty(), OptionalDouble.empty());
    }
}
