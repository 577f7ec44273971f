package dev.deft.agent.config;

import dev.deft.json.Json;
import dev.deft.policy.SecretNames;
import java.util.List;
import java.util.Locale;

/// Keeps keys out of files.
final class Secrets {

    private Secrets() {}

    /// Whether a text stands in a file under a name that says secret.
    static boolean isSecret(String name, Json value) {
        boolean named = SecretNames.isSecret(snake(name)) || name.equalsIgnoreCase("Authorization");
        return named
                && value instanceof Json.Str(String text)
                && !text.isEmpty()
                && !References.has(text);
    }

    /// `x-api-key` and `apiKey` as variables would spell them.
    private static String snake(String name) {
        return name.replace('-', '_')
                .replaceAll("([a-z])([A-Z])", "$1_$2")
                .toUpperCase(Locale.ROOT);
    }

    static String advice(List<String> path) {
        String key = SchemaCheck.dotted(path);
        return path.getFirst().equals("mcp")
                        || path.contains("headers")
                        || path.getLast().equals("proxy")
                ? key
                        + " looks like a secret; keep it in a variable of the environment and write"
                        + " ${NAME} here"
                : key
                        + " looks like a secret; keys are not kept in files, set ANTHROPIC_API_KEY or"
                        + " OPENAI_API_KEY in the environment";
    }
}
