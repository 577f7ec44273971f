package dev.deft.agent.model.wires;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.anthropic.AnthropicWire;
import dev.deft.agent.model.http.Backoff;
import dev.deft.agent.model.http.Wire;
import dev.deft.agent.model.http.WireModel;
import dev.deft.agent.model.openai.OpenAiWire;
import dev.deft.agent.model.responses.ResponsesWire;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Makes models that providers serve. Whoever makes one closes it.
public final class Models {

    private Models() {}

    /// {@return the model that the environment of the process and the user's own `agent.json` name:
    /// `DEFT_MODEL`, or the usual one of the provider whose key is there (`ANTHROPIC_API_KEY`,
    /// `OPENAI_API_KEY`)}
    ///
    /// @throws IOException when no model is named and no key is there, or the file is malformed,
    ///   with a sentence for people
    public static Model fromEnvironment() throws IOException {
        return from(System.getenv(), Optional.empty());
    }

    /// {@return the model of a name, reached as the environment of the process and the user's own
    /// `agent.json` say}
    ///
    /// @param name such as `anthropic/claude-sonnet-4-6`
    /// @throws IOException when the name is not clear or its key is missing, with a sentence for
    ///   people
    public static Model named(String name) throws IOException {
        return from(System.getenv(), Optional.of(name));
    }

    static Model from(Map<String, String> environment, Optional<String> name) throws IOException {
        return of(Configuration.ofUser(environment).settings().model(environment, name));
    }

    /// {@return the model of a server that speaks as Anthropic's does and wants no key: one on
    /// loopback that follows a script}
    ///
    /// @param url of the server, without a path
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
                        Route.DIRECT));
    }

    /// {@return the model that settings describe}
    ///
    /// Costs nothing yet: the first request, or [Model#warm], opens what is needed.
    ///
    /// @param settings how it is reached
    /// @throws IllegalArgumentException when there is no such wire, with a sentence for people
    public static Model of(ModelSettings settings) {
        return switch (settings.wire()) {
            case "anthropic" -> model(settings, new AnthropicWire(settings));
            case "openai" -> model(settings, new OpenAiWire(settings, Models::newCallId));
            case "responses" -> model(settings, new ResponsesWire(settings));
            default ->
                    throw new IllegalArgumentException(
                            "There is no provider \"%s\". A model is named anthropic/NAME, openai/NAME or responses/NAME."
                                    .formatted(settings.wire()));
        };
    }

    private static Model model(ModelSettings settings, Wire wire) {
        return new WireModel(settings, wire, Backoff.of(settings.retries()));
    }

    private static String newCallId() {
        return "call_" + UUID.randomUUID().toString().replace("-", "");
    }
}
