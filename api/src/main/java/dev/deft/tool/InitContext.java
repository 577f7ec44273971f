package dev.deft.tool;

import java.util.Optional;

/// The context in which a tool is initialized.
///
/// @param agent the name of the agent
/// @param workspace the root of the workspace
/// @param provider of the model, such as `anthropic`; empty without a model
public record InitContext(String agent, String workspace, Optional<String> provider) {}
