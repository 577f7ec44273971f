package dev.deft.agent.model.wires;

import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.anthropic.AnthropicWire;
import dev.deft.agent.model.http.Patience;
import dev.deft.agent.model.http.Wire;
import dev.deft.agent.model.http.WireModel;
import dev.deft.agent.model.openai.OpenAiWire;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Makes the model that settings describe.
public final class Models {

    private Models() {}

    /// The model of a server that speaks as Anthropic's does and wants no key: one on loopback that
    /// follows a script.
    public static Model scripted(String url) {
        return of(
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
            case "anthropic" -> model(settings, new AnthropicWire(settings));
            case "openai" -> model(settings, new OpenAiWire(settings, Models::newCallId));
            default ->
                    throw new IllegalArgumentException(
                            "There is no provider \"%s\". A model is named anthropic/NAME or openai/NAME."
                                    .formatted(settings.wire()));
        };
    }

    private static Model model(ModelSettings settings, Wire wire) {
        return new WireModel(settings, wire, Patience.of(settings.retries()));
    }

    private static String newCallId() {
        return "call_" + UUID.randomUUID().toString().replace("-", "");
    }
}
