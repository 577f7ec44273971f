package dev.deft.tool;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import java.io.IOException;
import java.util.List;

/// A capability a model can call.
///
/// A tool says what a call would touch, and does it when told to. It never asks for permission
/// itself: the gates in front of it decide by its touches. One instance serves all calls of all
/// sessions, which may run side by side on different threads: what a session must remember belongs
/// into [dev.deft.host.HostSession#keep], not into a field.
///
/// @param <P> its parameters, a record
public interface Tool<P extends Record> {

    /// {@return what the tool publishes about itself; always the same value}
    ToolSpec<P> spec();

    /// Says what a call would touch. Called before the gates decide, and also by those who only
    /// want to know; it must not change anything.
    ///
    /// @param params checked against the schema
    /// @param files for finding out where a path really leads
    /// @return everything the call would touch; an empty list for one that stays inside the session
    /// @throws IOException when that cannot be found out; the call then fails with its message
    default List<Touch> touches(P params, WorkspaceFiles files) throws IOException {
        return List.of();
    }

    /// Does the work. Blocks until it is done.
    ///
    /// @param params checked against the schema
    /// @param host the world, narrowed to what the gates allowed
    /// @return an output, or a failure that tells the model what to try next
    /// @throws IOException when the world says no; the call fails with its message, and with the
    ///   code of a [dev.deft.host.HostException]
    /// @throws InterruptedException when the call was cancelled: let it through
    ToolResult run(P params, Host host) throws IOException, InterruptedException;
}
