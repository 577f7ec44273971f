package dev.deft.agent.model.wires;

import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.anthropic.AnthropicModel;
import dev.deft.agent.model.openai.OpenAiModel;
import java.util.Map;
import java.util.Optional;

/// Makes the model that settings describe.
public final class Models {

    private Models() {}

    /// The model of a server that speaks as Anthropic's does and wants no key: one on loopback that
    /// follows a script.
    public static Model scripted(String url) {
        return new AnthropicModel(
                new ModelSettings(
                        "anthropic",
                        "scripted",
                        url,
                        Optional.empty(),
                        ModelSettings.Auth.API_KEY,
                        "2023-06-01",
                        Map.of(),
                        ModelSettings.Retries.DEFAULT,
                        Route.USUAL));
    }

    /// Costs nothing yet: the first question, or [Model#warm], opens what is needed.
    ///
    /// @throws IllegalArgumentException when there is no such wire, with a sentence for people
    public static Model of(ModelSettings settings) {
        return switch (settings.wire()) {
            case "anthropic" -> new AnthropicModel(settings);
            case "openai" -> new OpenAiModel(settings);
            default ->
                    throw new IllegalArgumentException(
                            "There is no provider \"%s\". A model is named anthropic/NAME or openai/NAME."
                                    .formatted(settings.wire()));
        };
    }
}
