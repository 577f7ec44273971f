package dev.deft.agent.config;

import dev.deft.agent.model.ModelSettings.Auth;
import dev.deft.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The default values of each dialect.
final class Defaults {

    static final String AEGIS = "aegis";
    static final String PEGASUS = "pegasus";
    static final String BEARER = "bearer";

    private Defaults() {}

    static Map<List<String>, Json> of(String dialect) {
        boolean aegis = dialect.equals(AEGIS);
        Map<List<String>, Json> all = new LinkedHashMap<>();
        all.put(List.of("max_steps"), Json.Num.of(aegis ? 20 : 50));
        all.put(List.of("instructions"), Json.Arr.ofTexts(List.of("AGENTS.md", "CLAUDE.md")));
        ModelChoice.KNOWN.stream()
                .filter(it -> it.like().equals(it.name()))
                .forEach(it -> provider(it, all));
        if (!aegis) {
            all.put(
                    List.of(SearchSettings.KEY, "max_results"),
                    Json.Num.of(SearchSettings.MAX_RESULTS));
            all.put(List.of(SearchSettings.KEY, "calls"), Json.Num.of(SearchSettings.CALLS));
            all.put(
                    List.of(SearchSettings.KEY, "timeout_ms"),
                    Json.Num.of(SearchSettings.TIMEOUT_MS));
        }
        if (aegis) {
            all.put(List.of("max_tokens"), Json.Num.of(4_096));
            all.put(List.of("context_chars"), Json.Num.of(24_000));
            all.put(List.of("context_turns"), Json.Num.of(50));
        }
        if (dialect.equals(PEGASUS)) {
            all.put(List.of("tools", "timeout"), Json.Num.of(30_000));
            all.put(List.of("tools", "maxConcurrent"), Json.Num.of(3));
            all.put(List.of("tools", "webSearch", "maxResults"), Json.Num.of(10));
        }
        return all;
    }

    private static void provider(ModelChoice.KnownProvider known, Map<List<String>, Json> all) {
        WireSettings it = known.defaults();
        String auth = it.auth() == Auth.BEARER ? BEARER : "x-api-key";
        all.put(key(known, "base_url"), new Json.Str(it.baseUrl()));
        all.put(key(known, "auth"), new Json.Str(auth));
        if (!it.version().isEmpty()) {
            all.put(key(known, "version"), new Json.Str(it.version()));
        }
        all.put(key(known, "retries"), Json.Num.of(it.retries()));
    }

    private static List<String> key(ModelChoice.KnownProvider known, String name) {
        return List.of("providers", known.name(), name);
    }
}
