package dev.deft.tool;

import java.io.IOException;

/// A tool that needs to be initialized before it is offered, such as by finding out which databases
/// exist or whether a program is installed.
///
/// The tool is not offered until it is initialized. If that fails, calls of it fail with
/// `unavailable`; other tools are not affected.
///
/// @param <P> its parameters, a record
public interface InitializableTool<P extends Record> extends Tool<P> {

    /// Initializes the tool. It is called once for each context, on its own thread after start-up,
    /// and again when the source of the tool has changed.
    ///
    /// @param context in which the tool is offered
    /// @return the result
    /// @throws IOException if the tool cannot be used; the message says why, in one line
    /// @throws InterruptedException on a timeout; do not catch it
    Initialized init(InitContext context) throws IOException, InterruptedException;
}
