package dev.deft.agent.config;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// The top-level keys of the files, and which objects are merged.
final class ConfigKeys {

    static final String BUDGET = "budget";
    static final String REASONING = "reasoning";
    static final String MCP = "mcp";

    /// The name that other clients have for [#MCP].
    static final String MCP_SERVERS = "mcpServers";

    static final Set<String> OF_AGENT =
            Set.of(
                    "model",
                    "agent",
                    "title",
                    "small_model",
                    "fallback",
                    REASONING,
                    "max_tokens",
                    "context_tokens",
                    "context_chars",
                    "context_turns",
                    "system_prompt",
                    "temperature",
                    "top_p",
                    "max_steps",
                    "rounds",
                    BUDGET,
                    "budget_usd",
                    "extra_tools",
                    "instructions",
                    "directories",
                    "providers",
                    "ca_file",
                    "prices",
                    "models",
                    "policy",
                    "limits",
                    MCP,
                    MCP_SERVERS,
                    "memory",
                    "reflection",
                    SearchSettings.KEY,
                    "lsp",
                    "hooks",
                    "channels");

    static final Set<String> OF_YML = Set.of("tools");

    /// Other names of keys, by which older files have them.
    static final Map<String, List<String>> SYNONYMS =
            Map.of(
                    "rounds",
                    List.of("max_steps"),
                    "budget_usd",
                    List.of(BUDGET, "usd"),
                    MCP_SERVERS,
                    List.of(MCP));

    private static final Set<List<String>> MERGED =
            Set.of(
                    List.of("providers"),
                    List.of("prices"),
                    List.of("models"),
                    List.of(MCP),
                    List.of("lsp"),
                    List.of(BUDGET),
                    List.of(REASONING),
                    List.of("memory"),
                    List.of(SearchSettings.KEY),
                    List.of(SearchSettings.KEY, "providers"),
                    List.of("channels"),
                    List.of("tools"),
                    List.of("tools", "webSearch"));

    private ConfigKeys() {}

    /// Whether an object is merged key by key; otherwise it replaces the earlier one.
    static boolean isMerged(List<String> key) {
        return MERGED.contains(key) || isProvider(key);
    }

    private static boolean isProvider(List<String> key) {
        if (!key.getFirst().equals("providers")) {
            return false;
        }
        return key.size() == 2 || (key.size() == 3 && key.getLast().equals("headers"));
    }
}
