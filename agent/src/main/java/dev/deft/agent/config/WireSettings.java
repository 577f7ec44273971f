package dev.deft.agent.config;

import dev.deft.agent.model.ModelSettings.Auth;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The connection settings of a provider.
///
/// @param headers may contain references to variables; see [References]
/// @param retries how often a request is retried
/// @param proxy `none` or a URL, which may contain references; by default the environment decides
public record WireSettings(
        String baseUrl,
        Auth auth,
        String version,
        Map<String, String> headers,
        int retries,
        Optional<String> proxy) {

    public WireSettings {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
}
