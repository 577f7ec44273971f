package dev.deft.agent.config;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Auth;
import dev.deft.agent.model.ModelSettings.Retries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Resolves the name of a model to its provider and connection settings.
final class ModelChoice {

    /// The other API of OpenAI. What is not set for it is as for `openai`.
    static final String RESPONSES = "responses";

    /// The known providers, in order of preference if several keys are set.
    static final List<KnownProvider> KNOWN =
            List.of(
                    new KnownProvider(
                            "anthropic",
                            "ANTHROPIC_API_KEY",
                            "claude-sonnet-4-6",
                            new WireSettings(
                                    "https://api.anthropic.com",
                                    Auth.API_KEY,
                                    "2023-06-01",
                                    Map.of(),
                                    Retries.DEFAULT.max(),
                                    Optional.empty())),
                    new KnownProvider(
                            "openai",
                            "OPENAI_API_KEY",
                            "gpt-5.1",
                            new WireSettings(
                                    "https://api.openai.com/v1",
                                    Auth.BEARER,
                                    "",
                                    Map.of(),
                                    Retries.DEFAULT.max(),
                                    Optional.empty())),
                    new KnownProvider(
                            RESPONSES,
                            "OPENAI_API_KEY",
                            "gpt-5.1",
                            new WireSettings(
                                    "https://api.openai.com/v1",
                                    Auth.BEARER,
                                    "",
                                    Map.of(),
                                    Retries.DEFAULT.max(),
                                    Optional.empty())));

    private final Map<String, WireSettings> providers;
    private final Optional<String> caFile;
    private final Map<String, String> environment;

    ModelChoice(
            Map<String, WireSettings> providers,
            Optional<String> caFile,
            Map<String, String> environment) {
        this.providers = providers;
        this.caFile = caFile;
        this.environment = environment;
    }

    /// A supported provider.
    ///
    /// @param key the environment variable with its API key
    /// @param model the default model
    record KnownProvider(String name, String key, String model, WireSettings defaults) {

        boolean hasKey(Map<String, String> environment) {
            return !environment.getOrDefault(key, "").isBlank();
        }

        /// The provider whose settings apply where it has none.
        String like() {
            return name.equals(RESPONSES) ? "openai" : name;
        }

        String defaultModel() {
            return name + "/" + model;
        }
    }

    /// The first provider whose API key is set.
    static Optional<KnownProvider> byKey(Map<String, String> environment) {
        for (KnownProvider known : KNOWN) {
            if (known.hasKey(environment)) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    ModelSettings of(Optional<String> asked) throws ConfigException {
        if (asked.isEmpty()) {
            throw new MissingKeyException(
                    "no model and no API key is set: set ANTHROPIC_API_KEY or OPENAI_API_KEY, or"
                            + " name a model with --model, DEFT_MODEL or \"model\" in agent.json");
        }
        String name = asked.get().strip();
        int slash = name.indexOf('/');
        KnownProvider known = known(name, slash < 0 ? wire(name) : name.substring(0, slash));
        String model = name.substring(slash + 1);
        if (model.isBlank()) {
            throw unclear(name);
        }
        return settings(known, model);
    }

    /// The connection settings of a provider without a model; empty if it needs a key and none is
    /// set.
    Optional<ModelSettings> withoutModel(String provider) throws ConfigException {
        try {
            return Optional.of(settings(known(provider, provider), ""));
        } catch (MissingKeyException _) {
            return Optional.empty();
        }
    }

    private static KnownProvider known(String name, String wire) throws ConfigException {
        for (KnownProvider known : KNOWN) {
            if (known.name().equals(wire)) {
                return known;
            }
        }
        throw unclear(name);
    }

    /// The provider of a well-known model name.
    private static String wire(String name) {
        if (name.startsWith("claude")) {
            return "anthropic";
        }
        boolean reasoning =
                name.length() > 1 && name.charAt(0) == 'o' && Character.isDigit(name.charAt(1));
        return reasoning || name.startsWith("gpt") || name.startsWith("chatgpt") ? "openai" : "";
    }

    private static ConfigException unclear(String name) {
        return new ConfigException(
                "model \""
                        + name
                        + "\": write anthropic/NAME, or openai/NAME for any OpenAI-compatible"
                        + " server, or responses/NAME for the Responses API of OpenAI");
    }

    private ModelSettings settings(KnownProvider known, String model) throws ConfigException {
        WireSettings provider = providers.getOrDefault(known.name(), known.defaults());
        boolean elsewhere = !provider.baseUrl().equals(known.defaults().baseUrl());
        if (!known.hasKey(environment) && !elsewhere) {
            throw new MissingKeyException(
                    "%s/%s needs a key: set %s in the environment"
                            .formatted(known.name(), model, known.key()));
        }
        Retries defaults = Retries.DEFAULT;
        return new ModelSettings(
                known.name(),
                model,
                provider.baseUrl(),
                known.hasKey(environment)
                        ? Optional.of(environment.getOrDefault(known.key(), "").strip())
                        : Optional.empty(),
                provider.auth(),
                provider.version(),
                headers(known, provider),
                new Retries(
                        provider.retries(),
                        defaults.first(),
                        defaults.longest(),
                        defaults.idleTimeout()),
                route(known, provider));
    }

    private ModelSettings.Route route(KnownProvider known, WireSettings provider)
            throws ConfigException {
        String key = "providers." + known.name() + ".proxy";
        return new ModelSettings.Route(
                new Proxies(environment).forUrl(provider.baseUrl(), key, provider.proxy()),
                UserDirectories.certificates(caFile, environment));
    }

    private Map<String, String> headers(KnownProvider known, WireSettings provider)
            throws ConfigException {
        Map<String, String> filled = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : provider.headers().entrySet()) {
            String what = "providers." + known.name() + ".headers." + header.getKey();
            filled.put(header.getKey(), References.fill(what, header.getValue(), environment));
        }
        return filled;
    }
}
