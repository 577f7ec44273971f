package dev.deft.engine;

import dev.deft.agent.model.Model;
import java.io.IOException;

/// Finds models by name, for agents that ask for one of their own.
@FunctionalInterface
public interface NamedModels {

    /// {@return the model of this name; the same one each time, since nobody closes it but its
    /// maker}
    ///
    /// @param name such as `anthropic/claude-sonnet-4-6`
    /// @throws IOException that says what is missing, such as a key
    Model find(String name) throws IOException;
}
