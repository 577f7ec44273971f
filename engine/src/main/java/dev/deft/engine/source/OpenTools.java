package dev.deft.engine.source;

import dev.deft.tool.ToolSource;

/// A source of tools with something to close, such as connections.
public interface OpenTools extends ToolSource, AutoCloseable {

    /// Ends what the source started. It is called once.
    @Override
    void close();
}
