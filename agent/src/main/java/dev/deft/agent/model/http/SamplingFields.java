package dev.deft.agent.model.http;

import dev.deft.agent.model.Prompt;
import dev.deft.json.Json;

/// Writes the sampling parameters, which have the same names on all wires.
public final class SamplingFields {

    private SamplingFields() {}

    /// Adds the parameters that are set. A model that reasons rejects them.
    public static Json.Obj add(Json.Obj request, Prompt.Sampling sampling) {
        if (sampling.reasoning().isOn()) {
            return request;
        }
        Json.Obj all = request;
        if (sampling.temperature().isPresent()) {
            all = all.with("temperature", Json.Num.of(sampling.temperature().getAsDouble()));
        }
        if (sampling.topP().isPresent()) {
            all = all.with("top_p", Json.Num.of(sampling.topP().getAsDouble()));
        }
        return all;
    }
}
