package dev.deft.agent.config;

import dev.deft.json.Json;
import dev.deft.policy.SecretNames;
import java.util.List;
import java.util.Locale;

/// Rejects secrets in configuration files.
final class Secrets {

    private Secrets() {}

    /// Whether a field has the name of a secret and holds text without a reference.
    static boolean isSecret(String name, Json value) {
        boolean named = SecretNames.isSecret(snake(name)) || name.equalsIgnoreCase("Authorization");
        return named
                && value instanceof Json.Str(String text)
                && !text.isEmpty()
                && !References.has(text);
    }

    /// Converts names such as `x-api-key` and `apiKey` to the spelling of variables.
    private static String snake(String name) {
        return name.replace('-', '_')
                .replaceAll("([a-z])([A-Z])", "$1_$2")
                .toUpperCase(Locale.ROOT);
    }

    static String advice(List<String> path) {
        String key = SchemaCheck.dotted(path);
        return path.getFirst().equals(ConfigKeys.MCP)
                        || path.contains(ConfigKeys.MCP_SERVERS)
                        || path.getFirst().equals("lsp")
                        || path.getFirst().equals(SearchSettings.KEY)
                        || path.contains("headers")
                        || path.getLast().equals("proxy")
                ? key
                        + " looks like a secret; put it into an environment variable and write"
                        + " ${NAME} here"
                : key
                        + " looks like a secret; files must not contain keys, set ANTHROPIC_API_KEY"
                        + " or OPENAI_API_KEY in the environment";
    }
}
