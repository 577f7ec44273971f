package dev.deft.agent.trust;

import java.util.Set;

/// The keys of `agent.json` that are ignored in a workspace that is not trusted: where keys and
/// queries are sent, what prices a budget uses, which agent is used, where it may work, and what is
/// started.
public final class GuardedKeys {

    /// The hooks.
    public static final String HOOKS = "hooks";

    private static final Set<String> NAMES =
            Set.of(
                    "agent",
                    "title",
                    "small_model",
                    "providers",
                    "fallback",
                    "ca_file",
                    "prices",
                    "mcp",
                    "mcpServers",
                    "lsp",
                    "web_search",
                    "directories",
                    HOOKS);

    private GuardedKeys() {}

    public static boolean contains(String key) {
        return NAMES.contains(key);
    }
}
