package dev.deft.agent.config;

import dev.deft.agent.model.ReasoningSettings.Effort;
import dev.deft.json.Json;
import dev.deft.policy.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An environment variable and the key it sets.
record Variable(String name, List<String> key, Kind kind) {

    /// The type of its value.
    enum Kind {
        TEXT,
        COUNT,
        ADDRESS,
        EFFORT,
        NAMES
    }

    private static final String PREFIX = "DEFT_";

    /// All variables, lowest precedence first. A blank one counts as not set.
    static List<Variable> of(String dialect) {
        List<Variable> all = new ArrayList<>();
        all.add(new Variable(PREFIX + "MODEL", List.of("model"), Kind.TEXT));
        all.add(new Variable(PREFIX + "AGENT", List.of("agent"), Kind.TEXT));
        all.add(new Variable(PREFIX + "FALLBACK_MODEL", List.of("fallback"), Kind.NAMES));
        all.add(
                new Variable(
                        PREFIX + "REASONING",
                        List.of(ConfigKeys.REASONING, "effort"),
                        Kind.EFFORT));
        all.add(count(PREFIX, "max_tokens"));
        all.add(count(PREFIX, "context_tokens"));
        all.add(count(PREFIX, "context_chars"));
        all.add(count(PREFIX, "context_turns"));
        all.add(new Variable(PREFIX + "SYSTEM_PROMPT", List.of("system_prompt"), Kind.TEXT));
        all.add(new Variable(PREFIX + "CA_FILE", List.of("ca_file"), Kind.TEXT));
        all.addAll(ofSearch());
        all.add(address("ANTHROPIC_BASE_URL", "anthropic"));
        all.add(address("OPENAI_BASE_URL", "openai"));
        if (dialect.equals(Defaults.AEGIS)) {
            all.add(new Variable("AEGIS_MODEL", List.of("model"), Kind.TEXT));
            all.add(count("AEGIS_", "max_tokens"));
            all.add(count("AEGIS_", "context_chars"));
            all.add(count("AEGIS_", "context_turns"));
            all.add(new Variable("AEGIS_SYSTEM_PROMPT", List.of("system_prompt"), Kind.TEXT));
        }
        return all;
    }

    /// Those of web search.
    static List<Variable> ofSearch() {
        return List.of(
                search("PROVIDER", "provider", Kind.TEXT),
                search("MAX_RESULTS", "max_results", Kind.COUNT),
                search("CALLS", "calls", Kind.COUNT),
                search("TIMEOUT_MS", "timeout_ms", Kind.COUNT));
    }

    private static Variable search(String name, String key, Kind kind) {
        return new Variable(PREFIX + "WEB_SEARCH_" + name, List.of(SearchSettings.KEY, key), kind);
    }

    private static Variable count(String prefix, String key) {
        return new Variable(
                prefix + key.toUpperCase(java.util.Locale.ROOT), List.of(key), Kind.COUNT);
    }

    private static Variable address(String name, String provider) {
        return new Variable(name, List.of("providers", provider, "base_url"), Kind.ADDRESS);
    }

    /// Parses the value. Error messages do not show it: it may be a key in the wrong variable.
    Json read(String text) throws ConfigException {
        if (kind == Kind.COUNT) {
            return count(text.strip());
        }
        if (SecretNames.looksSecret(text.strip())) {
            throw new ConfigException(
                    name
                            + " looks like a secret, which would be shown with the other settings;"
                            + " put keys into ANTHROPIC_API_KEY or OPENAI_API_KEY");
        }
        if (kind == Kind.ADDRESS && !text.startsWith("http://") && !text.startsWith("https://")) {
            throw new ConfigException(name + " must be a URL that starts with http:// or https://");
        }
        return switch (kind) {
            case EFFORT -> effort(text.strip());
            case NAMES -> Json.Arr.ofTexts(names(text));
            case TEXT, COUNT, ADDRESS -> new Json.Str(text);
        };
    }

    /// Names separated by commas.
    private static List<String> names(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .toList();
    }

    private Json effort(String text) throws ConfigException {
        if (Effort.of(text).isEmpty()) {
            throw new ConfigException(
                    "%s must be one of %s, like reasoning.effort"
                            .formatted(
                                    name,
                                    Stream.of(Effort.values())
                                            .map(Effort::wire)
                                            .collect(Collectors.joining(", "))));
        }
        return new Json.Str(text);
    }

    private Json count(String text) throws ConfigException {
        try {
            int value = Integer.parseInt(text);
            if (value >= 1) {
                return Json.Num.of(value);
            }
        } catch (NumberFormatException _) {
            // Reported below, like a number that is too small.
        }
        throw new ConfigException(
                name + " must be a whole number of at least 1, like " + String.join(".", key));
    }
}
