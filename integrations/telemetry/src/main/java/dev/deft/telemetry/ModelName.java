package dev.deft.telemetry;

import java.util.Map;

/// The name of a model as the conventions have it.
///
/// @param provider one of the well-known names where there is one
/// @param model without its provider
record ModelName(String provider, String model) {

    /// For a model that names no provider.
    private static final String OTHER = "_OTHER";

    /// Where our names and those of the conventions differ.
    private static final Map<String, String> WELL_KNOWN =
            Map.of(
                    "xai", "x_ai",
                    "mistral", "mistral_ai",
                    "moonshot", "moonshot_ai",
                    "google", "gcp.gemini",
                    "gemini", "gcp.gemini",
                    "vertex", "gcp.vertex_ai",
                    "azure", "azure.ai.openai",
                    "bedrock", "aws.bedrock",
                    "watsonx", "ibm.watsonx.ai");

    /// Splits a name such as `anthropic/claude-sonnet-5`.
    static ModelName of(String name) {
        int slash = name.indexOf('/');
        if (slash <= 0) {
            return new ModelName(OTHER, name);
        }
        String provider = name.substring(0, slash);
        return new ModelName(
                WELL_KNOWN.getOrDefault(provider, provider), name.substring(slash + 1));
    }
}
