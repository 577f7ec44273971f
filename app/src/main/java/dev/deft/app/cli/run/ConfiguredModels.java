package dev.deft.app.cli.run;

import dev.deft.agent.loop.FallbackModel;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.wires.Models;
import dev.deft.engine.ConfiguredAgent;
import java.util.List;
import java.util.function.Function;

/// Makes the model of a configured agent, with those that take over from it.
public final class ConfiguredModels {

    private ConfiguredModels() {}

    /// The model, which the caller closes.
    public static Model of(ModelSettings model, List<ConfiguredAgent.Fallback> fallbacks) {
        return of(model, fallbacks, Models::of);
    }

    /// The same with models from elsewhere.
    ///
    /// @param opener makes each of them
    static Model of(
            ModelSettings model,
            List<ConfiguredAgent.Fallback> fallbacks,
            Function<ModelSettings, Model> opener) {
        Model first = opener.apply(model);
        return fallbacks.isEmpty()
                ? first
                : new FallbackModel(
                        first,
                        fallbacks.stream()
                                .map(it ->
                                        new FallbackModel.Other(
                                                opener.apply(it.model()), it.limits(), it.price()))
                                .toList());
    }
}
