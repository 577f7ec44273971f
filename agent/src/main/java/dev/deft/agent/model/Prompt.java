package dev.deft.agent.model;

import dev.deft.json.Json;
import java.util.List;
import java.util.OptionalDouble;

/// A request to a model.
///
/// @param system the sections of the system prompt, in their order
/// @param messages the conversation so far; the last one is the user's or has results
/// @param tools the definitions a model may call: `name`, `description`, `parameters`
/// @param maxTokens the most tokens of the answer
/// @param sampling optional sampling parameters
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

    /// Sampling parameters, sent only if set.
    ///
    /// @param temperature the sampling temperature; not sent together with reasoning, which wires
    ///   reject
    /// @param topP the probability mass to sample from; not sent together with reasoning
    /// @param reasoning how much the model is to reason
    public record Sampling(
            OptionalDouble temperature, OptionalDouble topP, ReasoningSettings reasoning) {

        /// No parameters.
        public static final Sampling UNSET =
                new Sampling(OptionalDouble.empty(), OptionalDouble.empty());

        /// Parameters without reasoning.
        ///
        /// @param temperature the sampling temperature
        /// @param topP the probability mass to sample from
        public Sampling(OptionalDouble temperature, OptionalDouble topP) {
            this(temperature, topP, ReasoningSettings.UNSET);
        }
    }
}
