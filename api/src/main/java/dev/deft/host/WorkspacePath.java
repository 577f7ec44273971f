package dev.deft.host;

/// A path the call may access, with all symbolic links resolved.
///
/// Only [WorkspaceFiles#resolve] creates one, so methods that take a `WorkspacePath` need no
/// checks.
public interface WorkspacePath {

    /// {@return the path relative to the root, with `/`, for models and users; `.` for the root}
    String display();
}
