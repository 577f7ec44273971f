package dev.deft.engine.source;

/// Describes tools from elsewhere. It is a value: equal ones lead to the same tools.
public interface OpenableTools {

    /// {@return the tools, closed with the workspace}
    ///
    /// It must not wait for anything: connections are made in the background.
    OpenTools open();
}
