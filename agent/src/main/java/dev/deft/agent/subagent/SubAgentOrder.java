package dev.deft.agent.subagent;

import dev.deft.json.Json;
import java.util.Optional;

/// What a sub-agent is to do.
///
/// @param role which kind of agent it is
/// @param agent its name, for a named one
/// @param prompt its task
/// @param description its task in a few words, for people
/// @param resumed the session of an earlier sub-agent to continue
/// @param metadata of the caller, stored with the session
public record SubAgentOrder(
        Role role,
        String agent,
        String prompt,
        Optional<String> description,
        Optional<String> resumed,
        Json.Obj metadata) {

    /// Which kind of agent is started.
    public enum Role {
        /// One of the catalog, by its name.
        NAMED,
        /// One that only reads.
        READER,
        /// One with the tools of a task in the background.
        WORKER
    }

    static SubAgentOrder of(Role role, String prompt) {
        return new SubAgentOrder(
                role, "", prompt, Optional.empty(), Optional.empty(), Json.Obj.EMPTY);
    }

    /// The task in one line.
    public String title() {
        return description.orElseGet(() -> prompt.strip().lines().findFirst().orElse("")).strip();
    }
}
