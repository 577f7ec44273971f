package dev.deft.agent.definition;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Where a definition comes from.
///
/// @param owner whose file it is
/// @param file relative to the workspace, or absolute; for built-in agents, `built in`
/// @param lines the lines of its fields, by name
public record AgentOrigin(Owner owner, String file, Map<String, Integer> lines) {

    /// The `file` of built-in agents.
    public static final String BUILT_IN = "built in";

    /// Whose file a definition is.
    public enum Owner {
        /// It comes with Deft.
        DEFT,
        /// The user's.
        USER,
        /// The workspace's.
        WORKSPACE
    }

    /// Copies the map.
    public AgentOrigin {
        lines = Map.copyOf(new LinkedHashMap<>(lines));
    }

    /// Where a field is set: file and line, or empty if the definition does not set it.
    public Optional<String> of(String field) {
        return Optional.ofNullable(lines.get(field))
                .map(it -> owner == Owner.DEFT ? BUILT_IN : file + ":" + it);
    }
}
