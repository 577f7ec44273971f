package dev.deft.tool;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A tool that models and programs can call.
///
/// A tool declares what a call would touch, and never asks for permission itself: the gates decide
/// by its touches. One instance serves all calls of all sessions, which may run concurrently. State
/// of a session belongs in [dev.deft.host.HostSession#save], not in a field.
///
/// @param <P> its parameters, a record
public interface Tool<P extends Record> {

    /// {@return the specification of the tool; always the same value}
    ToolSpec<P> spec();

    /// {@return the record that the data of every output is; empty if it is not always the same
    /// one}
    ///
    /// Clients are told its fields. Further fields are allowed.
    default Optional<Class<? extends Record>> dataType() {
        return Optional.empty();
    }

    /// Determines what a call would touch. It is called before the gates decide, and to explain
    /// calls, so it must not have side effects.
    ///
    /// @param params validated parameters
    /// @param files resolves paths
    /// @return everything the call would touch; empty if it stays inside the session
    /// @throws IOException if that cannot be determined; the call fails with this message
    default List<Touch> touches(P params, WorkspaceFiles files) throws IOException {
        return List.of();
    }

    /// Runs a call. It blocks until the call is done.
    ///
    /// @param params validated parameters
    /// @param host restricted to what the gates allowed
    /// @return an output, or a failure that tells the model what to try next
    /// @throws IOException if an operation fails; the call fails with this message, and with the
    ///   code of a [dev.deft.host.HostException]
    /// @throws InterruptedException if the call was cancelled; do not catch it
    ToolResult run(P params, Host host) throws IOException, InterruptedException;
}
