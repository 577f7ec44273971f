package dev.deft.agent.config;

import dev.deft.agent.model.ModelSettings.Auth;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How the models of one provider are reached.
///
/// @param headers may hold references to variables; see [References]
/// @param retries how often a question is put again
/// @param proxy `none`, or an address, which may hold references; else the environment decides
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
