package dev.deft.tool;

import java.util.Optional;

/// For whom a tool is initialized.
///
/// @param agent the name of the agent
/// @param workspace the root of the workspace
/// @param provider who serves the model, such as `anthropic`; nothing where no model is asked
public record InitContext(String agent, String workspace, Optional<String> provider) {}
