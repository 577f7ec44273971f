package dev.deft.tool;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import java.io.IOException;
import java.util.List;

/// A capability a model can call.
///
/// A tool says what a call would touch, and does it when told to. It never asks for permission
/// itself: the gates in front of it decide by its touches.
///
/// @param <P> its parameters, a record
public interface Tool<P extends Record> {

    /// What the tool publishes about itself; always the same value.
    ToolSpec<P> spec();

    /// What this call would touch, before anything happens.
    ///
    /// @param files for finding out where a path really leads
    default List<Touch> touches(P params, WorkspaceFiles files) throws IOException {
        return List.of();
    }

    /// Does the work. Interruption means stop: let the exception through.
    ToolResult run(P params, Host host) throws IOException, InterruptedException;
}
