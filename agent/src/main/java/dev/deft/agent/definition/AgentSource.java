package dev.deft.agent.definition;

/// A file with a definition, as messages name it and as it is read.
///
/// @param file for messages
/// @param stem the name of the file without `.md`, which names the agent if it does not
/// @param form how the fields are written
/// @param owner whose file it is
record AgentSource(String file, String stem, Form form, AgentOrigin.Owner owner) {

    /// How the fields of a file are written.
    enum Form {
        /// As `docs/agents.md` describes it.
        DEFT,
        /// As in `.claude/agents`.
        CLAUDE
    }
}
