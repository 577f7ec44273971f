package dev.deft.agent.model.http;

import dev.deft.agent.model.Prompt;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;

/// Writes the sampling parameters, which have the same names on all wires.
public final class SamplingFields {

    private SamplingFields() {}

    /// Writes the parameters that are set. A model that reasons rejects them.
    public static void write(Prompt.Sampling sampling, JsonBytes out) {
        if (sampling.reasoning().isOn()) {
            return;
        }
        if (sampling.temperature().isPresent()) {
            out.field("temperature", Json.Num.of(sampling.temperature().getAsDouble()));
        }
        if (sampling.topP().isPresent()) {
            out.field("top_p", Json.Num.of(sampling.topP().getAsDouble()));
        }
    }
}
