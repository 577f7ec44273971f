package dev.deft.agent.model;

import dev.deft.json.Json;
import java.util.List;
import java.util.OptionalDouble;

/// All that a model gets to see for one answer.
///
/// @param system the sections of the system prompt, in their order
/// @param messages the conversation so far; the last one is the user's or has results
/// @param tools the definitions a model may call: `name`, `description`, `parameters`
/// @param maxTokens the longest answer wanted
/// @param sampling what is sent only where somebody set it
public record Prompt(
        List<String> system,
        List<Message> messages,
        List<Json.Obj> tools,
        int maxTokens,
        Sampling sampling) {

    /// Copies the lists.
    public Prompt {
        system = List.copyOf(system);
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    /// What is sent only where somebody set it.
    ///
    /// @param temperature how freely the model chooses
    /// @param topP how many of the likely words it chooses from
    public record Sampling(OptionalDouble temperature, OptionalDouble topP) {

        /// Nothing is sent.
        public static final Sampling UNSET =
                new Sampling(OptionalDouble.empty(), OptionalDouble.empty());
    }
}
