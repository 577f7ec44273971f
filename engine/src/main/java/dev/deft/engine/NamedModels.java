package dev.deft.engine;

import dev.deft.agent.model.Model;
import java.io.IOException;

/// Finds models by name, for agents that name their own.
@FunctionalInterface
public interface NamedModels {

    /// {@return the model of this name; always the same instance, since only its creator closes it}
    ///
    /// @param name such as `anthropic/claude-sonnet-4-6`
    /// @throws IOException if something is missing, such as a key
    Model find(String name) throws IOException;
}
