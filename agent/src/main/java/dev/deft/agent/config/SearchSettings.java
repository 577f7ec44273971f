package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How the web is searched.
///
/// @param provider the only one to use; without it, each session uses one of all
/// @param providers by name
/// @param maxResults of a search
/// @param calls of a session
/// @param timeoutMillis of a search
public record SearchSettings(
        Optional<String> provider,
        Map<String, Service> providers,
        int maxResults,
        int calls,
        int timeoutMillis) {

    /// The key in `agent.json`.
    static final String KEY = "web_search";

    /// The default of `max_results`.
    static final int MAX_RESULTS = 10;

    /// The default of `calls`.
    static final int CALLS = 25;

    /// The default of `timeout_ms`.
    static final int TIMEOUT_MS = 15_000;

    private static final String YML = "webSearch";

    public SearchSettings {
        providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
    }

    /// A search service.
    ///
    /// @param baseUrl if it is not the usual one
    /// @param keyVariable the environment variable with its key
    /// @param engine the id of the search engine, where the service has several
    public record Service(
            Optional<String> baseUrl, Optional<String> keyVariable, Optional<String> engine) {

        static final Service USUAL =
                new Service(Optional.empty(), Optional.empty(), Optional.empty());

        private static Service of(Json.Obj json) {
            return new Service(
                    json.text("base_url"),
                    json.text("api_key").map(Service::variable),
                    json.text("engine"));
        }

        /// The name in a reference such as `${NAME}`.
        private static String variable(String reference) {
            return reference.substring(2, reference.length() - 1);
        }

        private Service with(Optional<String> reference) {
            return reference.isEmpty()
                    ? this
                    : new Service(baseUrl, reference.map(Service::variable), engine);
        }
    }

    /// The settings of the files; those of `config.yml` override those of `agent.json`.
    static SearchSettings of(ConfigValues values) {
        Map<String, Service> providers = new LinkedHashMap<>();
        values.below(KEY, "providers")
                .forEach((name, it) -> providers.put(name, Service.of((Json.Obj) it)));
        Optional<String> provider =
                values.text("tools", YML, "provider").or(() -> values.text(KEY, "provider"));
        provider.ifPresent(it ->
                providers.put(
                        it,
                        providers
                                .getOrDefault(it, Service.USUAL)
                                .with(values.text("tools", YML, "apiKey"))));
        int most = values.count(KEY, "max_results").orElse(MAX_RESULTS);
        return new SearchSettings(
                provider,
                providers,
                values.count("tools", YML, "maxResults").orElse(most),
                values.count(KEY, "calls").orElse(CALLS),
                values.count(KEY, "timeout_ms").orElse(TIMEOUT_MS));
    }
}
