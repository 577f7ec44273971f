package dev.deft.tool;

import java.io.IOException;

/// A tool that has something to find out before it is offered: which databases there are, whether a
/// program is installed.
///
/// Until that is known the tool is not offered; the others are. A tool that fails to find out is
/// `unavailable` when it is called, and nothing else is affected.
///
/// @param <P> its parameters, a record
public interface InitializableTool<P extends Record> extends Tool<P> {

    /// Finds out. It runs once for each context, on a thread of its own and not while the program
    /// starts, and again when the source of the tool has changed.
    ///
    /// @param context where and for whom the tool is offered
    /// @return what it found out
    /// @throws IOException when the tool cannot be used; the message says why, in one line
    /// @throws InterruptedException when nobody waits any longer: let it through
    Initialized init(InitContext context) throws IOException, InterruptedException;
}
